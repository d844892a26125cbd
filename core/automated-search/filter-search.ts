import type { Card, CatalogChange } from '../car/card.ts';
import type { Viewer } from '../car/viewer.ts';
import { carFilters } from '../contract/routes/car-query.ts';
import type { CardQuery } from '../search/card-query.ts';
import { type Catalog, createCatalog } from '../search/catalog.ts';
import { readCardQuery } from '../search/read-card-query.ts';

/** Ids of searches of the list begin so: the hour tells them from those that visit the marketplace. */
export const filterSearchPrefix = 'filter-';

/** The address of the list with these filters, always the same for the same filters. */
export function filterHref(filters: Readonly<Record<string, string>>): string {
  const said = Object.entries(filters).filter(([, value]) => value.trim() !== '');
  return `/?${new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()}`;
}

/** The query behind such an address. @throws Failure invalid_input for a town that we do not know */
export function filterQuery(href: string, now: Date): CardQuery {
  const filters = carFilters.parse(Object.fromEntries(new URLSearchParams(href.slice('/?'.length))));
  return readCardQuery(filters, now, null);
}

/** The listed cars among these changes, to be asked again and again. */
export const changedCatalog = (changes: readonly CatalogChange[]): Catalog => {
  const catalog = createCatalog([]);
  catalog.apply(changes);
  return catalog;
};

/**
 * The cars that fit, as the list would show them to this viewer: what is locked for them there is not told here either,
 * or a filter would be a way to learn of it.
 */
export function fittingCards(catalog: Catalog, query: CardQuery, viewer: Viewer): Card[] {
  const cards: Card[] = [];
  for (let page = 1; ; page++) {
    const answer = catalog.query({ ...query, page }, viewer);
    cards.push(...answer.cards);
    if (page >= answer.totalPages) return cards;
  }
}
