import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  DaysOfModels,
  type GoneCar,
  isLesson,
  lastGone,
  lessonOf,
  type ModelDays,
  wholeDays,
} from '#core/cars/listing-life.ts';
import { type CutRow, PriceCuts } from '#core/cars/price-cuts.ts';
import type { RatingBasis } from '#core/cars/rating-basis.ts';
import type { Output } from '#core/contract/table.ts';
import { fitModel, leastPoolForFit } from '#core/valuation/fit-model.ts';
import { type LentMarket, lentMarketKey, parseLentMarket } from '#core/valuation/lent-market.ts';
import { isBetterOrEqual, type Model } from '#core/valuation/model.ts';
import { parseModel, serialiseModel } from '#core/valuation/stored-model.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import { orderOf, ratingSettings, sharesByModel } from '#core/valuation/thresholds.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { log } from '#functions/platform/log.ts';
import { readData, writeData } from '#functions/platform/objects.ts';
import { eachBasis, type RatingBook } from './book.ts';

/** The pointer to the current valuation model: a small object, so that checking for a new one is cheap. */
export const currentModelKey = 'valuation/current.json';
export const modelKey = (version: string) => `valuation/${version}.json.br`;
/** Where models were stored while they were packed with gzip. */
const formerModelKey = (version: string) => `valuation/${version}.json.gz`;

const lookAgainMs = 30_000;
/**
 * The pointer: the model's version, how many cars the last fit was offered and on which day, and the model's packing (absent:
 * gzip). Pointers stored before the day was kept have the day of the version.
 */
export type ModelPointer = { version: string; offered: number; offeredOn?: string; packing?: 'brotli' };

let loaded: { model: Model | null; version: string | null; lookedAtMs: number } | undefined;

/**
 * Null when the object is missing or has another format: then the model is fitted anew, and cars get no estimate until then.
 */
async function read<T>(key: string, parse: (bytes: Uint8Array) => T): Promise<T | null> {
  const bytes = await readData(key);
  try {
    return bytes && parse(bytes);
  } catch (error) {
    log.failure('a stored valuation could not be read', error, { key });
    return null;
  }
}

export const readModelPointer = (): Promise<ModelPointer | null> =>
  read(currentModelKey, (bytes) => JSON.parse(Buffer.from(bytes).toString('utf8')) as ModelPointer);

async function readModel({ version, packing }: ModelPointer): Promise<Model | null> {
  const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
  const [key, unpack] = packing
    ? [modelKey(version), brotliDecompressSync]
    : [formerModelKey(version), gunzipSync];
  return read(key, (bytes) => parseModel(unpack(bytes).toString('utf8')));
}

/** The current valuation model, or null while there is none. Checked for a new one every half minute. */
export async function loadModel(nowMs = Date.now()): Promise<Model | null> {
  if (loaded && nowMs - loaded.lookedAtMs < lookAgainMs) return loaded.model;
  const pointer = await readModelPointer();
  const version = pointer?.version ?? null;
  if (loaded && loaded.version === version) {
    loaded.lookedAtMs = nowMs;
    return loaded.model;
  }
  const model = pointer && (await readModel(pointer));
  loaded = { model, version, lookedAtMs: nowMs };
  return model;
}

/** The best quality, 11, takes twice as long and saves almost nothing; 9 packs 7 % worse. */
const quality = 10;

/** A model as stored: brotli of `core/valuation/stored-model.ts`, an eighth smaller than gzip (decision 11). */
export function packModel(model: Model): Buffer {
  const text = Buffer.from(serialiseModel(model));
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
}

/** The lent market that the operator loaded. Null when there is none, or none of this format. */
export async function loadLentMarket(): Promise<LentMarket | null> {
  const bytes = await readData(lentMarketKey);
  try {
    if (!bytes) return null;
    const { gunzipSync } = await import('node:zlib');
    return parseLentMarket(gunzipSync(bytes).toString('utf8'));
  } catch (error) {
    log.failure('the lent market could not be read: load it again', error);
    return null;
  }
}

const seed = 20_251_017;
/** The model is refitted when the pool has grown or shrunk by this share. */
const changedShare = 0.05;
/** And after this many days in any case: cars that leave are replaced by others, and prices age. */
const longestDays = 7;

