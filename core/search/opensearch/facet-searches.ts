import type { Viewer } from '../../car/viewer.ts';
import { type CardQuery, isFiltered } from '../card-query.ts';
import { type FacetName, facetClauses, facetNames, listed, lockedClause, plainClauses } from './filters.ts';
import { type IndexedField, indexAlias } from './index-definition.ts';
import { allOf, type Clause, type Search } from './search-body.ts';

/** More than there are makes, or models of all makes: with a place for each the counts of all parts add up exactly. */
const mostNames = 10_000;

const counted: Record<FacetName | 'features', IndexedField> = {
  price: 'priceStep',
  brand: 'make',
  model: 'model',
  deal: 'deal',
  fuel: 'fuel',
  gearbox: 'gearbox',
  seller: 'seller',
  source: 'sources',
  body: 'body',
  color: 'color',
  features: 'features',
};
export type Counted = keyof typeof counted;

const countsOf = (names: readonly Counted[]): Clause =>
  Object.fromEntries(names.map((name) => [name, { terms: { field: counted[name], size: mostNames } }]));

/** Answered from memory while nothing changes. */
const head: Clause = { index: indexAlias, request_cache: true, allow_partial_search_results: false };
const countOnly = (query: Clause, more: Clause = {}): Search => ({ head, body: { size: 0, query, ...more } });

/** The facets that the answer has for this question and viewer. */
const wantedFacets = ({ brands, models }: CardQuery, viewer: Viewer): FacetName[] =>
  facetNames.filter((name) => {
    if (name === 'deal') return viewer.isPremium;
    return name !== 'model' || brands.length + models.length > 0;
  });

/** The newest change that the index knows, removals included. */
export const askNewest = (): Search =>
  countOnly(
    { match_all: {} },
    { track_total_hits: false, aggs: { newest: { max: { field: 'updatedMs' } } } },
  );

/** How many cars of the list would be open to the viewer with premium; null where that is of no interest or none. */
export function askLocked(query: CardQuery, viewer: Viewer): Search | null {
  const locked = lockedClause(viewer);
  return locked === null || isFiltered(query)
    ? null
    : countOnly(allOf([listed, locked]), { track_total_hits: true });
}

/** How many cars the list has of each deal. */
export const askDeals = (): Search =>
  countOnly(allOf([listed]), { track_total_hits: true, aggs: countsOf(['deal']) });

/**
 * The total and the facets. A facet counts what the filters but its own leave: those whose filter is not set all count what
 * was found, in one search; each of the others has a search of its own.
 */
export function askFacets(query: CardQuery, viewer: Viewer): { found: Search; others: Search[] } {
  const plain = plainClauses(query, viewer);
  const clauses = facetClauses(query, viewer);
  const without = (skipped: FacetName | null): Clause =>
    allOf([...plain, ...facetNames.filter((name) => name !== skipped).flatMap((name) => clauses[name])]);
  const wanted = wantedFacets(query, viewer);
  const ofFound = wanted.filter((name) => clauses[name].length === 0);
  const ofOthers = wanted.filter((name) => clauses[name].length > 0);
  return {
    found: countOnly(without(null), { track_total_hits: true, aggs: countsOf([...ofFound, 'features']) }),
    others: ofOthers.map((name) =>
      countOnly(without(name), { track_total_hits: false, aggs: countsOf([name]) }),
    ),
  };
}
