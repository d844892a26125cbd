import { createHash } from 'node:crypto';
import { fitModel, leastPoolForFit } from '#core/valuation/fit-model.ts';
import type { LentMarket } from '#core/valuation/lent-market.ts';
import { isBetterOrEqual, type Model } from '#core/valuation/model.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { writeData } from '#functions/_adapters/write-objects.ts';
import { log } from '#functions/_runtime/log.ts';
import { loadLentMarket } from './load-lent-market.ts';
import { currentModelKey, type ModelPointer, modelKey, readModelPointer } from './load-model.ts';
import { packModel } from './pack-model.ts';

const seed = 20_251_017;
/** A refit is worth its minutes when this share of the pool is new. */
const changedShare = 0.05;

/** The model's name says what it learnt from: the same pool and lent market give the same name. */
function versionOf(pool: readonly PricedCar[], lent: LentMarket | null, now: string): string {
  const digest = createHash('sha256').update(lent?.version ?? '');
  for (const car of pool) digest.update(`${car.id}:${car.price};`);
  return `${now.slice(0, 10)}-${digest.digest('hex').slice(0, 12)}`;
}

/** What there is to learn from: how many cars offer themselves, and those of them that a fit can take. */
export type Pool = { size: number; read: () => PricedCar[] };

/** Compared with what the last fit was offered: what it left out of that, it would leave out again. */
async function isWorthRefit(current: Model | null, poolSize: number, now: string): Promise<boolean> {
  const offered = (await readModelPointer())?.offered;
  if (!current || offered === undefined) return true;
  // A model of before does not say how well it values cars: nothing could be published of it.
  if (current.figures === undefined && !current.doubt) return true;
  // Little but the lent market speaks, and what that knows of today grows older every day.
  if (current.doubt && !current.version.startsWith(now.slice(0, 10))) return true;
  return poolSize !== offered && Math.abs(poolSize - offered) >= changedShare * offered;
}

const isOfMarket = (current: Model | null, lent: LentMarket | null) =>
  (current?.lent?.version ?? null) === (lent?.version ?? null);

/** The model fitted to the pool where that is worth its minutes and no worse; else the one in use. */
export async function refitModel(pool: Pool, current: Model | null, now: string): Promise<Model | null> {
  const lent = await loadLentMarket();
  if (!lent && pool.size < leastPoolForFit) return current;
  const isSameMarket = isOfMarket(current, lent);
  if (isSameMarket && !(await isWorthRefit(current, pool.size, now))) return current;
  try {
    const cars = pool.read();
    const version = versionOf(cars, lent, now);
    const candidate = fitModel(cars, { seed, version, lent, askedYear: yearFraction(now) });
    // Held-back errors of two markets, or of the lent one's cars and of own ones, cannot be compared.
    const isComparable = isSameMarket && !current?.doubt;
    if (current && isComparable && !isBetterOrEqual(candidate, current)) {
      log.warn('a refit scored worse and was left', {
        score: candidate.heldBackError,
        current: current.heldBackError,
      });
      return current;
    }
    await writeData(modelKey(version), packModel(candidate), 'application/octet-stream');
    const pointer: ModelPointer = { version, offered: pool.size, packing: 'brotli' };
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