/** The model's version: the same pool and lent market give the same version. */
function versionOf(pool: readonly PricedCar[], lent: LentMarket | null, now: string): string {
  const digest = createHash('sha256').update(lent?.version ?? '');
  for (const car of pool) digest.update(`${car.id}:${car.price};`);
  return `${now.slice(0, 10)}-${digest.digest('hex').slice(0, 12)}`;
}

/** The cars to learn from: how many there are, and those that a fit can take. */
export type Pool = { size: number; read: () => PricedCar[] };

/** Compares with what the last fit was offered, since it would leave out the same cars again. */
function isWorthRefit(
  current: Model | null,
  pointer: ModelPointer | null,
  poolSize: number,
  now: string,
): boolean {
  const offered = pointer?.offered;
  if (!current || offered === undefined) return true;
  // A model of an older version has no accuracy figures to publish.
  if (current.figures === undefined && !current.doubt) return true;
  // While the lent market dominates, the model is refitted daily, because its prices age.
  if (current.doubt && !current.version.startsWith(now.slice(0, 10))) return true;
  if (wholeDays(pointer?.offeredOn ?? current.version.slice(0, 10), now) >= longestDays) return true;
  return poolSize !== offered && Math.abs(poolSize - offered) >= changedShare * offered;
}

const writePointer = (pointer: ModelPointer): Promise<void> =>
  writeData(currentModelKey, Buffer.from(JSON.stringify(pointer)), 'application/json');

const isOfMarket = (current: Model | null, lent: LentMarket | null) =>
  (current?.lent?.version ?? null) === (lent?.version ?? null);

/** Fits a model to the pool, whatever the current one is. */
export function fitToPool(pool: Pool, lent: LentMarket | null, now: string): Model {
  const cars = pool.read();
  return fitModel(cars, { seed, version: versionOf(cars, lent, now), lent, askedYear: yearFraction(now) });
}

/** Makes it the current model. `offer`: how many cars its fit was offered, and on which day. */
export async function saveModel(
  model: Model,
  offer: Pick<ModelPointer, 'offered' | 'offeredOn'>,
): Promise<void> {
  const { version } = model;
  await writeData(modelKey(version), packModel(model), 'application/octet-stream');
  await writePointer({ version, ...offer, packing: 'brotli' });
}

/** Fits a model to the pool if that is worth it, and returns it unless it is worse; else the current one. */
export async function refitModel(pool: Pool, current: Model | null, now: string): Promise<Model | null> {
  const lent = await loadLentMarket();
  if (!lent && pool.size < leastPoolForFit) return current;
  const isSameMarket = isOfMarket(current, lent);
  const pointer = await readModelPointer();
  if (isSameMarket && !isWorthRefit(current, pointer, pool.size, now)) return current;
  const offer = { offered: pool.size, offeredOn: now.slice(0, 10) };
  try {
    const candidate = fitToPool(pool, lent, now);
    // Errors on different markets, or on lent and own cars, cannot be compared.
    const isComparable = isSameMarket && !current?.doubt;
    if (current && isComparable && !isBetterOrEqual(candidate, current)) {
      log.warn('a refit scored worse and was discarded', {
        score: candidate.heldBackError,
        current: current.heldBackError,
      });
      // The same pool would be discarded again in the next hour.
      if (pointer) await writePointer({ ...pointer, ...offer });
      return current;
    }
    await saveModel(candidate, offer);
    log.info('the valuation was fitted', {
      version: candidate.version,
      poolSize: candidate.poolSize,
      error: candidate.heldBackError,
    });
    return candidate;
  } catch (error) {
    log.failure('a refit failed: the last good model is kept', error);
    return current;
  }
}

/** A fit of this many cars takes a minute. A market this large needs no past cars; a larger one is sampled. */
const mostLessons = 35_000;

const isGone = ({ availability }: RatingBasis) => availability === 'gone' || availability === 'unseen';
const modelOf = ({ from }: RatingBasis) => `${from.facts.make}\n${from.facts.model}`;

type Taught = { itemUrl: string; lesson: PricedCar };

/** Sorted by ad, so that the same ads give the same fit, whatever the cars' ids. */
function byAd(a: Taught, b: Taught): number {
  const [one, other] = a.itemUrl === b.itemUrl ? [a.lesson.id, b.lesson.id] : [a.itemUrl, b.itemUrl];
  return one < other ? -1 : 1;
}

