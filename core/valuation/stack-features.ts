import type { Comparable } from './comparables.ts';
import { featureKey } from './design-matrix.ts';
import { clamp } from './statistics.ts';
import type { Subject } from './subject.ts';
import type { TreeText } from './tree-words.ts';

/** What the comparables say about a car: how the hedonic fit errs on them, and how many there are. */
export type Neighbourhood = { meanError: number; weight: number; nearCount: number } & Familiarity;

/** How many cars of the pool share the car's model, and how many its variant too. */
export type Familiarity = { modelCount: number; variantCount: number };

/** Errors beyond this many robust deviations count as this many when the trees learn from neighbours. */
export const errorLimitDeviations = 4;

/** `errors` are the hedonic fit's log errors by pool row, from a fit that did not see the car. */
export function summariseNeighbours(
  comparables: readonly Comparable[],
  errors: ArrayLike<number>,
  errorLimit: number,
  counts: { nearCount: number } & Familiarity,
): Neighbourhood {
  let weight = 0;
  let weighted = 0;
  for (const { row, distance } of comparables) {
    const share = Math.exp(-0.8 * distance);
    weight += share;
    weighted += share * clamp(errors[row]!, -errorLimit, errorLimit);
  }
  return { meanError: weighted / (weight + 1), weight, ...counts };
}

/**
 * The trees' view of a car. Coefficients stand for categories: they are the fit's own answer to what a make or a fuel
 * is worth. `coefficient`, `logPrice` and `neighbours` must come from a fit that did not see the car, else the trees
 * learn to trust them more than they deserve.
 */
export function stackFeatures(
  subject: Subject,
  logPrice: number,
  coefficient: (key: string) => number,
  settledCoefficient: (key: string) => number,
  neighbours: Neighbourhood,
  text: TreeText,
): number[] {
  const of = (group: string, level: string) => coefficient(featureKey(group, level));
  const settled = (group: string, level: string) => settledCoefficient(featureKey(group, level));
  return [
    logPrice,
    subject.ageYears,
    subject.mileageKm,
    subject.mileageKm / (subject.ageYears + 0.5),
    subject.horsepower,
    subject.engineLitres,
    subject.year,
    subject.newPrice,
    of('make', subject.make),
    of('model', subject.model),
    of('model·age', subject.model),
    of('model·mileage', subject.model),
    settled('fuel', subject.fuel),
    settled('gearbox', subject.gearbox),
    settled('body', subject.body),
    settled('seller', subject.seller),
    neighbours.meanError,
    neighbours.weight,
    neighbours.nearCount,
    Math.log1p(neighbours.modelCount),
    // Models of before know the features down to here by their places: new ones come after.
    text.count,
    Math.log1p(neighbours.variantCount),
    subject.tokens.filter((word) => of('word', word) === 0).length,
    ...text.has,
  ];
}
