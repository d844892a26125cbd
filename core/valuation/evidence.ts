import type { Model } from './model.ts';
import { clamp, roundTo, weightedMedian } from './statistics.ts';
import type { Subject } from './subject.ts';
import { type Interval, isDistant, ratingSettings } from './thresholds.ts';
import type { RatingReason } from './valuation.ts';

/**
 * The factor that converts each comparable's price to a car with this car's facts, the converted prices, and their median;
 * NaN if there is none.
 */
export type AdjustedComparables = { comparableFactors: number[]; adjustedDkk: number[]; middleDkk: number };

const factorDigits = 4;

const weightOf = (factor: number) => (isDistant(factor) ? ratingSettings.distantWeight : 1);

/** Whether more than half of the comparables were adjusted a lot. */
export const isRough = (comparableFactors: readonly number[]): boolean =>
  comparableFactors.filter(isDistant).length * 2 > comparableFactors.length;

/** The weighted median, or another quantile; prices that were adjusted a lot weigh less. */
export const middleOf = (
  adjustedDkk: readonly number[],
  comparableFactors: readonly number[],
  share = 0.5,
): number => weightedMedian(adjustedDkk, comparableFactors.map(weightOf), share);

/**
 * Adjusts the comparables (as in the sales comparison approach) by the ratio of the model's values of the two cars, each
 * from folds that did not see it. The adjustments of two cars for each other are therefore inverse, and a comparable priced
 * a tenth above its own value stays a tenth above here. `modelLog`: the model's log price of the car.
 */
export function adjustComparables(
  model: Pick<Model, 'heldBackLogs' | 'prices'>,
  modelLog: number,
  comparables: readonly Comparable[],
): AdjustedComparables {
  const comparableFactors = comparables.map(({ row }) =>
    roundTo(Math.exp(modelLog - model.heldBackLogs[row]!), factorDigits),
  );
  const adjustedDkk = comparables.map(({ row }, place) =>
    Math.round(model.prices[row]! * comparableFactors[place]!),
  );
  return { comparableFactors, adjustedDkk, middleDkk: middleOf(adjustedDkk, comparableFactors) };
}

/**
 * The largest share of the market value that may separate it from the median, so that even the smallest saving is supported.
 */
function mostUnexplained(): number {
  return ratingSettings.highestRestShare * (1 - ratingSettings.amazingBelowShare);
}

/**
 * Moves the model's value as close to the comparables' median as a bargain requires (a limited translation: Efron and Morris
 * 1972). Searching for the lowest prices relative to estimates selects estimates that are too high; the comparables err
 * independently. Too few comparables move nothing, and none move it by more than `reach`, so that the value stays consistent
 * with the comparables' own pages.
 */
export function nearToMiddle(
  modelLog: number,
  { adjustedDkk, middleDkk }: AdjustedComparables,
  reach: number,
): number {
  if (adjustedDkk.length < ratingSettings.leastComparables) return modelLog;
  const middleLog = Math.log(middleDkk);
  const most = mostUnexplained();
  const near = clamp(modelLog, middleLog - Math.log1p(most), middleLog - Math.log1p(-most));
  return clamp(near, modelLog - reach, modelLog + reach);
}

/**
 * Whether at least half of the comparables are near in price; readers see a car of two thirds of the price as another kind of car.
 */
function isHalfNear({ comparableFactors }: AdjustedComparables): boolean {
  const { nearComparableFactor } = ratingSettings;
  const near = comparableFactors.filter((factor) => Math.max(factor, 1 / factor) <= nearComparableFactor);
  return near.length * 2 >= comparableFactors.length;
}

/**
 * Why a low price may not be called amazing; null if a reader can verify it. `factsDkk`: the median of what the comparables
 * would cost by the hedonic coefficients alone.
 */
export function doubtOfBargain(
  priceDkk: number,
  { lowDkk, avgDkk, highDkk }: Interval,
  evidence: AdjustedComparables,
  factsDkk: number,
): Extract<RatingReason, 'thin_evidence' | 'mixed_evidence'> | null {
  const { adjustedDkk, middleDkk } = evidence;
  const { leastComparables, leastShareAskingMore, amazingBelowShare, highestRestShare } = ratingSettings;
  if (adjustedDkk.length < leastComparables || !isHalfNear(evidence)) return 'thin_evidence';
  const asksMore = adjustedDkk.filter((dkk) => dkk > priceDkk).length;
  if (asksMore < leastShareAskingMore * adjustedDkk.length) return 'mixed_evidence';
  // A car selected for its high estimate is likely overestimated, so two more values must agree.
  if (priceDkk >= amazingBelowShare * Math.min(middleDkk, factsDkk)) return 'mixed_evidence';
  if (middleDkk < lowDkk || middleDkk > highDkk) return 'mixed_evidence';
  return Math.abs(avgDkk - middleDkk) > highestRestShare * (avgDkk - priceDkk) ? 'mixed_evidence' : null;
}

