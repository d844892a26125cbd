import { describe, expect, test } from 'vitest';
import { boost, boostInFolds, sumTrees } from '#core/valuation/boosting.ts';
import { seekSecondOpinion } from '#core/valuation/estimate.ts';
import { binCountOf, binFeatures, growTree, type Tree, thresholdAbove } from '#core/valuation/tree.ts';

const upTo = (count: number) => Float64Array.from({ length: count }, (_, i) => i + 1);
const allRows = (count: number) => Int32Array.from({ length: count }, (_, row) => row);

describe('binFeatures', () => {
  test('bins are cut halfway between values, with missing values in a bin of their own', () => {
    const binned = binFeatures([Float64Array.from([1, 2, 3, 4, Number.NaN, 4, 4])]);
    expect([...binned.cuts[0]!]).toEqual([1.5, 2.5, 3.5]);
    expect([...binned.columns[0]!]).toEqual([1, 2, 3, 4, 0, 4, 4]);
    expect(binCountOf(binned.cuts[0]!)).toBe(5);
    expect([0, 1, 3].map((bin) => thresholdAbove(binned, 0, bin))).toEqual([-1e300, 1.5, 3.5]);
  });

  test('a feature has 63 cuts at most, with bins about equally full', () => {
    const binned = binFeatures([upTo(6400)]);
    const counts = Array.from(
      { length: 65 },
      (_, bin) => binned.columns[0]!.filter((one) => one === bin).length,
    );
    expect(binned.cuts[0]).toHaveLength(63);
    expect(counts).toEqual([0, ...Array.from({ length: 64 }, () => 100)]);
  });

  test('a feature whose values are all equal or missing has no cuts', () => {
    const binned = binFeatures([
      Float64Array.of(2, 2),
      Float64Array.of(Number.NaN, Number.POSITIVE_INFINITY),
    ]);
    expect(binned.cuts.map((cuts) => [...cuts])).toEqual([[], []]);
    expect(binned.columns.map((column) => [...column])).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});

describe('growTree', () => {
  const target = Float64Array.from([0, 0, 0, 0, 10, 10, 16, 16]);
  const binned = binFeatures([upTo(8), Float64Array.from([1, 1, 2, 2, 1, 1, 2, 2])]);
  const grow = (settings: object, rows = allRows(8), rate = 1) =>
    growTree({
      binned,
      features: [0, 1],
      target,
      rows,
      rate,
      settings: { leaves: 3, leastRowsInLeaf: 2, shrinkage: 0, ...settings },
    });

  test('a tree splits where the gain is largest, and a leaf has the mean of its rows', () => {
    expect(grow({})).toEqual({
      feature: [0, -1, 0, -1, -1],
      threshold: [4.5, 0, 6.5, 0, 0],
      left: [1, 0, 3, 0, 0],
      right: [2, 0, 4, 0, 0],
      value: [0, 0, 0, 10, 16],
    });
  });

  test('a tree has no more leaves than allowed, and stops when nothing is gained', () => {
    expect(grow({ leaves: 2 }).value).toEqual([0, 0, 13]);
    expect(grow({ leaves: 1 }).value).toEqual([6.5]);
    expect(grow({ leaves: 8 }).value).toEqual([0, 0, 0, 10, 16]);
  });

  test('a tree keeps the minimum number of rows on either side of a split', () => {
    expect(grow({ leaves: 2, leastRowsInLeaf: 4 }).threshold[0]).toBe(4.5);
    expect(grow({ leaves: 3, leastRowsInLeaf: 3 }).value).toEqual([0, 0, 13]);
    expect(grow({ leaves: 2, leastRowsInLeaf: 5 }).value).toEqual([6.5]);
    expect(grow({ leaves: 2 }, Int32Array.of(0, 4, 5, 6)).value).toEqual([0, 5, 13]);
  });

  test('a tree multiplies its values by the rate and shrinks them towards 0', () => {
    expect(grow({ leaves: 2 }, allRows(8), 0.5).value).toEqual([0, 0, 6.5]);
    expect(grow({ leaves: 2, shrinkage: 4 }).value).toEqual([0, 0, 6.5]);
  });

  test('a tree sends a row left below the threshold or when its value is missing', () => {
    const tree = grow({});
    const predicted = (value: number) => sumTrees([tree, tree], [value, 1]);
    expect([1, 4.4, 4.5, 6.5, 99].map(predicted)).toEqual([0, 0, 20, 32, 32]);
    expect(predicted(Number.NaN)).toBe(0);
  });

  test('a tree can separate missing values from known ones', () => {
    const gaps = binFeatures([Float64Array.from([Number.NaN, Number.NaN, 5, 5])]);
    const tree = growTree({
      binned: gaps,
      features: [0],
      target: Float64Array.from([0, 0, 1, 1]),
      rows: allRows(4),
      rate: 1,
      settings: { leaves: 2, leastRowsInLeaf: 1, shrinkage: 0 },
    });
    expect(tree.threshold[0]).toBe(-1e300);
    expect([Number.NaN, 5].map((value) => sumTrees([tree], [value]))).toEqual([0, 1]);
  });
});

describe('boost and boostInFolds', () => {
  const settings = {
    leaves: 4,
    leastRowsInLeaf: 5,
    shrinkage: 1,
    rate: 0.3,
    rounds: 40,
    clipDeviations: 100,
    patience: 5,
    seed: 1,
    rowShare: 0.8,
    featureShare: 0.7,
  };
  const count = 200;
  const binned = binFeatures([upTo(count), upTo(count).map((value) => value % 7)]);
  const target = upTo(count).map((value) => (value > 100 ? 1 : 0) + (value % 7 > 3 ? 0.5 : 0));

  const valuesOf = (trees: Tree[]) => upTo(count).map((value) => sumTrees(trees, [value, value % 7]));

  test('boosted trees approach their target', () => {
    const trees = boost(binned, target, allRows(count), settings);
    expect(trees).toHaveLength(40);
    const fitted = valuesOf(trees);
    expect(Math.max(...target.map((value, row) => Math.abs(value - fitted[row]!)))).toBeLessThan(0.02);
  });

  test('boosting stops at the number of rounds that is best for all held-back rows', () => {
    const noise = target.map((_, row) => (row % 2 === 0 ? 1 : -1));
    const folds = Int32Array.from(target, (_, row) => row % 2);
    const nothing = boostInFolds(binned, noise, folds, 2, settings);
    expect([nothing.rounds, nothing.error, Math.max(...nothing.heldBack.map(Math.abs))]).toEqual([0, 1, 0]);

    const held = boostInFolds(binned, target, folds, 2, settings);
    expect(held.rounds).toBeGreaterThan(10);
    const inSteps = [0, 1].map((fold) => {
      const others = allRows(count).filter((row) => folds[row] !== fold);
      return valuesOf(boost(binned, target, others, { ...settings, rounds: held.rounds, seed: 1 + fold }));
    });
    const expected = target.map((_, row) => inSteps[folds[row]!]![row]!);
    expect(Math.max(...held.heldBack.map((value, row) => Math.abs(value - expected[row]!)))).toBeLessThan(
      1e-9,
    );
    expect(held.error).toBeLessThan(0.05);
  });

  test('an extreme error pulls boosted trees no harder than a large one', () => {
    const absurd = target.map((value, row) => (row === 50 ? 1e6 : value));
    const clipped = boost(binned, absurd, allRows(count), { ...settings, clipDeviations: 2, rounds: 5 });
    expect(Math.max(...valuesOf(clipped))).toBeLessThan(20);
  });
});

const count = 240;
const each = (value: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => value(row));
const folds = Int32Array.from({ length: count }, (_, row) => Math.floor(row / 4) % 5);
const isDear = (row: number) => row % 4 < 2;
/** Alternates between up and down, which no feature explains. */
const sign = (row: number) => (row % 2 === 0 ? 1 : -1);

const nothing = each(() => 0);
const facts = each((row) => (isDear(row) ? 1 : 0));
const steps = each((row) => (isDear(row) ? 0.5 : -0.5));

/** `priced`: the feature of the hedonic price; `known`: the feature of the facts. */
const seek = (errors: Float64Array, target: Float64Array, priced = nothing, known = facts) =>
  seekSecondOpinion(errors, target, binFeatures([priced, known]), folds, 5, 3);

describe('seekSecondOpinion', () => {
  test('a second opinion gets its largest share where it is right and the first price is far off', () => {
    const { share, trees, errors } = seek(
      each((row) => 0.3 * sign(row)),
      steps,
    );
    expect(share).toBe(0.6);
    // 0.4 of the error of 0.3 remains.
    for (const [row, error] of errors.entries()) expect(error).toBeCloseTo(0.12 * sign(row), 1);
    expect(sumTrees(trees, [0, 1])).toBeCloseTo(0.5, 1);
    expect(sumTrees(trees, [0, 0])).toBeCloseTo(-0.5, 1);
  });

  test('a second opinion gets a share of 0.4 when both err alike in opposite directions', () => {
    const noise = each((row) => 0.2 * sign(row));
    const target = steps.map((step, row) => step - noise[row]!);
    const { share, errors } = seek(noise, target);
    expect(share).toBe(0.4);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.13);
  });

  const apart = each((row) => 0.2 * sign(row));
  const alike = each((row) => 0.2 * (isDear(row) ? 1 : -1));
  const noise = each((row) => 0.4 * sign(row));
  const chance = steps.map((step, row) => step + (row % 8 < 4 ? 0.4 : -0.4));
  test.each([
    ['the first is nearly right', each((row) => 0.01 * sign(row)), chance, nothing, facts],
    ['its target is noise', apart, noise, nothing, facts],
    ['it would only repeat what the first price says', alike, steps, facts, nothing],
    ['it errs as the first does', apart, steps.map((step, row) => step + apart[row]!), nothing, facts],
  ])('a second opinion gets no share when %s', (_, errors, target, priced, known) => {
    expect(seek(errors, target, priced, known)).toEqual({ share: 0, trees: [], errors });
  });
});
