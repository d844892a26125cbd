import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { loadModel } from './load-model.ts';
import { MarketPool } from './market-pool.ts';
import { publishFigures } from './publish-figures.ts';
import { rateBook } from './rate-book.ts';
import { openBook, refreshBook, saveBook } from './rating-book.ts';
import { refitModel } from './refit-model.ts';

/** Of the fifteen minutes of the function, so that what it knows is written before they end. */
const ratingMs = 10 * 60_000;

/**
 * Learns the market anew when it changed, rates again what moved, and takes out of the list what nobody sees any more. What
 * ratings rest on is kept in a book from run to run (decision 57): read are the cars that changed and those that move.
 */
export async function revalueCatalog(): Promise<void> {
  const untilMs = performance.now() + ratingMs;
  const now = clock.now().toISOString();
  const book = await openBook();
  const market = new MarketPool(now);
  const changes = await refreshBook(book, now, market.see);
  const pool = market.of(book);
  const model = await refitModel(pool, await loadModel(), now);
  await publishFigures(model, pool.size, market.days.figures());
  const moved = await rateBook(book, model, now, untilMs);
  await saveBook(book, now);
  log.info('the catalog was rated again', { cars: book.cars, changes, pool: pool.size, moved });
  countMetric('CarsReRated', moved);
}