/**
 * The pool's cars as columns, as the model stores them: enough to find a car's nearest comparables. Unknown numbers are null
 * (JSON has no NaN); categories are indices into `words`.
 */
export type ComparableColumns = {
  ids: string[];
  /** Row numbers of each model, by model key. */
  rowsByModel: Record<string, number[]>;
  ageYears: number[];
  mileageKm: (number | null)[];
  horsepower: (number | null)[];
  engineLitres: (number | null)[];
  words: string[];
  fuel: number[];
  gearbox: number[];
  body: number[];
  variant: number[];
  /** Weight of each car, unless all are 1; missing in older models. */
  weights?: number[];
};

export type Comparable = { row: number; distance: number };

/**
 * A distance of 1 is about one and a half years, 25,000 km or another fuel. Cars farther than 6 are not comparable, below
 * 2.5 they are near.
 */
export const comparableReach = 6;
const nearReach = 2.5;
/** How many of the nearest are the evidence of a rating: counted, adjusted and shown. */
const mostShown = 12;
/**
 * If fewer are within reach, the nearest up to this many are taken from up to twice as far; their prices are adjusted more.
 */
const fewShown = 5;
const widestReach = 2 * comparableReach;
/** Factor on the distance of another model of the make. */
const otherModel = 2;

export function toComparableColumns(
  subjects: readonly Subject[],
  weights: readonly number[] = [],
): ComparableColumns {
  const numbers = new Map<string, number>();
  const wordNumber = (word: string): number => {
    if (!numbers.has(word)) numbers.set(word, numbers.size);
    return numbers.get(word)!;
  };
  const rowsByModel: Record<string, number[]> = {};
  subjects.forEach(({ model }, row) => {
    rowsByModel[model] ??= [];
    rowsByModel[model].push(row);
  });
  const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    ids: subjects.map((car) => car.id),
    rowsByModel,
    ageYears: subjects.map((car) => Math.round(car.ageYears * 100) / 100),
    mileageKm: subjects.map((car) => orNull(car.mileageKm)),
    horsepower: subjects.map((car) => orNull(car.horsepower)),
    engineLitres: subjects.map((car) => orNull(car.engineLitres)),
    fuel: subjects.map((car) => wordNumber(car.fuel)),
    gearbox: subjects.map((car) => wordNumber(car.gearbox)),
    body: subjects.map((car) => wordNumber(car.body)),
    variant: subjects.map((car) => wordNumber(car.variant)),
    words: [...numbers.keys()],
    ...(weights.some((weight) => weight < 1) && {
      weights: weights.map((weight) => Math.round(weight * 100) / 100),
    }),
  };
}

const byDistance = (one: Comparable, other: Comparable) =>
  one.distance - other.distance || one.row - other.row;

/** A missing fact in either car costs as much as a moderate difference. */
function gap(ours: number, theirs: number | null, unit: number, whenUnknown: number): number {
  return Number.isFinite(ours) && theirs !== null ? Math.abs(ours - theirs) / unit : whenUnknown;
}

/** The car with its categories as the columns' numbers, which compare faster than words; −1 if no car has the category. */
type Numbered = {
  car: Subject;
  fuel: number;
  gearbox: number;
  body: number;
  variant: number;
  /** Of the fuels "electric" and unknown. */
  electric: number;
  unknown: number;
};

/** The index of each word in a columns' list, cached because every estimate needs it. */
const placesOfWords = new WeakMap<readonly string[], Map<string, number>>();

function numberCar(car: Subject, { words }: ComparableColumns): Numbered {
  const places = placesOfWords.get(words) ?? new Map(words.map((word, place) => [word, place]));
  placesOfWords.set(words, places);
  const numberOf = (word: string) => places.get(word) ?? -1;
  return {
    car,
    fuel: numberOf(car.fuel),
    gearbox: numberOf(car.gearbox),
    body: numberOf(car.body),
    variant: numberOf(car.variant),
    electric: numberOf('electric'),
    unknown: numberOf(''),
  };
}

/** Whether one of the cars is electric and the other is known not to be: its readers would not look at the other. */
function isOtherDrive({ car, electric, unknown }: Numbered, otherFuel: number): boolean {
  if (car.fuel === '' || otherFuel === unknown) return false;
  return (car.fuel === 'electric') !== (otherFuel === electric);
}

