import { calibrateBands } from './bands.ts';
import { boostInFolds, boostOnAll } from './boost-in-folds.ts';
import { type ComparableColumns, countNear, findComparables, toComparableColumns } from './comparables.ts';
import { buildDesignMatrix, type DesignMatrix } from './design-matrix.ts';
import { expectText } from './expected-text.ts';
import { type FoldedHedonic, fitInFolds } from './folded-hedonic.ts';
import { type BinnedFeatures, binFeatures } from './histogram.ts';
import type { Model } from './model.ts';
import { findBrokenRows } from './outliers.ts';
import { assignFolds } from './random.ts';
import { learnReferences } from './references.ts';
import { seekSecondOpinion } from './second-opinion.ts';
import { errorLimitDeviations, stackFeatures, summariseNeighbours } from './stack-features.ts';
import { median, robustDeviation, roundTo } from './statistics.ts';
import { type Subject, toSubject } from './subject.ts';
import type { Tree } from './tree.ts';
import { correctionSettings, spreadSettings } from './tree-settings.ts';
import type { PricedCar } from './valuation.ts';

const foldCount = 5;
/** Trees stay only when they take at least this share off the held-back error. */
const leastGain = 0.01;
const coefficientDecimals = 5;

/** New cars with the same few kilometres are many; a worn car's odometer is its own. */
const leastTellingKm = 1000;
export const leastPoolForFit = 20;
const leastPoolToJudge = 100;

type Usable = { subjects: Subject[]; prices: number[] };

/** Cars that can be learnt from, each once: an ad put up twice would count as its own comparable. */
function takeUsable(pool: readonly PricedCar[]): Usable {
  const seen = new Set<string>();
  const usable: Usable = { subjects: [], prices: [] };
  for (const car of pool) {
    const subject = Number.isFinite(car.price) && car.price > 0 ? toSubject(car) : null;
    if (!subject) continue;
    const { model, variant, year, mileageKm, horsepower } = subject;
    const likeness = [model, variant, year, mileageKm, horsepower, car.title ?? '', car.price].join('|');
    if (seen.has(likeness) && mileageKm >= leastTellingKm) continue;
    seen.add(likeness);
    usable.subjects.push(subject);
    usable.prices.push(car.price);
  }
  return usable;
}

/** The pool without the rows that a first fit finds broken; all of it when it is too small to tell. */
function leaveOutBroken(usable: Usable, seed: number): Usable {
  const { subjects, prices } = usable;
  if (subjects.length < leastPoolToJudge) return usable;
  const matrix = buildDesignMatrix(subjects, learnReferences(subjects));
  const logPrice = Float64Array.from(prices, (price) => Math.log(price));
  const broken = findBrokenRows(
    matrix,
    logPrice,
    assignFolds(subjects.length, foldCount, seed),
    foldCount,
    subjects,
  );
  return {
    subjects: subjects.filter((_, row) => !broken.has(row)),
    prices: prices.filter((_, row) => !broken.has(row)),
  };
}

type Stack = { binned: BinnedFeatures; nearCounts: number[] };

/** The trees' features of every pool row, each from the fit and the neighbours of the other folds. */
function stackPool(
  { subjects }: Usable,
  columns: ComparableColumns,
  matrix: DesignMatrix,
  hedonic: FoldedHedonic,
  folds: Int32Array,
): Stack {
  const columnOf = new Map(matrix.keys.map((key, column) => [key, column]));
  const errorLimit = errorLimitDeviations * robustDeviation(hedonic.errorsOfAll);
  const nearCounts: number[] = [];
  const rows = subjects.map((subject, row) => {
    const fold = folds[row]!;
    const { coefficients } = hedonic.byFold[fold]!;
    const comparables = findComparables(subject, columns, (other) => folds[other] !== fold);
    const nearCount = countNear(comparables);
    nearCounts.push(nearCount);
    const modelCount = columns.rowsByModel[subject.model]!.length;
    const neighbours = summariseNeighbours(comparables, hedonic.errorsByFold[fold]!, errorLimit, {
      nearCount,
      modelCount,
    });
    const coefficient = (key: string) => coefficients[columnOf.get(key) ?? -1] ?? 0;
    const settled = (key: string) =>
      roundTo(hedonic.all.coefficients[columnOf.get(key) ?? -1] ?? 0, coefficientDecimals);
    return stackFeatures(subject, hedonic.heldBackLogs[row]!, coefficient, settled, neighbours);
  });
  const featureCount = rows[0]?.length ?? 0;
  const featureColumns = Array.from({ length: featureCount }, (_, feature) =>
    Float64Array.from(rows, (row) => row[feature]!),
  );
  return { binned: binFeatures(featureColumns), nearCounts };
}

