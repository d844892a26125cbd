import { type ColorFamily, colorFamilies, type Feature, features } from '#core/cars/features.ts';
import {
  defaultSort,
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

/** What narrows the list. The address spells each filter as the service does (`CarFiltersWire`). */
export type ListFilters = {
  q: string;
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
  /** Cars that have all of them. */
  features: Feature[];
  minHorsepower: number | null;
  /** The price fell lately. */
  hasDropped: boolean;
  /** Whole days that the car has been offered. */
  minDays: number | null;
  maxDays: number | null;
  /** The next inspection lies in the future. */
  hasInspection: boolean;
  /** A Danish town, or ''. */
  place: string;
  /** How far from the town; means nothing without one. */
  radiusKm: number;
  /** Cars first seen at or after this ISO instant. */
  newSince: string | null;
};

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

/** A whole number of at most seven digits between `min` and `max`; anything else is `fallback`. */
export function wholeNumber<F>(text: string | null, fallback: F, min: number, max: number): number | F {
  const value = /^\d{1,7}$/.test(text ?? '') ? Number(text) : -1;
  return value >= min && value <= max ? value : fallback;
}

const names = (text: string | null) => (text ?? '').split(',').filter(Boolean);
const someOf = <T extends string>(values: readonly T[], text: string | null): T[] => {
  const wanted = names(text);
  return values.filter((value) => wanted.includes(value));
};
const isInstant = (text: string | null) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? '');

/** Reads the filters of an address or of a saved search. What it does not understand filters nothing. */
export function readFilters(search: URLSearchParams): ListFilters {
  const text = (name: keyof CarFiltersWire | 'newSince') => search.get(name);
  const place = (text('place') ?? '').trim().slice(0, 60);
  return {
    q: (text('q') ?? '').slice(0, 200),
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
    hasDropped: text('dropped') === 'recent',
    minDays: wholeNumber(text('minDays'), null, 0, 3650),
    maxDays: wholeNumber(text('maxDays'), null, 0, 3650),
    hasInspection: text('inspection') === 'valid',
    place,
    radiusKm: place ? wholeNumber(text('radius'), usualRadiusKm, 1, 500) : usualRadiusKm,
    newSince: isInstant(text('newSince')) ? text('newSince') : null,
  };
}

/** The filters at work, by their wire names; a filter that is off is left out. */
export function writeFilters(filters: ListFilters): CarFiltersWire & { newSince?: string } {
  const hasRadius = filters.place !== '' && filters.radiusKm !== usualRadiusKm;
  const texts = {
    q: filters.q,
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
    dropped: filters.hasDropped ? 'recent' : '',
    minDays: filters.minDays ?? '',
    maxDays: filters.maxDays ?? '',
    inspection: filters.hasInspection ? 'valid' : '',
    place: filters.place,
    radius: hasRadius ? filters.radiusKm : '',
    newSince: filters.newSince ?? '',
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

/** The filters a saved search keeps: not "new since", which is about one moment. */
export function savedFilters(filters: ListFilters): CarFiltersWire {
  return writeFilters({ ...filters, newSince: null });
}

export const isWorthSaving = (filters: ListFilters) => Object.keys(savedFilters(filters)).length > 0;

export const views = [
  'all',
  'discovered',
  'starred',
  'subscriptions',
  'list',
  'history',
  'guide',
  'future',
  'faq',
  'support',
] as const;
export type View = (typeof views)[number];

/** Everything that makes a list what it is. The address holds it; see `writeListState`. */
export type ListState = ListFilters & {
  view: View;
  page: number;
  sort: SortOption;
  mode: 'grid' | 'list';
  /** The reader's own list that is open; null shows all of them. Only the view `list` has one. */
  listId: string | null;
  /** The import whose cars alone are shown. */
  importId: string | null;
};

/** `step`: the reader goes on to another page, which the back button takes back. All else changes the list in its place. */
export type SetListState = (state: ListState, how?: 'step') => void;

export const defaultListState: ListState = {
  ...noFilters,
  view: 'all',
  page: 1,
  sort: defaultSort,
  mode: 'grid',
  listId: null,
  importId: null,
};

/** Reads the address's query. What it does not understand becomes the default. */
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

/** A change of the list: whatever changes but the page itself or the look goes back to page 1. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const keepsPage = Object.keys(change).every((name) => name === 'page' || name === 'mode');
  return { ...state, ...(keepsPage ? {} : { page: 1 }), ...change };
}

/** The filters off, the rest as it is. */
export function withoutFilters(state: ListState): ListState {
  return { ...state, ...noFilters, importId: null, page: 1 };
}

/** The request of a list view. */
export function toCarQuery(state: ListState): CarQueryWire {
  return {
    view: oneOf(['all', 'discovered', 'starred'] as const, state.view, 'all'),
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
    // A full or forbidden storage costs the memory of the list, nothing else.
  }
}

const session = () => sessionStorage;
const local = () => localStorage;

export function rememberList(query: string): void {
  write(session, listKey, query);
  write(local, listKey, query);
}

/** The query of the list last looked at: in this tab, else in this browser, else ''. */
export function recallList(): string {
  return read(session, listKey) ?? read(local, listKey) ?? '';
}

/** The first car in the window, and how many pixels below its upper edge it begins; above it where negative. */
type FirstCar = { id: string; top: number };
type ScrollPlace = { query: string; top: number; first?: FirstCar | null };

/** The car tells the place more surely than the pixels: those above it may not have been drawn yet when it was left. */
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

/** Pixels from the top at which the list of this query was left, or 0. */
export const recallScroll = (query: string): number => recallPlace(query)?.top ?? 0;

export const recallFirstCar = (query: string): FirstCar | null => recallPlace(query)?.first ?? null;

/** The car opened last since the page was loaded; a reload forgets it. */
let lastOpened: string | null = null;

/** Counts the sessions that ended here: a list that was drawn in one before leaves no trace. */
let endedSessions = 0;
onSessionEnd(() => {
  endedSessions++;
  lastOpened = null;
  try {
    local().removeItem(listKey);
  } catch {
    // Without storage none is kept.
  }
});
export const currentSession = (): number => endedSessions;

export function markVisited(carId: string): void {
  lastOpened = carId;
  const others = readVisited().filter((id) => id !== carId);
  write(session, visitedKey, [...others, carId].slice(-mostVisited).join(','));
}

/** Whether there is a place in the list of this query to come back to. */
export const isComingBack = (query: string): boolean => lastOpened !== null || recallScroll(query) > 0;

/** The car one comes back from, once. */
export function takeLastOpened(): string | null {
  const id = lastOpened;
  lastOpened = null;
  return id;
}

export function readVisited(): string[] {
  return (read(session, visitedKey) ?? '').split(',').filter(Boolean);
}
