import type { Card } from '../../car/card.ts';
import type { Viewer } from '../../car/viewer.ts';
import { type CardPage, type CardQuery, type Facet, isFiltered } from '../card-query.ts';
import { buildSegment } from '../catalog/build-segment.ts';
import { addFacets } from '../catalog/facets.ts';
import { countLocked, scanSegments } from '../catalog/query-segments.ts';
import { cardAt } from '../catalog/segment.ts';
import { sortFor } from './orders.ts';
import type { Facets } from './read-answer.ts';

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

/** The cards in the list's order. */
export function orderCards(cards: readonly Card[], query: CardQuery, viewer: Viewer): Card[] {
  const segment = buildSegment(cards);
  return Array.from(segment.orders[sortFor(query, viewer)], (row) => cardAt(segment, row));
}

function addCounts<T extends string>(ours: readonly Facet<T>[], theirs: readonly Facet<T>[]): Facet<T>[] {
  const counts = new Map<T, number>();
  for (const { name, count } of [...ours, ...theirs]) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The facets of both together. */
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
