import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { openBook, rateBook, refreshBook, saveBook } from './book.ts';
import { loadModel, MarketPool, publishFigures, refitModel } from './model.ts';
import { rateOwnBooks } from './own-books.ts';

/** Part of the function's fifteen minutes, so that the results can be written before its timeout. */
const ratingMs = 10 * 60_000;
/** Then the cars of people's own pages follow. */
const ownRatingMs = 13 * 60_000;
/** Part of that time, so that some cars are rated however many must be read. */
const readingMs = 6 * 60_000;

/**
 * Refits the valuation if the market changed, rates cars again, and removes unseen cars from the list. The book keeps the
 * inputs of ratings between runs (decision 13), so only changed and re-rated cars are read.
 */
export async function revalueCatalog(): Promise<void> {
  const begunMs = performance.now();
  const now = clock.now().toISOString();
  const book = await openBook();
  const market = new MarketPool(now);
  const { changes, isComplete } = await refreshBook(book, now, market.see, begunMs + readingMs);
  const pool = market.of(book);
  const current = await loadModel();
  // An incomplete book holds fewer cars than the current model was fitted to.
  const model = isComplete || !current ? await refitModel(pool, current, now) : current;
  if (isComplete) await publishFigures(model, pool.size, market.days.figures());
  const moved = await rateBook(book, model, now, begunMs + ratingMs);
  await saveBook(book);
  const ownMoved = await rateOwnBooks(model, now, begunMs + ownRatingMs);
  log.info('the catalog was rated again', {
    cars: book.cars,
    changes,
    isComplete,
    pool: pool.size,
    moved,
    ownMoved,
  });
  countMetric('CarsReRated', moved + ownMoved);
}
