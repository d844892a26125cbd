import { colorFamilies, features } from '#core/cars/features.ts';
import {
  avoidedLength,
  defaultSort,
  mostAvoided,
  noUpperPriceDkk,
  type SortOption,
  sortOptions,
  usualRadiusKm,
} from '#core/catalog/card-query.ts';
import { limits, limitsBy, moreLimits } from '#core/catalog/number-filters.ts';
import type { CarFiltersWire, CarQueryWire } from '#core/contract/routes/car-parts.ts';
import { bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { deals } from '#core/valuation/valuation.ts';
import { onSessionEnd } from '../api/session.ts';
import { keep, recall, recallValue } from '../storage.ts';

/** The radius of a town that limits nothing. */
export const anyRadius = 0;

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

type WireName = keyof CarFiltersWire | 'newSince';
/** A filter in the address and in saved searches: the service's name of it, and its values as texts; '' is no filter. */
type Filter<T> = { name: WireName; read: (text: string | null) => T; write: (value: T) => string };

const list = <T extends string>(name: WireName, read: (text: string | null) => T[]): Filter<T[]> => ({
  name,
  read,
  write: (chosen) => chosen.join(','),
});
const some = <T extends string>(name: WireName, values: readonly T[]) =>
  list(name, (text) => someOf(values, text));
const one = <T extends string>(name: WireName, values: readonly T[]): Filter<T | null> => ({
  name,
  read: (text) => oneOf(values, text, null),
  write: (chosen) => chosen ?? '',
});
const whole = <F>(name: WireName, none: F, min: number, max: number): Filter<number | F> => ({
  name,
  read: (text) => wholeNumber(text, none, min, max),
  write: (value) => (value === none ? '' : String(value)),
});
const mark = (name: WireName, word: string): Filter<boolean> => ({
  name,
  read: (text) => text === word,
  write: (isOn) => (isOn ? word : ''),
});

/** The filters of the list but its town. */
const filters = {
  q: { name: 'q', read: (text) => (text ?? '').slice(0, 200), write: String } satisfies Filter<string>,
  /** Words that no car of the list may have. */
  avoid: list('avoid', readWords),
  minPriceDkk: whole('minPrice', 0, 0, noUpperPriceDkk),
  maxPriceDkk: whole('maxPrice', noUpperPriceDkk, 0, noUpperPriceDkk),
  brands: list('brand', names),
  deals: some('deal', deals),
  minYear: whole('minYear', null, 1900, 2100),
  maxYear: whole('maxYear', null, 1900, 2100),
  ...limitsBy((limit) => {
    const { name, least, most } = limits[limit];
    return whole(name, null, least, most);
  }),
  fuels: some('fuel', fuels),
  gearbox: one('gearbox', gearboxes),
  seller: one('seller', sellerTypes),
  models: list('model', names),
  sources: some('source', marketplaceIds),
  bodies: some('body', bodies),
  colors: some('color', colorFamilies),
  /** Cars that have all of these. */
  features: some('feature', features),
  /** The price was reduced recently. */
  hasDropped: mark('dropped', 'recent'),
  /** Whole days that the car has been offered. */
  minDays: whole('minDays', null, 0, 3650),
  maxDays: whole('maxDays', null, 0, 3650),
  /** The next inspection is not overdue. */
  hasInspection: mark('inspection', 'valid'),
  /** Cars first seen at or after this ISO instant. */
  newSince: {
    name: 'newSince',
    read: (text) => (isInstant(text) ? text : null),
    write: (instant) => instant ?? '',
  } satisfies Filter<string | null>,
};

/** The filters of the list. The address uses the service's names (`CarFiltersWire`). */
export type ListFilters = {
  -readonly [Name in keyof typeof filters]: ReturnType<(typeof filters)[Name]['read']>;
} & {
  /** A Danish town, or ''. */
  place: string;
  /** Distance from the town; ignored without a town. 0: however far, the town is for distances alone. */
  radiusKm: number;
};

/** Reads the filters of an address or a saved search; unknown values are ignored. */
function readFilters(search: URLSearchParams): ListFilters {
  const townIn = (name: 'place' | 'from') => (search.get(name) ?? '').trim().slice(0, 60);
  const near = townIn('place');
  const place = near || townIn('from');
  const read = Object.entries(filters).map(([key, filter]) => [key, filter.read(search.get(filter.name))]);
  return {
    ...(Object.fromEntries(read) as ListFilters),
    place,
    radiusKm:
      place && !near
        ? anyRadius
        : near
          ? wholeNumber(search.get('radius'), usualRadiusKm, 1, 500)
          : usualRadiusKm,
  };
}

/** Whether one of the less common filters is set. */
export const hasMoreFilters = ({ minDays, maxDays, colors, features, ...state }: ListFilters): boolean =>
  colors.length + features.length > 0 ||
  [minDays, maxDays, ...moreLimits.map((name) => state[name])].some((limit) => limit !== null);

export const noFilters: ListFilters = readFilters(new URLSearchParams());

/** The active filters by their wire names. */
export function writeFilters(chosen: ListFilters): CarFiltersWire & Pick<CarQueryWire, 'newSince' | 'from'> {
  const { place, radiusKm } = chosen;
  const isLimited = radiusKm !== anyRadius;
  const texts = Object.entries(filters as Record<string, Filter<unknown>>).map(([key, { name, write }]) => [
    name,
    write(chosen[key as keyof ListFilters]),
  ]);
  const town = [
    ['place', isLimited ? place : ''],
    ['from', isLimited ? '' : place],
    ['radius', place !== '' && isLimited && radiusKm !== usualRadiusKm ? String(radiusKm) : ''],
  ];
  return Object.fromEntries([...texts, ...town].filter(([, value]) => value !== ''));
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

export function rememberList(query: string): void {
  keep('tab', listKey, query);
  keep('browser', listKey, query);
}

/** The query of the list seen last in this tab, else in this browser, else ''. */
export function recallList(): string {
  return recall('tab', listKey) ?? recall('browser', listKey) ?? '';
}

/** The first car in the window, and how many pixels below its upper edge it begins; above it where negative. */
type FirstCar = { id: string; top: number };
type ScrollPlace = { query: string; top: number; first?: FirstCar | null };

/** The car is more reliable than the pixels, since the cars above it may not be rendered yet. */
export function rememberScroll(query: string, top: number, first: FirstCar | null = null): void {
  keep('tab', scrollKey, JSON.stringify({ query, top: Math.round(top), first } satisfies ScrollPlace));
}

function recallPlace(query: string): ScrollPlace | null {
  const saved = recallValue('tab', scrollKey) as ScrollPlace | null;
  return saved?.query === query ? saved : null;
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
  keep('browser', listKey, null);
});
export const currentSession = (): number => endedSessions;

export function markVisited(carId: string): void {
  lastOpened = carId;
  const others = readVisited().filter((id) => id !== carId);
  keep('tab', visitedKey, [...others, carId].slice(-mostVisited).join(','));
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
  return (recall('tab', visitedKey) ?? '').split(',').filter(Boolean);
}
