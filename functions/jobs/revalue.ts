import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { buildCar } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { pricedCar } from '#core/car/valuation-facts.ts';
import { fitModel, leastPoolForFit } from '#core/valuation/fit-model.ts';
import { isBetterOrEqual, type Model, serialiseModel } from '#core/valuation/model.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { getCars, putCarItem, readCatalog, type StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { failedCondition, transact } from '#functions/_adapters/dynamodb/table.ts';
import { writeData } from '#functions/_adapters/write-objects.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { confirmPlate } from '#functions/use-cases/cars/confirm-plate.ts';
import {
  currentModelKey,
  loadModel,
  type ModelPointer,
  modelKey,
  readModelPointer,
} from '#functions/use-cases/cars/load-model.ts';
import { rate } from '#functions/use-cases/cars/rate-listing.ts';

const seed = 20_251_017;
/** A refit is worth its minutes when this share of the pool is new. */
const changedShare = 0.05;
/** A car is written again only when its estimate moved by more than this share, or its deal changed. */
const movedShare = 0.01;

/** The model's name says what it learnt from: the same pool gives the same name. */
function versionOf(pool: readonly PricedCar[], now: string): string {
  const digest = createHash('sha256');
  for (const car of pool) digest.update(`${car.id}:${car.price};`);
  return `${now.slice(0, 10)}-${digest.digest('hex').slice(0, 12)}`;
}

/** Compared with what the last fit was offered: what it left out of that, it would leave out again. */
async function isWorthRefit(current: Model | null, poolSize: number): Promise<boolean> {
  const offered = (await readModelPointer())?.offered;
  return !current || !offered || Math.abs(poolSize - offered) >= changedShare * offered;
}

async function refit(pool: readonly PricedCar[], current: Model | null, now: string): Promise<Model | null> {
  if (pool.length < leastPoolForFit || !(await isWorthRefit(current, pool.length))) return current;
  try {
    const version = versionOf(pool, now);
    const candidate = fitModel(pool, { seed, version });
    if (current && !isBetterOrEqual(candidate, current)) {
      log.warn('a refit scored worse and was left', {
        score: candidate.heldBackError,
        current: current.heldBackError,
      });
      return current;
    }
    await writeData(modelKey(version), gzipSync(serialiseModel(candidate)), 'application/gzip');
    const pointer: ModelPointer = { version, offered: pool.length };
    await writeData(currentModelKey, Buffer.from(JSON.stringify(pointer)), 'application/json');
    log.info('the valuation was fitted', {
      version,
      poolSize: candidate.poolSize,
      error: candidate.heldBackError,
    });
    return candidate;
  } catch (error) {
    log.failure('a refit failed, the last good model stays', error);
    return current;
  }
}

/** A car whose register did not answer is asked for again and built anew. */
async function complete(stored: StoredCar, now: string): Promise<StoredCar> {
  if (stored.car.registerState !== 'pending') return stored;
  const { listing, identification, foundBy } = stored.source;
  const confirmed = await confirmPlate(identification.candidate, listing);
  if (confirmed.registerState === 'pending') return stored;
  const source = { listing, identification: { photos: identification.photos, ...confirmed }, foundBy };
  return {
    ...stored,
    source,
    car: buildCar(stored.car.id, listing, source.identification, stored.car, null, now),
  };
}

function hasMoved(before: Car, after: Car): boolean {
  if (before.rating.deal !== after.rating.deal || before.rating.reason !== after.rating.reason) return true;
  if (before.registerState !== after.registerState) return true;
  const [a, b] = [before.rating.avgDkk, after.rating.avgDkk];
  return a !== b && (a === null || b === null || Math.abs(a - b) > movedShare * a);
}

async function reRate(stored: StoredCar, model: Model | null): Promise<boolean> {
  const now = clock.now().toISOString();
  const { car, source } = await complete(stored, now);
  const rating = rate(car, model, source.identification.vehicle?.valuation ?? null, now);
  const after: Car = { ...car, rating, scrapedAt: stored.car.scrapedAt, updatedAt: now };
  if (!hasMoved(stored.car, after)) return false;
  try {
    await transact([putCarItem(after, source, stored.version)]);
    return true;
  } catch (error) {
    // An import stored the car meanwhile, and rated it: nothing to do.
    if (failedCondition(error) === null) throw error;
    return false;
  }
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

async function readPool(ids: readonly string[]): Promise<PricedCar[]> {
  const pool: PooledCar[] = [];
  for await (const some of readStored(ids))
    for (const { car } of some) {
      const lesson = pricedCar(car);
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

/** Hourly: learns the market anew when it changed, and rates again what moved. */
export async function handler(): Promise<void> {
  const cards = await readCatalog();
  const ids = cards.filter((card) => card.availability !== 'gone').map((card) => card.id);
  const pool = await readPool(ids);
  const model = await refit(pool, await loadModel(), clock.now().toISOString());
  let moved = 0;
  for await (const some of readStored(ids)) moved += await reRateSome(some, model);
  log.info('the catalog was rated again', { cars: ids.length, pool: pool.length, moved });
  countMetric('CarsReRated', moved);
}