/** Trees on the hedonic fit's held-back errors, kept only when they win. */
function learnCorrection(errors: Float64Array, { binned }: Stack, folds: Int32Array, seed: number) {
  const unhelped = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const tried = correctionSettings(errors.length, seed).map((settings) => ({
    settings,
    ...boostInFolds(binned, errors, folds, foldCount, settings),
  }));
  const best = tried.reduce((one, other) => (other.error < one.error ? other : one));
  if (best.rounds === 0 || best.error > unhelped * (1 - leastGain)) {
    return { trees: [], heldBack: new Float64Array(errors.length) };
  }
  const repeats = errors.length > 6000 ? 1 : 3;
  const trees = boostOnAll(
    binned,
    errors,
    { ...best.settings, rounds: Math.ceil(best.rounds * 1.05) },
    repeats,
  );
  return { trees, heldBack: best.heldBack };
}

/** How far prices of such cars scatter: trees on the logarithm of the held-back errors, centred on the pool's median. */
function learnSpread(errors: Float64Array, { binned }: Stack, folds: Int32Array, seed: number) {
  const sizes = errors.map((error) => Math.log(Math.abs(error) + 0.01));
  const centre = median(sizes);
  const target = sizes.map((size) => size - centre);
  const settings = spreadSettings(errors.length, seed);
  const folded = boostInFolds(binned, target, folds, foldCount, settings);
  const trees =
    folded.rounds > 0 ? boostOnAll(binned, target, { ...settings, rounds: folded.rounds }, 1) : [];
  return { trees, heldBack: folded.heldBack };
}

function compactTrees(trees: readonly Tree[]): Tree[] {
  return trees.map((tree) => ({
    ...tree,
    threshold: tree.threshold.map((threshold) => Number(threshold.toPrecision(9))),
    value: tree.value.map((value) => roundTo(value, coefficientDecimals)),
  }));
}

function nameCoefficients(matrix: DesignMatrix, coefficients: Float64Array): Record<string, number> {
  return Object.fromEntries(matrix.keys.map((key, column) => [key, coefficients[column]!]));
}

function compactCoefficients(coefficients: Record<string, number>): Record<string, number> {
  const rounded = Object.entries(coefficients).map(([key, value]): [string, number] => [
    key,
    roundTo(value, coefficientDecimals),
  ]);
  return Object.fromEntries(rounded.filter(([, coefficient]) => coefficient !== 0));
}

function roundAll(values: Float64Array): number[] {
  return Array.from(values, (value) => roundTo(value, 4));
}

/**
 * Learns asking prices from the pool. The same pool and seed give the same model. Prices may be in any one currency.
 * Throws a RangeError below `leastPoolForFit` usable cars.
 */
export function fitModel(pool: readonly PricedCar[], options: { seed: number; version: string }): Model {
  const usable = leaveOutBroken(takeUsable(pool), options.seed);
  const { subjects, prices } = usable;
  if (subjects.length < leastPoolForFit)
    throw new RangeError(`A model needs ${leastPoolForFit} priced cars, not ${subjects.length}`);
  const logPrice = Float64Array.from(prices, (price) => Math.log(price));
  const references = learnReferences(subjects);
  const matrix = buildDesignMatrix(subjects, references);
  const folds = assignFolds(subjects.length, foldCount, options.seed);
  const hedonic = fitInFolds(matrix, logPrice, folds, foldCount);
  const columns = toComparableColumns(subjects);
  const stack = stackPool(usable, columns, matrix, hedonic, folds);

  const hedonicErrors = logPrice.map((price, row) => price - hedonic.heldBackLogs[row]!);
  const correction = learnCorrection(hedonicErrors, stack, folds, options.seed);
  const correctedErrors = hedonicErrors.map((error, row) => error - correction.heldBack[row]!);
  const target = logPrice.map((price) => price - hedonic.all.intercept);
  const opinion = seekSecondOpinion(correctedErrors, target, stack.binned, folds, foldCount, options.seed);
  const { errors } = opinion;
  const spread = learnSpread(errors, stack, folds, options.seed);
  const scores = errors.map((error, row) => error / Math.exp(spread.heldBack[row]!));
  return {
    format: 1,
    ...options,
    poolSize: subjects.length,
    heldBackError: roundTo(median(errors.map((error) => Math.abs(Math.exp(-error) - 1))), 5),
    references,
    intercept: hedonic.all.intercept,
    coefficients: compactCoefficients({
      ...expectText(matrix, hedonic.all.coefficients, subjects),
      ...nameCoefficients(matrix, hedonic.all.coefficients),
    }),
    comparables: columns,
    prices,
    fitErrors: roundAll(hedonic.errorsOfAll),
    heldBackLogs: roundAll(logPrice.map((price, row) => price - errors[row]!)),
    heldBackSpreads: roundAll(spread.heldBack),
    correctionTrees: compactTrees(correction.trees),
    secondOpinion: { share: opinion.share, trees: compactTrees(opinion.trees) },
    spreadTrees: compactTrees(spread.trees),
    bands: calibrateBands(scores, stack.nearCounts),
  };
}