/** Infinite if age, mileage and power alone exceed `reach`, as for most cars of a large pool. */
function distanceTo(numbered: Numbered, columns: ComparableColumns, row: number, reach: number): number {
  const { car, fuel, gearbox, body, variant } = numbered;
  let distance = Math.abs(columns.ageYears[row]! - car.ageYears) / 1.5;
  distance += gap(car.mileageKm, columns.mileageKm[row]!, 25_000, 1);
  distance += gap(car.horsepower, columns.horsepower[row]!, 15, 0.5);
  if (distance > reach) return Number.POSITIVE_INFINITY;
  if (gap(car.engineLitres, columns.engineLitres[row]!, 1, 0) > 0) distance += 0.7;
  const otherFuel = columns.fuel[row]!;
  if (otherFuel !== fuel) distance += isOtherDrive(numbered, otherFuel) ? Number.POSITIVE_INFINITY : 1;
  if (columns.gearbox[row] !== gearbox) distance += 0.7;
  if (columns.body[row] !== body) distance += 0.7;
  if (columns.variant[row] !== variant) distance += 0.8;
  // Of two equally similar cars, the one that is offered today is nearer.
  distance += 1 - (columns.weights?.[row] ?? 1);
  return distance;
}

/** Cars of `model` within `reach` of the car, in the pool's order, without the car itself. */
function findWithin(
  car: Numbered,
  model: string,
  columns: ComparableColumns,
  isAllowed: ((row: number) => boolean) | null,
  reach: number,
): Comparable[] {
  const found: Comparable[] = [];
  for (const row of columns.rowsByModel[model] ?? []) {
    if (isAllowed && !isAllowed(row)) continue;
    const distance = distanceTo(car, columns, row, reach);
    if (distance <= reach && columns.ids[row] !== car.car.id) found.push({ row, distance });
  }
  return found;
}

/** Cars of the same model within reach, nearest first, without the car itself. `isAllowed` excludes rows (other folds). */
export function findComparables(
  subject: Subject,
  columns: ComparableColumns,
  isAllowed: ((row: number) => boolean) | null = null,
): Comparable[] {
  const car = numberCar(subject, columns);
  return findWithin(car, subject.model, columns, isAllowed, comparableReach).sort(byDistance);
}

/** The nearest `count`, nearest first; faster than sorting all. */
function nearestOf(found: readonly Comparable[], count: number): Comparable[] {
  const nearest: Comparable[] = [];
  for (const one of found) {
    if (nearest.length === count && byDistance(one, nearest.at(-1)!) > 0) continue;
    const place = nearest.findIndex((other) => byDistance(one, other) < 0);
    nearest.splice(place < 0 ? nearest.length : place, 0, one);
    if (nearest.length > count) nearest.pop();
  }
  return nearest;
}

/** The nearest cars of the make's other models, which readers would look at if the model itself is rare. */
function findCarsOfMake(car: Numbered, columns: ComparableColumns, count: number): Comparable[] {
  const { model: own } = car.car;
  const make = own.slice(0, own.indexOf('/') + 1);
  const others = Object.keys(columns.rowsByModel)
    .filter((model) => model.startsWith(make) && model !== own)
    .flatMap((model) => findWithin(car, model, columns, null, widestReach - otherModel))
    .map(({ row, distance }) => ({ row, distance: distance + otherModel }));
  return nearestOf(others, count);
}

/**
 * `comparables`: those of the model within reach, in the pool's order. `shown`: the evidence of a rating, nearest first, of
 * which `otherModels` are of other models.
 */
export type Evidence = { comparables: Comparable[]; shown: Comparable[]; otherModels: number };

export function findEvidence(subject: Subject, columns: ComparableColumns): Evidence {
  const car = numberCar(subject, columns);
  const comparables = findWithin(car, subject.model, columns, null, comparableReach);
  if (comparables.length >= fewShown)
    return { comparables, shown: nearestOf(comparables, mostShown), otherModels: 0 };
  const wide = findWithin(car, subject.model, columns, null, widestReach);
  const missing = fewShown - wide.length;
  const others = missing > 0 ? findCarsOfMake(car, columns, missing) : [];
  return { comparables, shown: [...nearestOf(wide, fewShown), ...others], otherModels: others.length };
}

/** How many of the pool's other cars have the car's model, and how many its variant too. */
export function countFamiliar(
  subject: Subject,
  columns: ComparableColumns,
  isAllowed: ((row: number) => boolean) | null = null,
): { modelCount: number; variantCount: number } {
  const { ids, variant: variants } = columns;
  const { variant } = numberCar(subject, columns);
  let modelCount = 0;
  let variantCount = 0;
  for (const row of columns.rowsByModel[subject.model] ?? []) {
    if (ids[row] === subject.id || (isAllowed && !isAllowed(row))) continue;
    modelCount += 1;
    if (variants[row] === variant) variantCount += 1;
  }
  return { modelCount, variantCount };
}

export function countNear(comparables: readonly Comparable[]): number {
  return comparables.filter(({ distance }) => distance < nearReach).length;
}
