import { isCard } from '#core/car/card.ts';
import { isOfThisMarket } from '#core/car/gone-evidence.ts';
import type { RatingBasis } from '#core/car/rating-basis.ts';
import { shardOf } from '#core/shard-of.ts';
import { eachCatalogPage } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import { packPage, unpackPage } from '#functions/_adapters/rating-pages.ts';
import { overlapMs } from './catalog-overlap.ts';
import { basisOfStored, type RatingBook, readStored } from './rating-book.ts';

/** Pages are cut for so many cars, and cut anew when they hold twice as many. */
const carsPerPage = 4_000;
const hourMs = 3600_000;
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
