import type { Viewer } from '../../car/viewer.ts';
import type { CardQuery } from '../card-query.ts';
import { facetClauses, plainClauses } from './filters.ts';
import { indexAlias } from './index-definition.ts';
import { behind, sortClause, sortFor } from './orders.ts';
import { allOf, type Clause, type Search } from './search-body.ts';

/** So many results are reached by counting from the first (`index.max_result_window` where nobody sets it). */
const window = 10_000;

/** Part of what was found, in its order: `from` the first on, or from the last when the end is nearer. */
export type Span = { from: number; size: number; isFromEnd: boolean };

/** The span of results `from` to `to` (not included) of `total`, counted from the nearer end. */
export function spanOf(from: number, to: number, total: number): Span {
  const end = Math.min(to, total);
  const size = Math.max(0, end - from);
  return end <= window || from <= total - end
    ? { from, size, isFromEnd: false }
    : { from: total - end, size, isFromEnd: true };
}

/** Whether one search reaches it. */
export const isWithinWindow = ({ from, size }: Span): boolean => from + size <= window;

const everyClause = (query: CardQuery, viewer: Viewer): Clause[] => [
  ...plainClauses(query, viewer),
  ...Object.values(facetClauses(query, viewer)).flat(),
];

const searchOf = (query: CardQuery, viewer: Viewer, span: Span, more: readonly Clause[]): Clause => ({
  query: allOf([...everyClause(query, viewer), ...more]),
  sort: sortClause(sortFor(query, viewer), span.isFromEnd),
  from: span.from,
  size: span.size,
  track_total_hits: false,
});

const head: Clause = { index: indexAlias, allow_partial_search_results: false };

/** The cards of a span within the window; behind the document that `values` sort like, where they are given. */
export function askSpan(
  query: CardQuery,
  viewer: Viewer,
  span: Span,
  values: readonly (string | number)[] | null = null,
): Search {
  const more = values === null ? [] : [behind(sortFor(query, viewer), span.isFromEnd, values)];
  return { head, body: { ...searchOf(query, viewer, span, more), _source: ['card'] } };
}

/** A stride towards a span beyond the window: the last document that counting reaches, of which the sort values are read. */
export function askStride(
  query: CardQuery,
  viewer: Viewer,
  { isFromEnd }: Span,
  values: readonly (string | number)[] | null,
): Search {
  const last = { from: window - 1, size: 1, isFromEnd };
  const { head, body } = askSpan(query, viewer, last, values);
  return { head, body: { ...body, _source: false } };
}

/** What is left of a way after a stride. */
export const afterStride = (span: Span): Span => ({ ...span, from: span.from - window });
