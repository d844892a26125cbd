import { type DesignMatrix, featureKey } from './design-matrix.ts';
import { emitFeatures } from './features.ts';
import type { References } from './references.ts';
import { roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';

/** A hedonic price as it is stored: a log price is a sum of these. */
export type HedonicPrice = {
  references: References;
  intercept: number;
  /** By `group|level`; absent means 0. */
  coefficients: Record<string, number>;
};

export const coefficientDecimals = 4;

export function sumHedonic({ references, intercept, coefficients }: HedonicPrice, subject: Subject): number {
  let sum = intercept;
  emitFeatures(subject, references, (group, level, value) => {
    if (value !== 0) sum += (coefficients[featureKey(group, level)] ?? 0) * value;
  });
  return sum;
}

export function nameCoefficients(matrix: DesignMatrix, coefficients: Float64Array): Record<string, number> {
  return Object.fromEntries(matrix.keys.map((key, column) => [key, coefficients[column]!]));
}

/** Rounded, and without those that are nothing then. */
export function compactCoefficients(coefficients: Record<string, number>): Record<string, number> {
  const rounded = Object.entries(coefficients).map(([key, value]): [string, number] => [
    key,
    roundTo(value, coefficientDecimals),
  ]);
  return Object.fromEntries(rounded.filter(([, coefficient]) => coefficient !== 0));
}
