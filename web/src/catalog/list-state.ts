import { type ColorFamily, colorFamilies, type Feature, features } from '#core/cars/features.ts';
import {
  avoidedLength,
  defaultSort,
  mostAvoided,
  noLimits,
  noUpperPriceDkk,
  type SortOption,
  sortOptions,
  usualRadiusKm,
} from '#core/catalog/card-query.ts';
import type { CarFiltersWire, CarQueryWire } from '#core/contract/routes/car-parts.ts';
import {
  type Body,
  bodies,
  type Fuel,
  fuels,
  type Gearbox,
  gearboxes,
  type SellerType,
  sellerTypes,
} from '#core/marketplaces/ad/listing.ts';
import { type MarketplaceId, marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { type Deal, deals } from '#core/valuation/valuation.ts';
import { onSessionEnd } from '../api/session.ts';

/** The filters of the list. The address uses the service's names (`CarFiltersWire`). */
export type ListFilters = {
  q: string;
  /** Words that no car of the list may have. */
  avoid: string[];
  minPriceDkk: number;
  maxPriceDkk: number;
  brands: string[];
  deals: Deal[];
  minYear: number | null;
  maxYear: number | null;
  maxMileageKm: number | null;
  fuels: Fuel[];
  gearbox: Gearbox | null;
  seller: SellerType | null;
  models: string[];
  sources: MarketplaceId[];
  bodies: Body[];
  colors: ColorFamily[];
  /** Cars that have all of these. */
  features: Feature[];
  minHorsepower: number | null;
  /** Tax and energy a month. */
  maxRunningDkk: number | null;
  /** The price was reduced recently. */
  hasDropped: boolean;
  /** Whole days that the car has been offered. */
  minDays: number | null;
  maxDays: number | null;
  /** The next inspection is not overdue. */
  hasInspection: boolean;
  /** A Danish town, or ''. */
  place: string;
  /** Distance from the town; ignored without a town. 0: however far, the town is for distances alone. */
  radiusKm: number;
  /** Cars first seen at or after this ISO instant. */
  newSince: string | null;
};

/** The radius of a town that limits nothing. */
export const anyRadius = 0;

export const noFilters: ListFilters = {
  q: '',
  ...noLimits,
  hasDropped: false,
  minDays: null,
  maxDays: null,
  hasInspection: false,
  place: '',
  radiusKm: usualRadiusKm,
  newSince: null,
};

export function oneOf<T extends string, F>(values: readonly T[], text: string | null, fallback: F): T | F {
  return values.find((value) => value === text) ?? fallback;
}

/** A whole number of at most seven digits between `min` and `max`, else `fallback`. */
export function wholeNumber<F>(text: string | null, fallback: F, min: number, max: number): number | F {
  const value = /^\d{1,7}$/.test(text ?? '') ? Number(text) : -1;
  return value >= min && value <= max ? value : fallback;
}

const names = (text: string | null) => (text ?? '').split(',').filter(Boolean);
const someOf = <T extends string>(values: readonly T[], text: string | null): T[] => {
  const wanted = names(text);
  return values.filter((value) => wanted.includes(value));
};
/** Words to avoid as a reader wrote them: trimmed, each once, as many and as long as the list takes. */
export const readWords = (text: string | null): string[] =>
  [...new Set(names(text).map((word) => word.slice(0, avoidedLength).trim()))]
    .filter(Boolean)
    .slice(0, mostAvoided);
const isInstant = (text: string | null) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? '');

