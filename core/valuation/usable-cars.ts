import { buildDesignMatrix } from './design-matrix.ts';
import { findBrokenRows } from './outliers.ts';
import { randomOf } from './random.ts';
import { learnReferences } from './references.ts';
import { type Subject, toSubject } from './subject.ts';
import type { PricedCar } from './valuation.ts';

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
