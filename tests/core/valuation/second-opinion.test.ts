import { describe, expect, test } from 'vitest';
import { sumTrees } from '#core/valuation/boosting.ts';
import { seekSecondOpinion } from '#core/valuation/estimate.ts';
import { binFeatures } from '#core/valuation/tree.ts';

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
    ['nothing tells it anything', apart, noise, nothing, facts],
    ['it would only repeat what the first price says', alike, steps, facts, nothing],
    ['it errs as the first does', apart, steps.map((step, row) => step + apart[row]!), nothing, facts],
  ])('a second opinion gets no share when %s', (_, errors, target, priced, known) => {
    expect(seek(errors, target, priced, known)).toEqual({ share: 0, trees: [], errors });
  });
});