/** Reads the filters of an address or a saved search; unknown values are ignored. */
export function readFilters(search: URLSearchParams): ListFilters {
  const text = (name: keyof CarFiltersWire | 'newSince') => search.get(name);
  const townIn = (name: 'place' | 'from') => (search.get(name) ?? '').trim().slice(0, 60);
  const near = townIn('place');
  const place = near || townIn('from');
  return {
    q: (text('q') ?? '').slice(0, 200),
    avoid: readWords(text('avoid')),
    minPriceDkk: wholeNumber(text('minPrice'), 0, 0, noUpperPriceDkk),
    maxPriceDkk: wholeNumber(text('maxPrice'), noUpperPriceDkk, 0, noUpperPriceDkk),
    brands: names(text('brand')),
    deals: someOf(deals, text('deal')),
    minYear: wholeNumber(text('minYear'), null, 1900, 2100),
    maxYear: wholeNumber(text('maxYear'), null, 1900, 2100),
    maxMileageKm: wholeNumber(text('maxMileage'), null, 0, 2_000_000),
    fuels: someOf(fuels, text('fuel')),
    gearbox: oneOf(gearboxes, text('gearbox'), null),
    seller: oneOf(sellerTypes, text('seller'), null),
    models: names(text('model')),
    sources: someOf(marketplaceIds, text('source')),
    bodies: someOf(bodies, text('body')),
    colors: someOf(colorFamilies, text('color')),
    features: someOf(features, text('feature')),
    minHorsepower: wholeNumber(text('minPower'), null, 1, 2000),
    maxRunningDkk: wholeNumber(text('maxRunning'), null, 0, 20_000),
    hasDropped: text('dropped') === 'recent',
    minDays: wholeNumber(text('minDays'), null, 0, 3650),
    maxDays: wholeNumber(text('maxDays'), null, 0, 3650),
    hasInspection: text('inspection') === 'valid',
    place,
    radiusKm:
      place && !near ? anyRadius : near ? wholeNumber(text('radius'), usualRadiusKm, 1, 500) : usualRadiusKm,
    newSince: isInstant(text('newSince')) ? text('newSince') : null,
  };
}

/** The active filters by their wire names. */
export function writeFilters(filters: ListFilters): CarFiltersWire & Pick<CarQueryWire, 'newSince' | 'from'> {
  const isLimited = filters.radiusKm !== anyRadius;
  const hasRadius = filters.place !== '' && isLimited && filters.radiusKm !== usualRadiusKm;
  const texts = {
    q: filters.q,
    avoid: filters.avoid.join(','),
    minPrice: filters.minPriceDkk || '',
    maxPrice: filters.maxPriceDkk < noUpperPriceDkk ? filters.maxPriceDkk : '',
    brand: filters.brands.join(','),
    deal: filters.deals.join(','),
    minYear: filters.minYear ?? '',
    maxYear: filters.maxYear ?? '',
    maxMileage: filters.maxMileageKm ?? '',
    fuel: filters.fuels.join(','),
    gearbox: filters.gearbox ?? '',
    seller: filters.seller ?? '',
    model: filters.models.join(','),
    source: filters.sources.join(','),
    body: filters.bodies.join(','),
    color: filters.colors.join(','),
    feature: filters.features.join(','),
    minPower: filters.minHorsepower ?? '',
    maxRunning: filters.maxRunningDkk ?? '',
    dropped: filters.hasDropped ? 'recent' : '',
    minDays: filters.minDays ?? '',
    maxDays: filters.maxDays ?? '',
    inspection: filters.hasInspection ? 'valid' : '',
    place: isLimited ? filters.place : '',
    from: isLimited ? '' : filters.place,
    radius: hasRadius ? filters.radiusKm : '',
    newSince: filters.newSince ?? '',
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

/** The filters that a saved search stores: all but "new since", which refers to one moment, and a town that limits nothing. */
export function savedFilters(filters: ListFilters): CarFiltersWire {
  const place = filters.radiusKm === anyRadius ? '' : filters.place;
  return writeFilters({ ...filters, place, newSince: null });
}

export const isWorthSaving = (filters: ListFilters) => Object.keys(savedFilters(filters)).length > 0;

export const views = [
  'all',
  'discovered',
  'starred',
  'subscriptions',
  'list',
  'hidden',
  'history',
  'guide',
  'future',
  'faq',
  'support',
] as const;
export type View = (typeof views)[number];
/** Texts that help and name no cars: the help menu and the foot of the page lead there. */
export const helpViews = ['guide', 'faq', 'future', 'support'] as const satisfies readonly View[];

/** The whole state of the list, stored in the address; see `writeListState`. */
export type ListState = ListFilters & {
  view: View;
  page: number;
  sort: SortOption;
  mode: 'grid' | 'list';
  /** The open own list, or null for all of them; used by the view `list` only. */
  listId: string | null;
  /** Shows only the cars of this import. */
  importId: string | null;
};

/** Adds a browser history entry; a correction, which nobody chose, replaces the current one. */
export type SetListState = (state: ListState, how?: 'correction') => void;

export const defaultListState: ListState = {
  ...noFilters,
  view: 'all',
  page: 1,
  sort: defaultSort,
  mode: 'grid',
  listId: null,
  importId: null,
};

/** Reads the address's query; unknown values become the default. */
export function readListState(search: URLSearchParams): ListState {
  const view = oneOf(views, search.get('view'), 'all');
  return {
    ...readFilters(search),
    view,
    page: wholeNumber(search.get('page'), 1, 1, 100_000),
    sort: oneOf(sortOptions, search.get('sort'), defaultSort),
    mode: oneOf(['grid', 'list'], search.get('mode'), 'grid'),
    listId: view === 'list' ? search.get('list') || null : null,
    importId: search.get('import') || null,
  };
}

/** The shortest query that reads back as `state`; the default state is the empty query. */
export function writeListState(state: ListState): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string, fallback: string) => {
    if (value !== fallback) search.set(name, value);
  };
  set('view', state.view, 'all');
  set('list', state.listId ?? '', '');
  set('import', state.importId ?? '', '');
  for (const [name, value] of Object.entries(writeFilters(state))) search.set(name, value);
  set('sort', state.sort, defaultSort);
  set('mode', state.mode, 'grid');
  set('page', String(state.page), '1');
  return search;
}

