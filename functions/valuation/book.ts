import { randomUUID } from 'node:crypto';
import { isCard } from '#core/cars/card.ts';
import { hasRatingMoved, isOfThisMarket, isOutOfSight } from '#core/cars/listing-life.ts';
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

const hourMs = 3600_000;
/** Every car grows older: what no change and no new model asks about is asked once in so many hours. */
const askEveryHours = 24;
/** Cars written side by side: a hundred thousand of them one by one would outlast the hour's run. */
const lanes = 8;

/** The name under which a model was asked; a car may be rated without one, by the register. */
const nameOf = (model: Model | null) => model?.version ?? 'none';

/** Whether the car must be read: it would say something else by now, or waits for something that no book can tell. */
function mustBeRead(basis: RatingBasis, model: Model | null, now: string): boolean {
  if (basis.isOwed || basis.isIndexedInPart || isOutOfSight(basis, now, unseenDays())) return true;
  const hour = Math.floor(Date.parse(now) / hourMs) % askEveryHours;
  if (basis.askedModel === nameOf(model) && shardOf(basis.id, askEveryHours) !== hour) return false;
  return hasRatingMoved(basis.said, rateFrom(basis.from, model, now));
}

/** Rates some stored cars again; as the book holds them then, those that somebody else wrote meanwhile left out. */
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

async function ratePage(
  bases: readonly RatingBasis[],
  model: Model | null,
  now: string,
): Promise<{ bases: RatingBasis[]; moved: number }> {
  const offered = bases.filter(({ availability }) => availability !== 'gone' && availability !== 'unseen');
  const read = new Set(offered.filter((basis) => mustBeRead(basis, model, now)).map(({ id }) => id));
  const rated = new Map<string, RatingBasis>();
  let moved = 0;
  for await (const some of readStored([...read])) {
    const found = await reRateSome(some, model);
    moved += found.moved;
    for (const basis of found.bases) rated.set(basis.id, basis);
  }
  const askedModel = nameOf(model);
  const after = bases.map((basis) => {
    const known = read.has(basis.id) ? rated.get(basis.id) : basis;
    // Written by somebody else, or another car by now: its change comes with the next run.
    return known ? { ...known, askedModel } : basis;
  });
  return { bases: after, moved };
}

/**
 * Rates every car of the book again whose rating can have moved, until `untilMs` of `performance.now()`: with the page it did
 * not come to the next run begins. Returns how many cars were written.
 */
export async function rateBook(
  book: RatingBook,
  model: Model | null,
  now: string,
  untilMs: number,
): Promise<number> {
  const count = book.pages.length;
  let moved = 0;
  for (let done = 0; done < count && performance.now() < untilMs; done++) {
    const place = book.nextPage % count;
    const rated = await ratePage(unpackPage(book.pages[place]!), model, now);
    book.pages[place] = packPage(rated.bases);
    book.nextPage = (place + 1) % count;
    moved += rated.moved;
  }
  return moved;
}

/** Pages are cut for so many cars, and cut anew when they hold twice as many. */
const carsPerPage = 4_000;
/** Whatever became of its changes, the book has the cars that the index has, once in so many hours. */
const compareEveryHours = 24;
/** A car is read once in so many hours, whatever the book says of it: an error in it must not live on. */
const readEveryHours = 7 * 24;

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

/** What the book asks of a change: a million cards side by side would fill the function's memory. */
type Change = { id: string; updatedAt: string; hasLeft: boolean };

async function readChanges(since: string | null, now: string): Promise<Change[]> {
  const changes: Change[] = [];
  await eachCatalogPage(since, (page) => {
    for (const change of page) {
      const { id, updatedAt } = change;
      changes.push({ id, updatedAt, hasLeft: !isCard(change) || !isOfThisMarket(change, now) });
    }
  });
  return changes;
}

/** Brings one page up to what the table holds of its cars. `isWhole`: these are all that the index has, not the last changes. */
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

export type Refreshed = {
  /** How many changes there were. */
  changes: number;
  /** Whether the book knows them all; else the next run sees them again, and reads what this one did not come to. */
  isComplete: boolean;
};

/**
 * Brings the book up to `now` (ISO instant) and shows every car of it to `see`. From `untilMs` of `performance.now()` on it
 * reads no more cars: the pages that are left stay as they were. So a new book of a million cars is filled by several runs.
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
  return { changes: changes.length, isComplete };
}
