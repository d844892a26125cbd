import type { RatingBasis } from '#core/cars/rating-basis.ts';
import { rotated } from '#core/shared.ts';
import type { Model } from '#core/valuation/model.ts';
import { forgetGone } from '#functions/cars/forget-gone.ts';
import { getOwnCars } from '#functions/cars/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { basisOfStored, nameOf, openBook, rateBook, ratePage, refreshBook, saveBook } from './book.ts';
import { loadModel, MarketPool, publishFigures, refitModel } from './model.ts';
import { getOwnBook, listOwnBooks, type OwnBook, writeOwnBook } from './own-book-store.ts';
import { packPage, unpackPage } from './rating-pages.ts';

/** How many own cars of one person are rated again each hour; older ones only when a page shows them again. */
const mostCars = 500;
const batch = 100;
const atOnce = 4;

async function* readOwn(userId: string, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += batch)
    yield await getOwnCars(ids.slice(from, from + batch), userId);
}

/** The person's newest own cars, with the current data of those that were stored since the last run. */
async function refresh({ userId, page, changed }: OwnBook): Promise<RatingBasis[]> {
  const bases = new Map((page ? unpackPage(page) : []).map((basis) => [basis.id, basis]));
  for await (const cars of readOwn(userId, changed))
    for (const stored of cars) bases.set(stored.car.id, basisOfStored(stored));
  return [...bases.values()].sort((a, b) => (a.scrapedAt < b.scrapedAt ? 1 : -1)).slice(0, mostCars);
}

/** Rates one person's own cars again; returns how many ratings moved. */
async function rateOwnBook(userId: string, model: Model | null, now: string): Promise<number> {
  const book = await getOwnBook(userId);
  if (!book) return 0;
  const known = await refresh(book);
  // An own car is gone only when a page that should show it does not: time alone does not retire it.
  const shelf = {
    read: (ids: readonly string[]) => readOwn(userId, ids),
    unseenDays: Number.POSITIVE_INFINITY,
  };
  const { bases, moved } = await ratePage(known, model, now, shelf);
  const isChanged = moved > 0 || book.changed.length > 0 || book.model !== nameOf(model);
  if (isChanged) await writeOwnBook(book, { page: packPage(bases), model: nameOf(model) });
  return moved;
}

/**
 * Rates the cars of people's own pages again, until `untilMs` of `performance.now()`. It begins with another person each time,
 * so that nobody is always left out. Returns how many ratings moved.
 */
export async function rateOwnBooks(model: Model | null, now: string, untilMs: number): Promise<number> {
  const turn = rotated(await listOwnBooks(), Math.random());
  let moved = 0;
  for (let from = 0; from < turn.length && performance.now() < untilMs; from += atOnce) {
    const some = turn.slice(from, from + atOnce).map(async (userId) => {
      try {
        return await rateOwnBook(userId, model, now);
      } catch (error) {
        log.failure('the own cars of a person could not be rated again', error);
        return 0;
      }
    });
    for (const count of await Promise.all(some)) moved += count;
  }
  return moved;
}

/** Until then the catalog is rated. Part of the function's fifteen minutes, so that the results can be written before its timeout. */
const ratingMs = 10 * 60_000;
/** Until then the cars of people's own pages are rated. */
const ownRatingMs = 12 * 60_000;
/** Until then cars that are long gone are deleted from the table. */
const forgettingMs = 13 * 60_000;
/** Until then changed cars are read, so that some are rated however many must be read. */
const readingMs = 6 * 60_000;

/**
 * Refits the valuation if the market changed, rates cars again, and removes unseen cars from the list. The book keeps the
 * inputs of ratings between runs (decision 13), so only changed and re-rated cars are read. Once a day, when it is compared with
 * the whole index, cars that have been gone for thirteen months leave the table.
 */
export async function revalueCatalog(): Promise<void> {
  const begunMs = performance.now();
  const now = clock.now().toISOString();
  const book = await openBook();
  const market = new MarketPool(now);
  const { changes, isComplete, longGone } = await refreshBook(book, now, market.see, begunMs + readingMs);
  const pool = market.of(book);
  const current = await loadModel();
  // An incomplete book holds fewer cars than the current model was fitted to.
  const model = isComplete || !current ? await refitModel(pool, current, now) : current;
  if (isComplete) await publishFigures(model, pool.size, market);
  const moved = await rateBook(book, model, now, begunMs + ratingMs);
  await saveBook(book);
  const ownMoved = await rateOwnBooks(model, now, begunMs + ownRatingMs);
  const forgotten = await forgetGone(longGone, now, begunMs + forgettingMs);
  log.info('the catalog was rated again', {
    cars: book.cars,
    changes,
    isComplete,
    pool: pool.size,
    moved,
    ownMoved,
    forgotten,
  });
  countMetric('CarsReRated', moved + ownMoved);
}
