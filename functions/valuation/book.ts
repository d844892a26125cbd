import { randomUUID } from 'node:crypto';
import { isCard } from '#core/cars/card.ts';
import { hasRatingMoved, isForgotten, isOfThisMarket, isOutOfSight } from '#core/cars/listing-life.ts';
import { basisOf, type RatingBasis, rateFrom } from '#core/cars/rating-basis.ts';
import { shardOf } from '#core/shared.ts';
import type { Model } from '#core/valuation/model.ts';
import { getCars, type StoredCar } from '#functions/cars/store.ts';
import { overlapMs } from '#functions/catalog/catalog.ts';
import { eachCatalogPage } from '#functions/catalog/change-store.ts';
import { log } from '#functions/platform/log.ts';
import { unseenDays } from '#functions/platform/settings.ts';
import { reRateCar } from './rate.ts';
import { packPage, readPages, unpackPage, writePages } from './rating-pages.ts';

/**
 * The inputs of all ratings of the catalog, in packed pages of which one is unpacked at a time: a million cars at once would
 * fill the function's memory.
 */
export type RatingBook = {
  pages: Uint8Array[];
  cars: number;
  /** ISO instant up to which the catalog's changes are in the book; null: not all cars have been read yet. */
  readUpTo: string | null;
  /** When it was last compared with the whole index; null: never. */
  comparedAt: string | null;
  /** The page to rate first. */
  nextPage: number;
  generation: 'a' | 'b';
};

const batch = 100;

/** The book that the last run wrote; an empty one when none is usable. */
export async function openBook(): Promise<RatingBook> {
  try {
    const found = await readPages();
    if (found) return { ...found.pointer, pages: found.pages };
  } catch (error) {
    log.failure('the book of ratings could not be read: every car is read again', error);
  }
  return { pages: [], cars: 0, readUpTo: null, comparedAt: null, nextPage: 0, generation: 'b' };
}

export async function saveBook({ pages, generation: former, ...about }: RatingBook): Promise<void> {
  const generation = former === 'a' ? 'b' : 'a';
  await writePages(pages, { ...about, generation, run: randomUUID() });
}

const registerValuationOf = ({ source }: StoredCar) => source.identification.vehicle?.valuation ?? null;

export const basisOfStored = (stored: StoredCar): RatingBasis =>
  basisOf(stored.car, registerValuationOf(stored), stored.isIndexedInPart === true);

/** The stored cars of these ids, some hundreds at a time: all of them, with their sources, would fill the memory. */
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

const hourMs = 3600_000;
/** Cars age, so every car is rated at least this often, even without a change or a new model. */
const askEveryHours = 24;
/** Cars written in parallel: a hundred thousand one by one would take longer than the hourly run. */
const lanes = 8;

/** The model's version in the book; a car may be rated without a model, by the register's valuation. */
export const nameOf = (model: Model | null) => model?.version ?? 'none';

/** Whether the car must be read: its rating would change, or it waits for data that is not in the book. */
function mustBeRead(basis: RatingBasis, model: Model | null, now: string, mostUnseenDays: number): boolean {
  if (basis.isOwed || basis.isIndexedInPart || isOutOfSight(basis, now, mostUnseenDays)) return true;
  const hour = Math.floor(Date.parse(now) / hourMs) % askEveryHours;
  if (basis.askedModel === nameOf(model) && shardOf(basis.id, askEveryHours) !== hour) return false;
  return hasRatingMoved(basis.said, rateFrom(basis.from, model, now));
}

/** Rates some stored cars again and returns their new entries, without those that were changed concurrently. */
async function reRateSome(
  some: readonly StoredCar[],
  model: Model | null,
): Promise<{ bases: RatingBasis[]; moved: number }> {
  const bases: RatingBasis[] = [];
  let moved = 0;
  for (let from = 0; from < some.length; from += lanes) {
    const beside = some.slice(from, from + lanes).map((stored) => reRateCar(stored, model));
    for (const rated of await Promise.all(beside)) {
      if (!rated) continue;
      bases.push(basisOfStored(rated.stored));
      if (rated.isWritten) moved++;
    }
  }
  return { bases, moved };
}

/** How the cars of a page are read, and after how many days without a sighting they are retired. */
type Shelf = { read: (ids: readonly string[]) => AsyncIterable<StoredCar[]>; unseenDays: number };

/** Rates the cars of a page whose ratings may have changed. */
export async function ratePage(
  bases: readonly RatingBasis[],
  model: Model | null,
  now: string,
  shelf: Shelf,
): Promise<{ bases: RatingBasis[]; moved: number }> {
  const offered = bases.filter(({ availability }) => availability !== 'gone' && availability !== 'unseen');
  const read = new Set(
    offered.filter((basis) => mustBeRead(basis, model, now, shelf.unseenDays)).map(({ id }) => id),
  );
  const rated = new Map<string, RatingBasis>();
  let moved = 0;
  for await (const some of shelf.read([...read])) {
    const found = await reRateSome(some, model);
    moved += found.moved;
    for (const basis of found.bases) rated.set(basis.id, basis);
  }
  const askedModel = nameOf(model);
  const after = bases.map((basis) => {
    const known = read.has(basis.id) ? rated.get(basis.id) : basis;
    // Changed concurrently, or merged: the next run reads that change.
    return known ? { ...known, askedModel } : basis;
  });
  return { bases: after, moved };
}

