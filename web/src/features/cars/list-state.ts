import type { CarQueryWire, SortOption } from '#core/contract/routes/car-query.ts';
import { noUpperPriceDkk } from '#core/search/price-scale.ts';
import type { Deal } from '#core/valuation/valuation.ts';

export const views = [
  'all',
  'discovered',
  'starred',
  'history',
  'guide',
  'future',
  'faq',
  'support',
] as const;
export type View = (typeof views)[number];

export const sorts = [
  'price_asc',
  'price_desc',
  'deal',
  'mileage_asc',
  'year_desc',
  'scraped_desc',
] as const satisfies readonly SortOption[];

export const dealNames = ['amazing', 'fair', 'poor', 'no_estimate'] as const satisfies readonly Deal[];

/** Everything that makes a list what it is. The address holds it; see `writeListState`. */
export type ListState = {
  view: View;
  page: number;
  sort: SortOption;
  q: string;
  minPriceDkk: number;
  maxPriceDkk: number;
  brands: string[];
  deals: Deal[];
  mode: 'grid' | 'list';
  /** The import whose cars alone are shown. */
  importId: string | null;
};

export const defaultListState: ListState = {
  view: 'all',
  page: 1,
  sort: 'price_asc',
  q: '',
  minPriceDkk: 0,
  maxPriceDkk: noUpperPriceDkk,
  brands: [],
  deals: [],
  mode: 'grid',
  importId: null,
};

function oneOf<T extends string>(values: readonly T[], text: string | null, fallback: T): T {
  return values.find((value) => value === text) ?? fallback;
}

function wholeNumber(text: string | undefined, fallback: number): number {
  return /^\d{1,7}$/.test(text ?? '') ? Number(text) : fallback;
}

const names = (text: string | null) => (text ?? '').split(',').filter(Boolean);

/** Reads the address's query. What it does not understand becomes the default. */
export function readListState(search: URLSearchParams): ListState {
  const [low, high] = (search.get('price') ?? '').split('-');
  const wanted = new Set(names(search.get('deal')));
  return {
    view: oneOf(views, search.get('view'), 'all'),
    page: Math.max(1, wholeNumber(search.get('page') ?? undefined, 1)),
    sort: oneOf(sorts, search.get('sort'), 'price_asc'),
    q: search.get('q') ?? '',
    minPriceDkk: Math.min(noUpperPriceDkk, wholeNumber(low, 0)),
    maxPriceDkk: Math.min(noUpperPriceDkk, wholeNumber(high, noUpperPriceDkk)),
    brands: names(search.get('brand')),
    deals: dealNames.filter((deal) => wanted.has(deal)),
    mode: oneOf(['grid', 'list'], search.get('mode'), 'grid'),
    importId: search.get('import') || null,
  };
}

/** The shortest query that reads back as `state`; the default state is the empty query. */
export function writeListState(state: ListState): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string, fallback: string) => {
    if (value !== fallback) search.set(name, value);
  };
  const high = state.maxPriceDkk < noUpperPriceDkk ? String(state.maxPriceDkk) : '';
  set('view', state.view, 'all');
  set('q', state.q, '');
  set('import', state.importId ?? '', '');
  set('price', `${state.minPriceDkk || ''}-${high}`, '-');
  set('brand', state.brands.join(','), '');
  set('deal', state.deals.join(','), '');
  set('sort', state.sort, 'price_asc');
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
  const { q, minPriceDkk, maxPriceDkk, brands, deals, importId } = defaultListState;
  return { ...state, q, minPriceDkk, maxPriceDkk, brands, deals, importId, page: 1 };
}

export function isFiltered(state: ListState): boolean {
  return writeListState({ ...withoutFilters(state), page: state.page }).size !== writeListState(state).size;
}

/** The request of a list view. */
export function toCarQuery(state: ListState): CarQueryWire {
  return {
    view: oneOf(['all', 'discovered', 'starred'] as const, state.view, 'all'),
    page: String(state.page),
    sort: state.sort,
    q: state.q || undefined,
    minPrice: state.minPriceDkk > 0 ? String(state.minPriceDkk) : undefined,
    maxPrice: state.maxPriceDkk < noUpperPriceDkk ? String(state.maxPriceDkk) : undefined,
    brand: state.brands.join(',') || undefined,
    deal: state.deals.join(',') || undefined,
    import: state.importId ?? undefined,
  };
}
