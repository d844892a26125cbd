import { buildCar } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { lastGone } from '#core/car/gone-evidence.ts';
import { hasMoved } from '#core/car/has-moved.ts';
import { modelDays } from '#core/car/model-days.ts';
import { isOutOfSight, retire } from '#core/car/retire.ts';
import { pricedCar } from '#core/car/valuation-facts.ts';
import type { Model } from '#core/valuation/model.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { getCars, type StoredCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import { readCatalog } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { unseenDays } from '#functions/_runtime/settings.ts';
import { confirmPlate } from './confirm-plate.ts';
import { joinCar } from './join-car.ts';
import { loadModel } from './load-model.ts';
import { publishFigures } from './publish-figures.ts';
import { rate } from './rate-listing.ts';
import { refitModel } from './refit-model.ts';

/** A car whose register did not answer is asked for again and built anew. */
async function complete(stored: StoredCar, now: string): Promise<StoredCar> {
  if (stored.car.registerState !== 'pending') return stored;
  const { identification, ...known } = stored.source;
  const { listing, others } = known;
  const confirmed = await confirmPlate(identification.candidate, listing);
  if (confirmed.registerState === 'pending') return stored;
  const source = { ...known, identification: { photos: identification.photos, ...confirmed } };
  return {
    ...stored,
    source,
    car: buildCar(stored.car.id, listing, source.identification, stored.car, null, now, others),
  };
}

async function reRate(stored: StoredCar, model: Model | null): Promise<boolean> {
  const now = clock.now().toISOString();
  const { car, source } = await complete(stored, now);
  const rating = rate(car, model, source.identification.vehicle?.valuation ?? null, now);
  const rated: Car = { ...car, rating, scrapedAt: stored.car.scrapedAt, updatedAt: now };
  const isLost = isOutOfSight(rated, now, unseenDays());
  const after = isLost ? retire(rated) : rated;
  if (!isLost && !stored.isIndexedInPart && !hasMoved(stored.car, after)) return false;
  // False when an import stored the car meanwhile, and rated it: nothing to do.
  const isStored = await storeCar(after, source, stored.version);
  // Its plate came late: the car may be one that is known.
  if (isStored && stored.car.registerState !== after.registerState) await joinCar(after.id);
  return isStored;
}

const batch = 100;
/** Batches read, and cars written, side by side: a hundred thousand of them one by one would outlast the hour's run. */
const lanes = 8;

/**
 * The stored cars of these ids, some hundreds at a time. Looked through twice rather than kept: with their sources, a hundred
 * thousand of them would fill the function's memory.
 */
async function* readStored(ids: readonly string[]): AsyncGenerator<StoredCar[]> {
  for (let from = 0; from < ids.length; from += batch * lanes) {
    const starts = Array.from({ length: lanes }, (_, lane) => from + lane * batch);
    const read = await Promise.all(starts.map((start) => getCars(ids.slice(start, start + batch))));
    yield read.flat();
  }
}

type PooledCar = { itemUrl: string; lesson: PricedCar };

/** The same ads in the same order give the same fit, whatever ids their cars were given. */
function byAd(a: PooledCar, b: PooledCar): number {
  const [one, other] = a.itemUrl === b.itemUrl ? [a.lesson.id, b.lesson.id] : [a.itemUrl, b.itemUrl];
  return one < other ? -1 : 1;
}

/** A fit of so many cars takes a minute; a market that offers as many needs no past. */
const mostLessons = 35_000;

async function readPool(ids: readonly string[], now: string): Promise<PricedCar[]> {
  const pool: PooledCar[] = [];
  for await (const some of readStored(ids))
    for (const { car } of some) {
      const lesson = pricedCar(car, now);
      if (lesson) pool.push({ itemUrl: car.itemUrl, lesson });
    }
  return pool.sort(byAd).map(({ lesson }) => lesson);
}

async function reRateSome(some: readonly StoredCar[], model: Model | null): Promise<number> {
  let moved = 0;
  for (let from = 0; from < some.length; from += lanes) {
    const beside = some.slice(from, from + lanes).map((stored) => reRate(stored, model));
    moved += (await Promise.all(beside)).filter(Boolean).length;
  }
  return moved;
}

/** Learns the market anew when it changed, rates again what moved, and takes out of the list what nobody sees any more. */
export async function revalueCatalog(): Promise<void> {
  const now = clock.now().toISOString();
  const cards = await readCatalog();
  const ids = cards.filter((card) => card.availability !== 'gone').map((card) => card.id);
  const gone = lastGone(cards, now, mostLessons - ids.length);
  const pool = await readPool([...new Set([...ids, ...gone])], now);
  const model = await refitModel(pool, await loadModel(), now);
  await publishFigures(model, pool.length, modelDays(cards, now));
  let moved = 0;
  for await (const some of readStored(ids)) moved += await reRateSome(some, model);
  log.info('the catalog was rated again', { cars: ids.length, pool: pool.length, moved });
  countMetric('CarsReRated', moved);
}
