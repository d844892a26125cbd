import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { openBook, rateBook, refreshBook, saveBook } from './book.ts';
import { loadModel, MarketPool, publishFigures, refitModel } from './model.ts';

/** Of the fifteen minutes of the function, so that what it knows is written before they end. */
const ratingMs = 10 * 60_000;
/** Of those, so that something is rated however many cars are to be read. */
const readingMs = 6 * 60_000;

/**
 * Learns the market anew when it changed, rates again what moved, and takes out of the list what nobody sees any more. What
 * ratings rest on is kept in a book from run to run (decision 13): read are the cars that changed and those that move.
 */
export async function revalueCatalog(): Promise<void> {
  const begunMs = performance.now();
  const now = clock.now().toISOString();
  const book = await openBook();
  const market = new MarketPool(now);
  const { changes, isComplete } = await refreshBook(book, now, market.see, begunMs + readingMs);
  const pool = market.of(book);
  const current = await loadModel();
  // A part of the market teaches less than what the model in use has learnt from.
  const model = isComplete || !current ? await refitModel(pool, current, now) : current;
  if (isComplete) await publishFigures(model, pool.size, market.days.figures());
  const moved = await rateBook(book, model, now, begunMs + ratingMs);
  await saveBook(book);
  log.info('the catalog was rated again', { cars: book.cars, changes, isComplete, pool: pool.size, moved });
  countMetric('CarsReRated', moved);
}
