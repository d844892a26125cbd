import { dealRank } from '../card-rules.ts';
import { type SortOption, sortOptions } from '../sort-options.ts';
import type { NumberColumns } from './segment.ts';
import { asks, dealOf } from './traits.ts';

type RowKey = (columns: NumberColumns, row: number) => number;

/** Of cars that are offered since some day at least nobody knows which is the newer: they come last in both directions. */
const ageUnknown: RowKey = ({ listedMs, firstSeenMs }, row) => (listedMs[row]! < firstSeenMs[row]! ? 0 : 1);

/** What a row is sorted by, lowest first. Ids decide between equals. */
const keys: Record<SortOption, RowKey> = {
  price_asc: ({ traits, priceDkk }, row) => (asks(traits[row]!) ? priceDkk[row]! : Infinity),
  price_desc: ({ traits, priceDkk }, row) => (asks(traits[row]!) ? -priceDkk[row]! : Infinity),
  deal: ({ traits }, row) => -dealRank[dealOf(traits[row]!)],
  mileage_asc: ({ mileageKm }, row) => mileageKm[row]!,
  year_desc: ({ year }, row) => -year[row]!,
  scraped_desc: ({ scrapedMs }, row) => -scrapedMs[row]!,
  listed_desc: ageUnknown,
  listed_asc: ageUnknown,
};
const secondKeys: Partial<Record<SortOption, RowKey>> = {
  // Cars of one deal: the furthest below its estimate first.
  deal: ({ priceShare }, row) => priceShare[row]!,
  listed_desc: ({ listedMs }, row) => -listedMs[row]!,
  listed_asc: ({ listedMs }, row) => listedMs[row]!,
};

const compareNumbers = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

/** Compares rows of two segments; 0 where only the ids differ. */
export function rowComparator(sort: SortOption) {
  const key = keys[sort];
  const second = secondKeys[sort];
  return (a: NumberColumns, rowA: number, b: NumberColumns, rowB: number): number =>
    compareNumbers(key(a, rowA), key(b, rowB)) ||
    (second ? compareNumbers(second(a, rowA), second(b, rowB)) : 0);
}

function orderRows(columns: NumberColumns, size: number, sort: SortOption): Uint32Array<ArrayBuffer> {
  const first = Float64Array.from({ length: size }, (_, row) => keys[sort](columns, row));
  const secondKey = secondKeys[sort];
  const second = secondKey ? Float64Array.from({ length: size }, (_, row) => secondKey(columns, row)) : null;
  const rows = Uint32Array.from({ length: size }, (_, row) => row);
  return rows.sort(
    (a, b) =>
      compareNumbers(first[a]!, first[b]!) || (second ? compareNumbers(second[a]!, second[b]!) : 0) || a - b,
  );
}

/** `known`: the orders that these rows are known to have. */
export const orderAll = (
  columns: NumberColumns,
  size: number,
  known: Partial<Record<SortOption, Uint32Array<ArrayBuffer>>> = {},
): Record<SortOption, Uint32Array<ArrayBuffer>> =>
  Object.fromEntries(
    sortOptions.map((sort) => [sort, known[sort] ?? orderRows(columns, size, sort)]),
  ) as Record<SortOption, Uint32Array<ArrayBuffer>>;
