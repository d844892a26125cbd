import type { CarQueryWire } from '#core/contract/routes/car-query.ts';
import { defaultSort, type SortOption, sortOptions } from '#core/search/sort-options.ts';
import {
  type ListFilters,
  noFilters,
  oneOf,
  readFilters,
  wholeNumber,
  writeFilters,
} from './list-filters.ts';

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