/** Applies a change; every change except page and layout returns to page 1. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const keepsPage = Object.keys(change).every((name) => name === 'page' || name === 'mode');
  return { ...state, ...(keepsPage ? {} : { page: 1 }), ...change };
}

/** The same state without filters. */
export function withoutFilters(state: ListState): ListState {
  return { ...state, ...noFilters, importId: null, page: 1 };
}

/** The request of a list view. */
export function toCarQuery(state: ListState): CarQueryWire {
  return {
    view: oneOf(['all', 'discovered', 'starred', 'hidden'] as const, state.view, 'all'),
    page: String(state.page),
    sort: state.sort,
    ...writeFilters(state),
    ...(state.listId && { list: state.listId }),
    ...(state.importId && { import: state.importId }),
  };
}

/**
 * The list's query, kept for the way back (session storage) and for the next visit (local storage): docs/spec.md 2 and 4.
 * The address wins over both.
 */
const listKey = 'bilfund_list';
const scrollKey = 'bilfund_scroll';
const visitedKey = 'bilfund_visited';
const mostVisited = 200;

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // If storage is full or forbidden, the list is just not remembered.
  }
}

const session = () => sessionStorage;
const local = () => localStorage;

export function rememberList(query: string): void {
  write(session, listKey, query);
  write(local, listKey, query);
}

/** The query of the list seen last in this tab, else in this browser, else ''. */
export function recallList(): string {
  return read(session, listKey) ?? read(local, listKey) ?? '';
}

/** The first car in the window, and how many pixels below its upper edge it begins; above it where negative. */
type FirstCar = { id: string; top: number };
type ScrollPlace = { query: string; top: number; first?: FirstCar | null };

/** The car is more reliable than the pixels, since the cars above it may not be rendered yet. */
export function rememberScroll(query: string, top: number, first: FirstCar | null = null): void {
  write(session, scrollKey, JSON.stringify({ query, top: Math.round(top), first } satisfies ScrollPlace));
}

function recallPlace(query: string): ScrollPlace | null {
  try {
    const saved = JSON.parse(read(session, scrollKey) ?? 'null') as ScrollPlace | null;
    return saved?.query === query ? saved : null;
  } catch {
    return null;
  }
}

/** The remembered scroll position of this query in pixels, or 0. */
export const recallScroll = (query: string): number => recallPlace(query)?.top ?? 0;

export const recallFirstCar = (query: string): FirstCar | null => recallPlace(query)?.first ?? null;

/** The car opened last since the page was loaded. */
let lastOpened: string | null = null;

/** Counts ended sessions, so that a list rendered in an earlier session stores nothing. */
let endedSessions = 0;
onSessionEnd(() => {
  endedSessions++;
  lastOpened = null;
  try {
    local().removeItem(listKey);
  } catch {
    // Without storage, no position is kept.
  }
});
export const currentSession = (): number => endedSessions;

export function markVisited(carId: string): void {
  lastOpened = carId;
  const others = readVisited().filter((id) => id !== carId);
  write(session, visitedKey, [...others, carId].slice(-mostVisited).join(','));
}

/** Whether a scroll position is stored for this query. */
export const isComingBack = (query: string): boolean => lastOpened !== null || recallScroll(query) > 0;

/** Returns the car that the reader comes back from, once. */
export function takeLastOpened(): string | null {
  const id = lastOpened;
  lastOpened = null;
  return id;
}

export function readVisited(): string[] {
  return (read(session, visitedKey) ?? '').split(',').filter(Boolean);
}
