import { randomUUID } from 'node:crypto';
import { type CatalogChange, isCard } from '#core/car/card.ts';
import { isOfThisMarket } from '#core/car/gone-evidence.ts';
import { basisOf, type RatingBasis } from '#core/car/rating-basis.ts';
import { shardOf } from '#core/shard-of.ts';
import { getCars, type StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { readCatalogChanges } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import { packPage, readPages, unpackPage, writePages } from '#functions/_adapters/rating-pages.ts';
import { log } from '#functions/_runtime/log.ts';
import { overlapMs } from './catalog-overlap.ts';

/**
 * What all ratings of the catalog rest on, in pages of which one is unpacked at a time: a million cars side by side would
 * fill the function's memory.
 */
export type RatingBook = {
  pages: Uint8Array[];
  cars: number;
  /** ISO instant up to which it knows the catalog's changes; null: it knows none. */
  readUpTo: string | null;
  /** When it was last held against the whole index; null: never. */
  comparedAt: string | null;
  /** The page to rate first. */
  nextPage: number;
  generation: 'a' | 'b';
};

/** Pages are cut for so many cars, and cut anew when they hold twice as many. */
const carsPerPage = 4_000;
const hourMs = 3600_000;
/** Whatever became of its changes, the book has the cars that the index has, once in so many hours. */
const compareEveryHours = 24;
/** A car is read once in so many hours, whatever the book says of it: an error in it must not live on. */
const readEveryHours = 7 * 24;
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

export async function saveBook(book: RatingBook, readUpTo: string): Promise<void> {
  const comparedAt = book.comparedAt ?? readUpTo;
  const generation = book.generation === 'a' ? 'b' : 'a';
  const { pages, cars, nextPage } = book;
  await writePages(pages, { generation, run: randomUUID(), cars, readUpTo, comparedAt, nextPage });
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

/** Twice as many pages as long as these are too few. The cars of one page go to two: itself and the one behind the others. */
function cutPages(pages: readonly Uint8Array[], cars: number): Uint8Array[] {
  let cut = pages.length === 0 ? [packPage([])] : [...pages];
  while (cars > 2 * carsPerPage * cut.length) {
    const count = 2 * cut.length;
    const dealt = cut.map((page) => {
      const bases = unpackPage(page);
      return [false, true].map((isBehind) =>
        packPage(bases.filter(({ id }) => shardOf(id, count) >= cut.length === isBehind)),
      );
    });
    cut = [...dealt.map(([own]) => own!), ...dealt.map(([, behind]) => behind!)];
  }
  return cut;
}

/** Brings one page up to what the table holds of its cars. `isWhole`: these are all that the index has, not the last changes. */
async function refreshPage(
  bases: readonly RatingBasis[],
  changes: readonly CatalogChange[],
  isWhole: boolean,
  now: string,
): Promise<RatingBasis[]> {
  const indexed = isWhole && new Set(changes.map(({ id }) => id));
  const known = new Map(
    bases.filter(({ id }) => !indexed || indexed.has(id)).map((basis) => [basis.id, basis]),
  );
  const hour = Math.floor(Date.parse(now) / hourMs);
  const asked = new Set(
    [...known.keys()].filter((id) => shardOf(id, readEveryHours) === hour % readEveryHours),
  );
  for (const change of changes) {
    if (!isCard(change) || !isOfThisMarket(change, now)) known.delete(change.id);
    else if (known.get(change.id)?.updatedAt !== change.updatedAt) asked.add(change.id);
  }
  const read = new Map<string, RatingBasis>();
  for await (const some of readStored([...asked]))
    for (const stored of some) read.set(stored.car.id, basisOfStored(stored));
  for (const id of asked) {
    const basis = read.get(id);
    // A car that turned out to be another one leads there.
    if (basis) known.set(id, basis);
    else known.delete(id);
  }
  return [...known.values()].filter((basis) => isOfThisMarket(basis, now));
}

/** Also where the clock was set back behind the last run: what happened since would be hidden from this one. */
function isToCompare({ readUpTo, comparedAt }: RatingBook, now: string): boolean {
  if (readUpTo === null || comparedAt === null || Date.parse(readUpTo) > Date.parse(now)) return true;
  return Date.parse(now) - Date.parse(comparedAt) >= compareEveryHours * hourMs;
}

/** Brings the book up to `now` (ISO instant) and shows every car of it to `see`. Returns how many changes came. */
export async function refreshBook(
  book: RatingBook,
  now: string,
  see: (basis: RatingBasis) => void,
): Promise<number> {
  const { readUpTo } = book;
  const isWhole = isToCompare(book, now);
  if (isWhole) book.comparedAt = now;
  const since = isWhole ? null : new Date(Date.parse(readUpTo!) - overlapMs).toISOString();
  const changes = await readCatalogChanges(since);
  book.pages = cutPages(book.pages, Math.max(book.cars, changes.length));
  book.cars = 0;
  const count = book.pages.length;
  const ofPage = Map.groupBy(changes, ({ id }) => shardOf(id, count));
  for (const [place, page] of book.pages.entries()) {
    const bases = await refreshPage(unpackPage(page), ofPage.get(place) ?? [], isWhole, now);
    for (const basis of bases) see(basis);
    book.cars += bases.length;
    book.pages[place] = packPage(bases);
  }
  return changes.length;
}

/** Every car of the book, a page at a time. */
export function* eachBasis(book: RatingBook): Generator<RatingBasis> {
  for (const page of book.pages) yield* unpackPage(page);
}