/** Sees every car of the market once, then knows what there is to learn from. */
export class MarketPool {
  readonly #now: string;
  readonly #most: number;
  readonly #offered = new Map<string, number>();
  readonly #gone: GoneCar[] = [];
  readonly days: DaysOfModels;
  readonly cuts: PriceCuts;

  constructor(now: string, most = mostLessons) {
    this.#now = now;
    this.#most = most;
    this.days = new DaysOfModels(now);
    this.cuts = new PriceCuts(now);
  }

  see = (basis: RatingBasis): void => {
    const { facts, priceDkk } = basis.from;
    this.days.add({ ...basis, make: facts.make, model: facts.model });
    const { prices = [{ at: basis.firstSeenAt, priceDkk: priceDkk ?? 0 }], said } = basis;
    this.cuts.add({ ...basis, prices, sellerType: facts.sellerType, avgDkk: said.avgDkk });
    if (!isLesson(basis, this.#now)) return;
    if (isGone(basis)) this.#gone.push({ id: basis.id, ...listedOf(basis) });
    else this.#offered.set(modelOf(basis), (this.#offered.get(modelOf(basis)) ?? 0) + 1);
  };

  /** The cars of the book to learn from. */
  of(book: RatingBook): Pool {
    const offered = [...this.#offered.values()].reduce((sum, count) => sum + count, 0);
    const gone = new Set(lastGone(this.#gone, this.#now, this.#most - offered));
    return { size: offered + gone.size, read: () => this.#read(book, gone) };
  }

  #read(book: RatingBook, gone: ReadonlySet<string>): PricedCar[] {
    const shares = sharesByModel(this.#offered, this.#most);
    const isRead = (basis: RatingBasis) =>
      isGone(basis) ? gone.has(basis.id) : orderOf(basis.itemUrl) < (shares.get(modelOf(basis)) ?? 0);
    const taught: Taught[] = [];
    for (const basis of eachBasis(book)) {
      const lesson = isRead(basis) ? lessonOf(basis, this.#now) : null;
      if (lesson) taught.push({ itemUrl: basis.itemUrl, lesson });
    }
    return taught.sort(byAd).map(({ lesson }) => lesson);
  }
}

const listedOf = ({ listedAt, firstSeenAt, goneAt }: RatingBasis) => ({ listedAt, firstSeenAt, goneAt });

/** Stored apart from the model, so that reading the figures does not load it. */
export const figuresKey = 'valuation/figures.json';
export type RatingFigures = Output<'GET /api/rating-figures'>;

export function figuresOf(
  model: Model | null,
  pool: number,
  seen: { days: readonly ModelDays[]; cuts: readonly CutRow[] } = { days: [], cuts: [] },
): RatingFigures {
  return {
    pool,
    least_pool: ratingSettings.leastPoolSize,
    is_lent: Boolean(model?.lent),
    fitted_on: model?.version.slice(0, 10) ?? null,
    all: model?.figures?.all ?? null,
    rows: model?.figures?.rows ?? [],
    model_days: [...seen.days],
    price_cuts: [...seen.cuts],
  };
}

/** The figures published by the last hourly run; without any, those of an installation without cars. */
export async function readFigures(): Promise<RatingFigures> {
  const bytes = await readData(figuresKey);
  if (!bytes) return figuresOf(null, 0);
  // Figures published by an older version lack new fields for up to an hour.
  return { ...figuresOf(null, 0), ...(JSON.parse(Buffer.from(bytes).toString('utf8')) as RatingFigures) };
}

/**
 * Publishes how accurate the current valuation is, how long cars stay for sale and how often they come down in price, if that has
 * changed. A failure does not
 * stop the ratings.
 */
export async function publishFigures(
  model: Model | null,
  pool: number,
  { days, cuts }: Pick<MarketPool, 'days' | 'cuts'>,
): Promise<void> {
  try {
    const seen = { days: days.figures(), cuts: cuts.rows() };
    const figures = Buffer.from(JSON.stringify(figuresOf(model, pool, seen)));
    const published = await readData(figuresKey);
    if (published && figures.equals(published)) return;
    await writeData(figuresKey, figures, 'application/json');
  } catch (error) {
    log.failure('the figures of the valuation could not be published', error);
  }
}
