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
/** For a car without comparables, only a misplaced digit is certain to be an error. */
const limitDeviationsAlone = 12;
/** Prices of veteran cars follow no curve and are not rated, so they are accepted as they are. */
const veteranYears = 25;
const witnesses = 5;

/** Robust scatter of the errors among cars of about the same age, per row: correct prices of old cars scatter widely. */
function scatterByAge(errors: Float64Array, subjects: readonly Subject[]): Float64Array {
  const byAge = [...subjects.keys()].sort(
    (one, other) => subjects[one]!.ageYears - subjects[other]!.ageYears,
  );
  const groupSize = Math.max(carsPerAgeGroup, Math.ceil(byAge.length / mostAgeGroups));
  const scatter = new Float64Array(errors.length);
  // The oldest cars that do not fill a group of their own belong to the group before.
  const groupCount = Math.max(1, Math.floor(byAge.length / groupSize));
  for (let number = 1; number <= groupCount; number++) {
    const end = number === groupCount ? byAge.length : number * groupSize;
    const group = byAge.slice((number - 1) * groupSize, end);
    const deviation = robustDeviation(group.map((row) => errors[row]!));
    for (const row of group) scatter[row] = deviation;
  }
  return scatter;
}

/**
 * True if the nearest cars of its kind deviate in the same direction: then the kind is priced unusually, and the row is
 * right.
 */
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
 * Rows whose price or facts cannot be right, judged by a fit that did not see them: a digit too many, a deposit instead of
 * the price, another car's year. Small weights do not suffice: a variant that only such rows have would adopt their error,
 * and the whole group would be trusted too much.
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
/** Many new cars have the same few kilometres; the mileage of a used car is distinctive. */
const leastTellingKm = 1000;
const leastPoolToJudge = 100;

/** `weights`: of each car, above 0 and up to 1. `leftOutShare`: cars that were left out as broken, per remaining car. */
export type Usable = { subjects: Subject[]; prices: number[]; weights: number[]; leftOutShare: number };

/**
 * The fold of each car, derived from its own facts and price, so that it does not change with other cars. Otherwise the
 * predictions for a car would jump with every fit.
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

/** The usable cars, each once: a repeated ad would be its own comparable. */
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

/** The pool without the rows that a first fit finds broken; the whole pool if it is too small to tell. */
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

/** The cars that a fit learns from, each once, without those whose price or facts cannot be right. */
export const usableCars = (pool: readonly PricedCar[], seed: number): Usable =>
  leaveOutBroken(takeUsable(pool), seed);

/** Amounts that people type instead of a price. */
const runs = ['123456789', '987654321'];
const leastDigits = 3;

/** 99.999 kr. is a real price and 55.555 kr. a joke: five equal digits are a price only in the upper half. */
const isPriceOfWindows = (digits: string): boolean => /^([5-9])\1{4}$/.test(digits);

/**
 * True for 0, one digit repeated ("1111", "999999") and digits counting up or down ("1234", "4321"), which are
 * placeholders. Three digits or more, so that a part for 99 or 12 kr. keeps its price.
 */
export function isPlaceholderPrice(amount: number): boolean {
  if (!Number.isFinite(amount) || amount <= 1) return true;
  const digits = String(Math.round(amount));
  if (digits.length < leastDigits || isPriceOfWindows(digits)) return false;
  return /^(\d)\1+$/.test(digits) || runs.some((run) => run.includes(digits));
}
