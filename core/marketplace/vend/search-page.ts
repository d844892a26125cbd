import { type AdFields, buildListing } from '#core/marketplace/ad/build-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { isObject, readArray, readAt, readNumber, readString } from '#core/marketplace/page/json-read.ts';
import { tooManyRejected } from '#core/marketplace/page/too-many-rejected.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import {
  mostRowsRead,
  type PageInfo,
  type ParsedPage,
  type Rejection,
} from '#core/marketplace/parsed-page.ts';
import { type Cards, readCards } from './cards.ts';
import { isCarDoc, readDoc } from './doc-ad.ts';
import { appliedNames, filtersOf, type Range } from './search-parameters.ts';
import { findSearchState, readEncodedJson, type SearchState, stateOf } from './state-scripts.ts';
import { readStructuredData } from './structured-data.ts';
import { lastPage, type VendContext } from './vend-site.ts';

/** `unreadCount`: rows behind those that are read of any page. */
type Found = Cards & { pageInfo: PageInfo | null; unreadCount?: number; total?: number; isDegraded?: true };

/** A search's page, or the answer of its data address. `asked`: the search; null where only the page can tell what it is. */
export function readSearchPage(
  text: string,
  asked: URLSearchParams | null,
  status: number | null,
  context: VendContext,
): ParsedPage {
  const search = asked ?? new URLSearchParams();
  const state = /^\s*\{/.test(text) ? stateOf(readEncodedJson(text)) : findSearchState(text);
  const notUnderstood = state && findIgnored(state, search);
  if (notUnderstood) return page({ ads: [], rejected: [], pageInfo: null }, notUnderstood, search, context);
  const found = state ? fromState(state, context) : fromMarkup(text, context);
  const rows = found.ads.length + found.rejected.length;
  if (rows === 0 && state && readNumber(state.metadata, 'result_size', 'match_count') === 0)
    return { ...page(found, null, search, context), kind: 'empty' };
  if (rows === 0) return page(found, noCars(text, state, asked !== null && status !== 404), search, context);
  return page(found, tooManyRejected(rows, found.rejected.length), search, context);
}

/** A search that was asked for has cars, or says that it has none; any other page without them is none of the site's. */
const noCars = (text: string, state: SearchState | null, isSearch: boolean): PageFailure =>
  state || isSearch || /mobility-search|data-react-query-state|\/mobility\/item\//.test(text)
    ? { class: 'layout_changed', evidence: 'a search without a car that could be read' }
    : { class: 'unknown_page', evidence: 'neither data nor cards on the page' };

function page(
  { ads, rejected, pageInfo, unreadCount = 0, total, isDegraded }: Found,
  failure: PageFailure | null,
  search: URLSearchParams,
  context: VendContext,
): ParsedPage {
  const { kept, refused } = holdToFilters(ads.map(buildListing), search, context);
  return {
    kind: failure ? 'failure' : 'search',
    listings: kept,
    pageInfo,
    shownCount: ads.length + rejected.length + unreadCount,
    rejected: [...rejected, ...refused],
    failure,
    ...(total !== undefined && { total }),
    ...(isDegraded && { isDegraded }),
  };
}

function fromState({ docs, metadata }: SearchState, context: VendContext): Found {
  const ads = new Map<string, AdFields>();
  const rejected: Rejection[] = [];
  for (const doc of docs.slice(0, mostRowsRead)) {
    // Rows of other goods are no cars that could not be read.
    if (isObject(doc) && !isCarDoc(doc)) continue;
    const ad = readDoc(doc, context);
    if ('reason' in ad) rejected.push(ad);
    else if (!ads.has(ad.id)) ads.set(ad.id, ad);
  }
  const current = readNumber(metadata, 'paging', 'current') ?? 1;
  const last = Math.min(readNumber(metadata, 'paging', 'last') ?? current, lastPage);
  const isEnd = readAt(metadata, 'is_end_of_paging') === true || current >= last;
  const total = readNumber(metadata, 'result_size', 'match_count');
  return {
    ads: [...ads.values()],
    rejected,
    unreadCount: Math.max(0, docs.length - mostRowsRead),
    pageInfo: { hasNextPage: !isEnd, endCursor: isEnd ? null : String(current + 1) },
    ...(total !== null && { total }),
  };
}

/** Cards, and of the list for search engines what has no card. */
function fromMarkup(html: string, context: VendContext): Found {
  const cards = readCards(html, context);
  const shown = new Set(cards.ads.map(({ id }) => id));
  const others = readStructuredData(html, context).filter(({ id }) => !shown.has(id));
  const last = Number(/<w-pagination\b[^<>]*\bpages="(\d{1,4})"/i.exec(html)?.[1] ?? Number.NaN);
  const current = Number(/<w-pagination\b[^<>]*\bcurrent-page="(\d{1,4})"/i.exec(html)?.[1] ?? 1);
  const hasNextPage = Number.isFinite(last) && current < Math.min(last, lastPage);
  return {
    ads: [...cards.ads, ...others],
    rejected: cards.rejected,
    pageInfo: { hasNextPage, endCursor: hasNextPage ? String(current + 1) : null },
    isDegraded: true,
  };
}

/**
 * Whether the site left out a filter that was asked for: it drops what it does not know without a word, repeats it among
 * the parameters all the same, and shows every car there is. What it applied it lists.
 */
function findIgnored({ metadata }: SearchState, search: URLSearchParams): PageFailure | null {
  if (!Array.isArray(metadata.selected_filters)) return null;
  const applied = readArray(metadata, 'selected_filters').flatMap((filter) =>
    readArray(filter, 'parameters').map((parameter) => ({
      name: readString(parameter, 'parameter_name') ?? '',
      value: String(readAt(parameter, 'parameter_value') ?? ''),
      shown: readString(filter, 'display_name') ?? '',
    })),
  );
  const baseOf = (name: string) => name.replace(/_(?:from|to)$/, '');
  const isApplied = (name: string, value: string) =>
    applied.some(
      (one) =>
        (one.name === name && (one.value === value || one.value === '') && one.shown !== value) ||
        (name !== baseOf(name) && baseOf(one.name) === baseOf(name)),
    );
  const ignored = appliedNames(search).find((name) =>
    search.getAll(name).some((value) => !isApplied(name, value)),
  );
  return ignored
    ? { class: 'search_not_understood', evidence: `the filter ${ignored} was not applied` }
    : null;
}

/** Padding and paid places show cars that the search excludes; what an ad does not say contradicts nothing. */
function holdToFilters(listings: readonly Listing[], search: URLSearchParams, { site }: VendContext) {
  const filters = filtersOf(search, site);
  const isWithin = (value: number | null | undefined, { from, to }: Range) =>
    value === null ||
    value === undefined ||
    ((from === null || value >= from) && (to === null || value <= to));
  const kept = listings.filter(
    ({ price, year, mileage }) =>
      isWithin(price?.currency === site.currency ? price.amount : null, filters.price) &&
      isWithin(year, filters.year) &&
      isWithin(mileage?.km, filters.km),
  );
  const refused: Rejection[] = listings
    .filter((listing) => !kept.includes(listing))
    .map(({ id }) => ({ id, reason: 'not_asked_for' }));
  return { kept, refused };
}
