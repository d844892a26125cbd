import { randomUUID } from 'node:crypto';
import { basisOf, type RatingBasis } from '#core/car/rating-basis.ts';
import { getCars, type StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { readPages, unpackPage, writePages } from '#functions/_adapters/rating-pages.ts';
import { log } from '#functions/_runtime/log.ts';

/**
 * What all ratings of the catalog rest on, in pages of which one is unpacked at a time: a million cars side by side would
 * fill the function's memory.
 */
export type RatingBook = {
  pages: Uint8Array[];
  cars: number;
  /** ISO instant up to which it knows the catalog's changes; null: it has not read all cars yet. */
  readUpTo: string | null;
  /** When it was last held against the whole index; null: never. */
  comparedAt: string | null;
  /** The page to rate first. */
  nextPage: number;
  generation: 'a' | 'b';
};

const batch = 100;
/** Batches read side by side. */
const lanes = 8;

/** The one that the last run wrote; an empty one where there is none that can be used. */
export async function openBook(): Promise<RatingBook> {
  try {
    const found = await readPages();
    if (found) return { ...found.pointer, pages: found.pages };
  } catch (error) {
    log.failure('what ratings rest on could not be read, every car is read again', error);
  }
  return { pages: [], cars: 0, readUpTo: null, comparedAt: null, nextPage: 0, generation: 'b' };
}

export async function saveBook({ pages, generation: former, ...about }: RatingBook): Promise<void> {
  const generation = former === 'a' ? 'b' : 'a';
  await writePages(pages, { ...about, generation, run: randomUUID() });
}

const registerValuationOf = ({ source }: StoredCar) => source.identification.vehicle?.valuation ?? null;

/** A car as the book holds it. */
export const basisOfStored = (stored: StoredCar): RatingBasis =>
  basisOf(stored.car, registerValuationOf(stored), stored.isIndexedInPart === true);

/** The stored cars of these ids, some hundreds at a time: with their sources, all of them would fill the memory. */
export async function* readStored(ids: readonly string[]): AsyncGenerator<StoredCar[]> {
  for (let from = 0; from < ids.length; from += batch * lanes) {
    const starts = Array.from({ length: lanes }, (_, lane) => from + lane * batch);
    const read = await Promise.all(starts.map((start) => getCars(ids.slice(start, start + batch))));
    yield read.flat();
  }
}

/** Every car of the book, a page at a time. */
export function* eachBasis(book: RatingBook): Generator<RatingBasis> {
  for (const page of book.pages) yield* unpackPage(page);
}
