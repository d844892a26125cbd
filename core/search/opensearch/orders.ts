import type { Viewer } from '../../car/viewer.ts';
import type { CardQuery } from '../card-query.ts';
import type { SortOption } from '../sort-options.ts';
import type { IndexedField } from './index-definition.ts';
import { allOf, anyOf, type Clause } from './search-body.ts';

type Direction = 'asc' | 'desc';
type Key = readonly [field: IndexedField, direction: Direction];

/** What each order goes by; every document of a listed car has all of these fields. */
const keys: Record<SortOption, readonly Key[]> = {
  price_asc: [['askedUp', 'asc']],
  price_desc: [['askedDown', 'desc']],
  deal: [
    ['dealRank', 'desc'],
    ['priceShare', 'asc'],
  ],
  mileage_asc: [['mileageKm', 'asc']],
  year_desc: [['year', 'desc']],
  scraped_desc: [['scrapedMs', 'desc']],
  listed_desc: [
    ['ageKnown', 'desc'],
    ['listedMs', 'desc'],
  ],
  listed_asc: [
    ['ageKnown', 'desc'],
    ['listedMs', 'asc'],
  ],
};

/** The order that the viewer gets: who sees no ratings cannot sort by them. */
export const sortFor = ({ sort }: CardQuery, viewer: Viewer): SortOption =>
  sort === 'deal' && !viewer.isPremium ? 'price_asc' : sort;

const turned = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** Ids decide between equals, so that an order is one. */
const keysOf = (sort: SortOption, isFromEnd: boolean): Key[] =>
  [...keys[sort], ['id', 'asc'] as const].map(([field, direction]) => [
    field,
    isFromEnd ? turned(direction) : direction,
  ]);

/** `isFromEnd`: the last comes first. */
export const sortClause = (sort: SortOption, isFromEnd: boolean): Clause[] =>
  keysOf(sort, isFromEnd).map(([field, direction]) => ({ [field]: direction }));

/** What comes behind the document that had these values in that order. */
export function behind(sort: SortOption, isFromEnd: boolean, values: readonly (string | number)[]): Clause {
  const steps = keysOf(sort, isFromEnd);
  return anyOf(
    steps.map(([field, direction], step) =>
      allOf([
        ...steps.slice(0, step).map(([equal], i) => ({ term: { [equal]: values[i] } })),
        { range: { [field]: { [direction === 'asc' ? 'gt' : 'lt']: values[step] } } },
      ]),
    ),
  );
}
