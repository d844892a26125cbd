import { type ComparableColumns, findComparables, toComparableColumns } from './evidence.ts';
import { buildDesignMatrix, type DesignMatrix } from './features.ts';
import { fitInFolds } from './hedonic.ts';
import { learnReferences } from './references.ts';
import { randomOf, robustDeviation } from './statistics.ts';
import { type Subject, toSubject } from './subject.ts';
import type { PricedCar } from './valuation.ts';

const limitDeviations = 5;
const carsPerAgeGroup = 60;
const mostAgeGroups = 10;
/** For a car with no comparables to ask, only a misplaced digit is beyond doubt. */
const limitDeviationsAlone = 12;
/** Veterans follow no curve, and are not rated: their prices are taken as they are. */
const veteranYears = 25;
const witnesses = 5;

/** Robust scatter of the errors among cars of about the same age, per row: prices of old cars scatter widely and are right. */
function scatterByAge(errors: Float64Array, subjects: readonly Subject[]): Float64Array {
  const byAge = [...subjects.keys()].sort(
    (one, other) => subjects[one]!.ageYears - subjects[other]!.ageYears,
  );
  const groupSize = Math.max(carsPerAgeGroup, Math.ceil(byAge.length / mostAgeGroups));
  const scatter = new Float64Array(errors.length);
  // The oldest that fill no group of their own belong to the one before.
  const groupCount = Math.max(1, Math.floor(byAge.length / groupSize));
  for (let number = 1; number <= groupCount; number++) {
    const end = number === groupCount ? byAge.length : number * groupSize;
    const group = byAge.slice((number - 1) * groupSize, end);
    const deviation = robustDeviation(group.map((row) => errors[row]!));
    for (const row of group) scatter[row] = deviation;
  }
  return scatter;
}

/** Do the nearest cars of its kind deviate the same way? Then the kind is priced unusually, and the row is right. */
function isBorneOut(
  row: number,
  errors: Float64Array,
  subjects: readonly Subject[],
  columns: ComparableColumns,
): boolean | null {
  const nearest = findComparables(subjects[row]!, columns).slice(0, witnesses);
  if (nearest.length === 0) return null;
  const direction = Math.sign(errors[row]!);
  const likewise = nearest.map((other) => direction * errors[other.row]!).sort((one, other) => other - one);
  return likewise[Math.floor(nearest.length / 4)]! > Math.abs(errors[row]!) / 3;
}

/**
 * Rows whose price or facts cannot be right, judged by a fit that did not see them: a digit too many, a deposit for a
 * price, another car's year. Small weights do not suffice against these: a variant that only they carry would take
 * their error for its own worth, and the whole group would be trusted too much.
 */
export function findBrokenRows(
  matrix: DesignMatrix,
  logPrice: Float64Array,
  folds: Int32Array,
  foldCount: number,
  subjects: readonly Subject[],
): Set<number> {
  const { heldBackLogs } = fitInFolds(matrix, logPrice, folds, foldCount);
  const errors = logPrice.map((price, row) => price - heldBackLogs[row]!);
  const scatter = scatterByAge(errors, subjects);
  const columns = toComparableColumns(subjects);
  const isBroken = (row: number) => {
    const deviations = Math.abs(errors[row]!) / scatter[row]!;
    if (deviations <= limitDeviations || subjects[row]!.ageYears > veteranYears) return false;
    const bornOut = isBorneOut(row, errors, subjects, columns);
    return bornOut === null ? deviations > limitDeviationsAlone : !bornOut;
  };
  return new Set([...subjects.keys()].filter(isBroken));
}

export const foldCount = 5;
/** New cars with the same few kilometres are many; a worn car's odometer is its own. */
const leastTellingKm = 1000;
const leastPoolToJudge = 100;

/** `weights`: of each car, above 0 and up to 1. `leftOutShare`: how many cars were left out as broken, for each that is left. */
export type Usable = { subjects: Subject[]; prices: number[]; weights: number[]; leftOutShare: number };

/**
 * The fold of each car by its own facts and price, so that it stays the same while others come and go: what the other folds say
 * of a car would else jump with every fit.
 */
export const foldsOf = (
  { subjects, prices }: Pick<Usable, 'subjects' | 'prices'>,
  seed: number,
): Int32Array =>
  Int32Array.from(subjects, ({ model, variant, year, mileageKm, horsepower }, row) =>
    Math.floor(
      foldCount * randomOf([model, variant, year, mileageKm, horsepower, prices[row]].join('|'), seed),
    ),
  );

/** Cars that can be learnt from, each once: an ad put up twice would count as its own comparable. */
function takeUsable(pool: readonly PricedCar[]): Usable {
  const seen = new Set<string>();
  const usable: Usable = { subjects: [], prices: [], weights: [], leftOutShare: 0 };
  for (const car of pool) {
    const subject = Number.isFinite(car.price) && car.price > 0 ? toSubject(car) : null;
    if (!subject) continue;
    const { model, variant, year, mileageKm, horsepower } = subject;
    const likeness = [model, variant, year, mileageKm, horsepower, car.title ?? '', car.price].join('|');
    if (seen.has(likeness) && mileageKm >= leastTellingKm) continue;
    seen.add(likeness);
    usable.subjects.push(subject);
    usable.prices.push(car.price);
    usable.weights.push(car.weight ?? 1);
  }
  return usable;
}

/** The pool without the rows that a first fit finds broken; all of it when it is too small to tell. */
function leaveOutBroken(usable: Usable, seed: number): Usable {
  const { subjects, prices, weights } = usable;
  if (subjects.length < leastPoolToJudge) return usable;
  const matrix = buildDesignMatrix(subjects, learnReferences(subjects));
  const logPrice = Float64Array.from(prices, (price) => Math.log(price));
  const broken = findBrokenRows(matrix, logPrice, foldsOf(usable, seed), foldCount, subjects);
  return {
    subjects: subjects.filter((_, row) => !broken.has(row)),
    prices: prices.filter((_, row) => !broken.has(row)),
    weights: weights.filter((_, row) => !broken.has(row)),
    leftOutShare: broken.size / Math.max(1, subjects.length - broken.size),
  };
}

/** The cars that a fit learns from, each once and without those whose price or facts cannot be right. */
export const usableCars = (pool: readonly PricedCar[], seed: number): Usable =>
  leaveOutBroken(takeUsable(pool), seed);

/** Amounts people type when they do not want to name a price. */
const runs = ['123456789', '987654321'];
const leastDigits = 3;

/** People ask 99.999 kr., and 55.555 for a joke: five equal digits in the upper half are a price. */
const isPriceOfWindows = (digits: string): boolean => /^([5-9])\1{4}$/.test(digits);

/**
 * 0, 1, one digit repeated ("1111", "999999") and counting up or down ("1234", "4321") name no price.
 * Three digits or more, so that a part for 99 or 12 kr. keeps its price.
 */
export function isPlaceholderPrice(amount: number): boolean {
  if (!Number.isFinite(amount) || amount <= 1) return true;
  const digits = String(Math.round(amount));
  if (digits.length < leastDigits || isPriceOfWindows(digits)) return false;
  return /^(\d)\1+$/.test(digits) || runs.some((run) => run.includes(digits));
}
