import type { Card } from '../../car/card.ts';
import type { Town } from '../../place/towns.ts';
import type { SortOption } from '../sort-options.ts';
import { readCard } from './card-text.ts';
import { type Texts, textAt } from './texts.ts';
import type { WordIndex } from './word-index.ts';

/** A column of names: each row's code, and the name of each code. Code 0 is "unknown". */
export type Names = { codes: Uint32Array<ArrayBuffer>; values: readonly string[] };

/** The columns that are plain numbers a row, with the types that hold them. */
export const numberColumns = {
  /** See traits.ts. */
  traits: Uint16Array,
  priceDkk: Float64Array,
  /** The histogram's bar; 255 for a price that stands in none. */
  priceStep: Uint8Array,
  /** 0: unknown. */
  year: Int16Array,
  /** As the list compares it; `Number.MAX_VALUE`: unknown. */
  mileageKm: Float64Array,
  /** Next inspection as a number, 20270314; 0: unknown. */
  inspection: Uint32Array,
  /** See looks.ts. */
  looks: Uint16Array,
  /** See `packFeatures`. */
  features: Uint8Array,
  /** 0: unknown. */
  horsepower: Uint16Array,
  /** Milliseconds since 1970. */
  firstSeenMs: Float64Array,
  scrapedMs: Float64Array,
  listedMs: Float64Array,
  /** When the price fell last; 0: it did not. */
  droppedMs: Float64Array,
  /** See `priceShare`. */
  priceShare: Float64Array,
} as const;

export type NumberColumn = keyof typeof numberColumns;
export type NumberColumns = { [Column in NumberColumn]: InstanceType<(typeof numberColumns)[Column]> };

/**
 * Cards as columns. Rows are in the order of the ids, so that a row's number decides between equals. A segment is built
 * once and never changes but for `isGone`: a card that changes is gone here and stands anew in a later segment.
 */
export type Segment = {
  size: number;
  ids: readonly string[];
  /** 1: removed, or replaced by a later segment. */
  isGone: Uint8Array;
  goneCount: number;
  numbers: NumberColumns;
  makes: Names;
  /** Of whatever make. */
  models: Names;
  cities: Names;
  /** The town of each city, for distances. */
  towns: readonly (Town | null)[];
  /** The rows in each order of the list. */
  orders: Record<SortOption, Uint32Array<ArrayBuffer>>;
  words: { open: WordIndex; guarded: WordIndex };
  /** The whole cards, see card-text.ts. */
  texts: Texts;
};

export const noPriceStep = 255;
export const unknownMileage = Number.MAX_VALUE;

export const cardAt = (segment: Segment, row: number): Card => readCard(textAt(segment.texts, row));

/** The row of an id, gone or not; −1 when there is none. */
export function rowOf({ ids }: Segment, id: string): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle]!;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const bytesPerString = 48;

/** About how much memory it takes; texts and numbers exactly, strings by a usual size. */
export function memoryOf(segment: Segment): number {
  const arrays: { byteLength: number }[] = [
    segment.isGone,
    ...Object.values(segment.numbers),
    segment.makes.codes,
    segment.models.codes,
    segment.cities.codes,
    ...Object.values(segment.orders),
  ];
  const { open, guarded } = segment.words;
  for (const { offsets } of [open, guarded])
    arrays.push(offsets, { byteLength: offsets.at(-1)! * Uint32Array.BYTES_PER_ELEMENT });
  const texts = segment.texts.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  const strings = segment.ids.length + open.words.length + guarded.words.length;
  return arrays.reduce((sum, array) => sum + array.byteLength, texts + strings * bytesPerString);
}
