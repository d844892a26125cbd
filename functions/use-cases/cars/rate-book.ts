import { hasRatingMoved } from '#core/car/has-moved.ts';
import { type RatingBasis, rateFrom, saidBy } from '#core/car/rating-basis.ts';
import { isOutOfSight } from '#core/car/retire.ts';
import { shardOf } from '#core/shard-of.ts';
import type { Model } from '#core/valuation/model.ts';
import type { StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { packPage, unpackPage } from '#functions/_adapters/rating-pages.ts';
import { unseenDays } from '#functions/_runtime/settings.ts';
import { basisOfStored, type RatingBook, readStored } from './rating-book.ts';
import { reRateCar } from './re-rate-car.ts';

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
  return hasRatingMoved(basis.said, saidBy(rateFrom(basis.from, model, now)));
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
