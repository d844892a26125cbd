import { type DesignMatrix, featureKey } from './design-matrix.ts';
import { anyModel, noTextGroup, textGroups } from './features.ts';
import { roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';

/** As many cars as it takes for a model's own mean to count as much as the pool's. */
const priorCars = 3;

export type ExpectedText = {
  coefficients: Record<string, number>;
  /** How far single cars' words lie from what is expected of their model, in log price. */
  deviation: number;
};

/**
 * What words and variant are worth on average, by model, as coefficients for ads that have neither: where every ad of the
 * pool has a title, a car without one must count as an ordinary trim and not as one with all its words missing.
 * A pool that holds such ads has learnt their coefficients itself; the caller lets those win.
 */
export function expectText(
  matrix: DesignMatrix,
  coefficients: Float64Array,
  subjects: readonly Subject[],
): ExpectedText {
  const isText = matrix.groups.map((group) => textGroups.includes(group));
  const worthOf = (row: number): number => {
    let sum = 0;
    for (let i = matrix.rowStart[row]!; i < matrix.rowStart[row + 1]!; i++) {
      const column = matrix.columns[i]!;
      if (isText[matrix.groupOf[column]!]) sum += coefficients[column]! * matrix.values[i]!;
    }
    return sum;
  };
  const rowsByModel = Map.groupBy(subjects.keys(), (row) => subjects[row]!.model);
  const totalOf = (rows: Iterable<number>) => [...rows].reduce((sum, row) => sum + worthOf(row), 0);
  const everywhere = totalOf(subjects.keys()) / Math.max(1, subjects.length);
  const expected: Record<string, number> = { [featureKey(noTextGroup, anyModel)]: everywhere };
  for (const [model, rows] of rowsByModel) {
    const ownMean = (totalOf(rows) + priorCars * everywhere) / (rows.length + priorCars);
    expected[featureKey(noTextGroup, model)] = ownMean - everywhere;
  }
  const squares = [...rowsByModel].flatMap(([model, rows]) =>
    [...rows].map((row) => (worthOf(row) - everywhere - expected[featureKey(noTextGroup, model)]!) ** 2),
  );
  const variance = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length);
  return { coefficients: expected, deviation: roundTo(Math.sqrt(variance), 4) };
}
