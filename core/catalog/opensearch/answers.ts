import type { Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { type CardPage, type CardQuery, type Facet, isFiltered } from '#core/catalog/card-query.ts';
import { sortFor } from '#core/catalog/card-rules.ts';
import type { CatalogCounts } from '#core/catalog/catalog.ts';
import { orderedRows } from '#core/catalog/memory/merge.ts';
import { addFacets, countLocked, scanSegments } from '#core/catalog/memory/query.ts';
import { buildSegment, cardAt } from '#core/catalog/memory/segment.ts';
import { priceSteps } from '#core/catalog/number-filters.ts';
import { compareTexts } from '#core/shared.ts';
import { deals } from '#core/valuation/valuation.ts';
import { indexAlias } from './documents.ts';
import { allOf, type Counted, type Hit, listed, oneOf, type Search, type SearchAnswer } from './questions.ts';

export type Facets = Omit<CardPage, 'cards' | 'lockedOnPage' | 'totalCount' | 'totalPages' | 'page'>;

/** @throws when the engine could not answer, or only in part: a list that silently lacks cars is worse than none. */
export function requireWhole(answer: SearchAnswer): SearchAnswer {
  const failed = answer._shards?.failed ?? 0;
  if (answer.error !== undefined || answer.timed_out || failed > 0)
    throw new Error(`the search was not answered in full: ${JSON.stringify(answer.error ?? { failed })}`);
  return answer;
}

export const hitsOf = (answer: SearchAnswer): Hit[] => answer.hits?.hits ?? [];
export const totalOf = (answer: SearchAnswer): number => answer.hits?.total?.value ?? 0;
export const cardsOf = (answer: SearchAnswer): Card[] =>
  hitsOf(answer).map(({ _source }) => _source?.card as Card);

/** An ISO instant; empty where the index has nothing. */
export function newestOf(answer: SearchAnswer): string {
  const ms = answer.aggregations?.newest?.value ?? null;
  return ms === null ? '' : new Date(ms).toISOString();
}

/** What the answers count under a name: the most first, then by name as the memory engine has them. */
function facetOf<T extends string>(answers: readonly SearchAnswer[], name: Counted): Facet<T>[] {
  const counts = answers.map(({ aggregations }) => aggregations?.[name]).find((one) => one !== undefined);
  if ((counts?.sum_other_doc_count ?? 0) > 0)
    throw new Error(`there are more values of ${name} than are counted`);
  return (counts?.buckets ?? [])
    .map(({ key, doc_count }) => ({ name: String(key) as T, count: doc_count }))
    .sort((a, b) => b.count - a.count || compareTexts(a.name, b.name));
}

function histogramOf(answers: readonly SearchAnswer[]): number[] {
  const histogram = new Array<number>(priceSteps).fill(0);
  // A price that stands in no bar has a step beyond the last.
  for (const { name, count } of facetOf(answers, 'price'))
    if (Number(name) < priceSteps) histogram[Number(name)] = count;
  return histogram;
}

export const facetsOf = (answers: readonly SearchAnswer[], viewer: Viewer): Facets => ({
  brands: facetOf(answers, 'brand'),
  deals: viewer.isPremium ? facetOf(answers, 'deal') : null,
  fuels: facetOf(answers, 'fuel'),
  gearboxes: facetOf(answers, 'gearbox'),
  sellers: facetOf(answers, 'seller'),
  models: facetOf(answers, 'model'),
  sources: facetOf(answers, 'source'),
  bodies: facetOf(answers, 'body'),
  colors: facetOf(answers, 'color'),
  features: facetOf(answers, 'features'),
  priceHistogram: histogramOf(answers),
});

export function countsOf(answer: SearchAnswer): CatalogCounts {
  const counted = new Map(facetOf([answer], 'deal').map(({ name, count }) => [name, count]));
  const byDeal = Object.fromEntries(deals.map((deal) => [deal, counted.get(deal) ?? 0]));
  return { ...(byDeal as Omit<CatalogCounts, 'total'>), total: totalOf(answer) };
}

/** What the viewer's own cards, which no index holds, add to an answer. The memory engine judges them. */
export type OwnCards = { found: Card[]; lockedCount: number; facets: Facets };

export function askOwn(own: readonly Card[], query: CardQuery, viewer: Viewer): OwnCards | null {
  if (own.length === 0) return null;
  const segment = buildSegment(own);
  const found = scanSegments([segment], query, viewer);
  return {
    found: found.flatMap(({ rows }) => Array.from(rows, (row) => cardAt(segment, row))),
    lockedCount: isFiltered(query) ? 0 : countLocked([segment], viewer),
    facets: addFacets(found, viewer),
  };
}

export function orderCards(cards: readonly Card[], query: CardQuery, viewer: Viewer): Card[] {
  const segment = buildSegment(cards);
  const rows = orderedRows(segment, sortFor(query, viewer), query.from);
  return Array.from(rows, (row) => cardAt(segment, row));
}

function addCounts<T extends string>(ours: readonly Facet<T>[], theirs: readonly Facet<T>[]): Facet<T>[] {
  const counts = new Map<T, number>();
  for (const { name, count } of [...ours, ...theirs]) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

export const addOwnFacets = (facets: Facets, own: Facets): Facets => ({
  brands: addCounts(facets.brands, own.brands),
  deals: facets.deals && addCounts(facets.deals, own.deals ?? []),
  fuels: addCounts(facets.fuels, own.fuels),
  gearboxes: addCounts(facets.gearboxes, own.gearboxes),
  sellers: addCounts(facets.sellers, own.sellers),
  models: addCounts(facets.models, own.models),
  sources: addCounts(facets.sources, own.sources),
  bodies: addCounts(facets.bodies, own.bodies),
  colors: addCounts(facets.colors, own.colors),
  features: addCounts(facets.features, own.features),
  priceHistogram: facets.priceHistogram.map((count, step) => count + own.priceHistogram[step]!),
});

/**
 * Which of the indexed cards may stand among results `from` to `to` (not included) of both together, when so many of the
 * viewer's own are found: all but as many before them are certainly indexed ones.
 */
export const indexedSpan = (from: number, to: number, ownCount: number) => ({
  from: Math.max(0, from - ownCount),
  to,
});

/** The page out of the indexed cards of that span and the own ones. */
export function joinPage(
  indexed: readonly Card[],
  own: readonly Card[],
  { from, to, indexedFrom }: { from: number; to: number; indexedFrom: number },
  [query, viewer]: readonly [CardQuery, Viewer],
): CardPage['cards'] {
  if (own.length === 0) return [...indexed];
  return orderCards([...indexed, ...own], query, viewer).slice(from - indexedFrom, to - indexedFrom);
}

/** As many cars as one search answers. */
const mostIds = 10_000;

/** The listed cars that other cars turned out to be, of these ids. */
export const askCurrent = (ids: readonly string[]): Search[] =>
  Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, part) => ({
    head: { index: indexAlias, allow_partial_search_results: false },
    body: {
      query: allOf([listed, oneOf('formerIds', ids.slice(part * mostIds, (part + 1) * mostIds))]),
      size: mostIds,
      track_total_hits: false,
      _source: ['card.id', 'card.formerIds'],
    },
  }));

export function currentIdsOf(
  answers: readonly SearchAnswer[],
  asked: Iterable<string>,
): ReadonlyMap<string, string> {
  const wanted = new Set(asked);
  const cars = answers.flatMap(cardsOf);
  return new Map(
    cars.flatMap(({ id, formerIds }) =>
      formerIds.filter((former) => wanted.has(former)).map((former) => [former, id] as const),
    ),
  );
}