/**
 * Rates every car of the book whose rating may have changed, until `untilMs` of `performance.now()`; the next run begins
 * with the first page not reached. Returns how many cars were written.
 */
export async function rateBook(
  book: RatingBook,
  model: Model | null,
  now: string,
  untilMs: number,
): Promise<number> {
  const shelf = { read: readStored, unseenDays: unseenDays() };
  const count = book.pages.length;
  let moved = 0;
  for (let done = 0; done < count && performance.now() < untilMs; done++) {
    const place = book.nextPage % count;
    const rated = await ratePage(unpackPage(book.pages[place]!), model, now, shelf);
    book.pages[place] = packPage(rated.bases);
    book.nextPage = (place + 1) % count;
    moved += rated.moved;
  }
  return moved;
}

/** Pages are cut for this many cars, and cut again when they hold twice as many. */
const carsPerPage = 4_000;
/** The book is compared with the whole index this often, in case changes were missed. */
const compareEveryHours = 24;
/** Every car is read this often, so that an error in the book cannot persist. */
const readEveryHours = 7 * 24;

/** Doubles the pages when they have become too long. The cars of a page go to two: itself and a new one at the end. */
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

/** The fields of a change that the book needs: a million whole cards would fill the function's memory. */
type Change = { id: string; updatedAt: string; hasLeft: boolean; isForgotten: boolean };

async function readChanges(since: string | null, now: string): Promise<Change[]> {
  const changes: Change[] = [];
  await eachCatalogPage(
    () => since,
    (page) => {
      for (const change of page) {
        const { id, updatedAt } = change;
        const leftAt = isCard(change) ? change.goneAt : updatedAt;
        const hasLeft = !isCard(change) || !isOfThisMarket(change, now);
        changes.push({ id, updatedAt, hasLeft, isForgotten: isForgotten(leftAt, now) });
      }
    },
  );
  return changes;
}

/** Updates one page from the table. `isWhole`: the changes are the whole index, not only recent ones. */
async function refreshPage(
  bases: readonly RatingBasis[],
  changes: readonly Change[],
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
  for (const { id, updatedAt, hasLeft } of changes) {
    if (hasLeft) known.delete(id);
    else if (known.get(id)?.updatedAt !== updatedAt) asked.add(id);
  }
  const read = new Map<string, RatingBasis>();
  for await (const some of readStored([...asked]))
    for (const stored of some) read.set(stored.car.id, basisOfStored(stored));
  for (const id of asked) {
    const basis = read.get(id);
    // A merged car leads to another one.
    if (basis) known.set(id, basis);
    else known.delete(id);
  }
  return [...known.values()].filter((basis) => isOfThisMarket(basis, now));
}

/**
 * Whether to compare with the whole index: also when the clock was set back behind the last run, because changes written since
 * would otherwise be missed.
 */
function isToCompare({ readUpTo, comparedAt }: RatingBook, now: string): boolean {
  if (readUpTo === null || comparedAt === null || Date.parse(readUpTo) > Date.parse(now)) return true;
  return Date.parse(now) - Date.parse(comparedAt) >= compareEveryHours * hourMs;
}

export type Refreshed = {
  changes: number;
  /** Whether all of them are in the book; if not, the next run reads the rest. */
  isComplete: boolean;
  /** The cars among them that may have been gone for so long that they are forgotten: after a comparison with the whole index. */
  longGone: string[];
};

/** A new book of cars that were all rated at `now` by this model. The next run compares it with the whole index. */
export function bookOf(bases: readonly RatingBasis[], model: Model | null, now: string): RatingBook {
  const askedModel = nameOf(model);
  const page = packPage(bases.map((basis) => ({ ...basis, askedModel })));
  const pages = cutPages([page], bases.length);
  return { pages, cars: bases.length, readUpTo: now, comparedAt: null, nextPage: 0, generation: 'b' };
}

/**
 * Brings the book up to `now` (ISO instant) and passes every car in it to `see`. From `untilMs` of `performance.now()` on it
 * reads no more cars, and the remaining pages stay as they were, so that several runs fill a new book of a million cars.
 */
export async function refreshBook(
  book: RatingBook,
  now: string,
  see: (basis: RatingBasis) => void,
  untilMs: number,
): Promise<Refreshed> {
  const { readUpTo } = book;
  const isWhole = isToCompare(book, now);
  const since = isWhole ? null : new Date(Date.parse(readUpTo!) - overlapMs).toISOString();
  const changes = await readChanges(since, now);
  book.pages = cutPages(book.pages, Math.max(book.cars, changes.length));
  book.cars = 0;
  const count = book.pages.length;
  const ofPage = Map.groupBy(changes, ({ id }) => shardOf(id, count));
  let isComplete = true;
  for (const [place, page] of book.pages.entries()) {
    let bases = unpackPage(page);
    if (performance.now() < untilMs) {
      bases = await refreshPage(bases, ofPage.get(place) ?? [], isWhole, now);
      book.pages[place] = packPage(bases);
    } else isComplete = false;
    for (const basis of bases) see(basis);
    book.cars += bases.length;
  }
  if (isComplete) book.readUpTo = now;
  if (isComplete && isWhole) book.comparedAt = now;
  const longGone = changes.flatMap((change) => (change.isForgotten ? [change.id] : []));
  return { changes: changes.length, isComplete, longGone };
}
