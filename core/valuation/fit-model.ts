import { compareTexts } from '#core/shared.ts';
import { boostInFolds, boostOnAll } from './boosting.ts';
import { seekSecondOpinion } from './estimate.ts';
import {
  type ComparableColumns,
  countFamiliar,
  countNear,
  findComparables,
  toComparableColumns,
} from './evidence.ts';
import {
  buildDesignMatrix,
  type DesignMatrix,
  errorLimitDeviations,
  expectText,
  stackFeatures,
  summariseNeighbours,
} from './features.ts';
import {
  coefficientDecimals,
  compactCoefficients,
  type FoldedHedonic,
  fitBeside,
  heldBackMovement,
  nameCoefficients,
} from './hedonic.ts';
import { departureOf, type LentMarket, lendModel, lentLogPrice, lentScatter } from './lent-market.ts';
import { calibrateBands, cautiousBand, logDecimals, type Model, measureFigures } from './model.ts';
import { foldCount, foldsOf, type Usable, usableCars } from './outliers.ts';
import { learnReferences } from './references.ts';
import { median, robustDeviation, roundTo } from './statistics.ts';
import { settleTree } from './stored-model.ts';
import type { Subject } from './subject.ts';
import {
  type BinnedFeatures,
  binFeatures,
  chooseTreeWords,
  correctionSettings,
  readTreeText,
  spreadSettings,
  type TreeWords,
} from './tree.ts';
import type { PricedCar } from './valuation.ts';

/** Trees are kept only if they reduce the held-back error by at least this share. */
const leastGain = 0.01;

export const leastPoolForFit = 20;
/** With a lent market, a smaller pool uses the lent market's scatter and no trees, which would only learn noise. */
const leastPoolForTrees = 150;

type Stack = { binned: BinnedFeatures; nearCounts: number[]; treeWords: TreeWords; weights: number[] };

/** The trees' features of every pool row, computed from the fit and the neighbours of the other folds. */
function stackPool(
  { subjects, weights }: Usable,
  columns: ComparableColumns,
  matrix: DesignMatrix,
  hedonic: FoldedHedonic,
  folds: Int32Array,
  lent: LentMarket | null,
): Stack {
  const columnOf = new Map(matrix.keys.map((key, column) => [key, column]));
  const errorLimit = errorLimitDeviations * robustDeviation(hedonic.errorsOfAll);
  const nearCounts: number[] = [];
  const treeWords = chooseTreeWords(subjects);
  const rows = subjects.map((subject, row) => {
    const fold = folds[row]!;
    const { coefficients } = hedonic.byFold[fold]!;
    const isOutside = (other: number) => folds[other] !== fold;
    const comparables = findComparables(subject, columns, isOutside);
    const nearCount = countNear(comparables);
    nearCounts.push(nearCount);
    const neighbours = summariseNeighbours(comparables, hedonic.errorsByFold[fold]!, errorLimit, {
      nearCount,
      ...countFamiliar(subject, columns, isOutside),
    });
    const lentPart = (key: string) => lent?.coefficients[key] ?? 0;
    // Rounded as they are stored: the trees must be trained on the coefficients that they will be given.
    const stored = (key: string, of: Float64Array) =>
      roundTo(of[columnOf.get(key) ?? -1] ?? 0, coefficientDecimals) + lentPart(key);
    const coefficient = (key: string) => stored(key, coefficients);
    const settled = (key: string) => stored(key, hedonic.all.coefficients);
    const text = readTreeText(subject, treeWords);
    return stackFeatures(subject, hedonic.heldBackLogs[row]!, coefficient, settled, neighbours, text);
  });
  const featureCount = rows[0]?.length ?? 0;
  const featureColumns = Array.from({ length: featureCount }, (_, feature) =>
    Float64Array.from(rows, (row) => row[feature]!),
  );
  return { binned: binFeatures(featureColumns), nearCounts, treeWords, weights };
}

/** The result for a pool that is too small for trees. */
const noCorrection = (errors: Float64Array) => ({ trees: [], heldBack: new Float64Array(errors.length) });

/** Trees on the hedonic fit's held-back errors; none if they do not reduce the error. */
function learnCorrection(errors: Float64Array, { binned, weights }: Stack, folds: Int32Array, seed: number) {
  const unhelped = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const tried = correctionSettings(errors.length, seed).map((settings) => ({
    settings,
    ...boostInFolds(binned, errors, folds, foldCount, settings, weights),
  }));
  const best = tried.reduce((one, other) => (other.error < one.error ? other : one));
  if (best.rounds === 0 || best.error > unhelped * (1 - leastGain)) {
    return noCorrection(errors);
  }
  const repeats = errors.length > 6000 ? 1 : 3;
  const trees = boostOnAll(
    binned,
    errors,
    { ...best.settings, rounds: Math.ceil(best.rounds * 1.05) },
    repeats,
    weights,
  );
  return { trees, heldBack: best.heldBack };
}

/** The scatter of prices of such cars: trees on the logarithm of the held-back errors, relative to the pool's median. */
function learnSpread(errors: Float64Array, { binned, weights }: Stack, folds: Int32Array, seed: number) {
  const sizes = errors.map((error) => Math.log(Math.abs(error) + 0.01));
  const centre = median(sizes);
  const target = sizes.map((size) => size - centre);
  const settings = spreadSettings(errors.length, seed);
  const folded = boostInFolds(binned, target, folds, foldCount, settings, weights);
  const trees =
    folded.rounds > 0 ? boostOnAll(binned, target, { ...settings, rounds: folded.rounds }, 1, weights) : [];
  return { trees, heldBack: folded.heldBack };
}

const lentSpread = (lent: LentMarket, subjects: readonly Subject[], departure: number) => ({
  trees: [],
  heldBack: Float64Array.from(subjects, (subject) =>
    Math.log(lentScatter(lent, subject.ageYears, departure)),
  ),
});

/** The median error of the cars on offer now, so that models fitted with more or less past evidence can be compared. */
function medianError(errors: Float64Array, weights: readonly number[]): number {
  const ofToday = errors.filter((_, row) => weights[row] === 1);
  const judged = ofToday.length < leastPoolForFit ? errors : ofToday;
  return roundTo(median(judged.map((error) => Math.abs(Math.exp(-error) - 1))), 5);
}

/** Rows ordered so that similar cars are adjacent, which makes the stored model smaller. */
const orderByKind = (subjects: readonly Subject[]): number[] =>
  [...subjects.keys()].sort((one, other) => {
    const [car, next] = [subjects[one]!, subjects[other]!];
    return (
      compareTexts(car.model, next.model) ||
      compareTexts(car.variant, next.variant) ||
      car.ageYears - next.ageYears ||
      one - other
    );
  });

export type FitOptions = {
  seed: number;
  version: string;
  /** The lent market to fall back on. `askedYear`: the year of the prices to value; by default the pool's median. */
  lent?: LentMarket | null;
  askedYear?: number;
};

/**
 * Fits a model of asking prices to the pool. With a lent market it learns how the pool differs from it: one factor between
 * the two markets, and deviations of single coefficients, which are zero unless the pool supports them. The same pool and
 * seed give the same model. Prices may be in any one currency. Throws a RangeError if there are fewer than
 * `leastPoolForFit` usable cars and no lent market.
 */
export function fitModel(
  pool: readonly PricedCar[],
  { seed, version, lent = null, askedYear }: FitOptions,
): Model {
  const usable = usableCars(pool, seed);
  const { subjects, prices, weights } = usable;
  if (subjects.length < leastPoolForFit) {
    if (lent) return lendModel(usable, lent, { seed, version, askedYear });
    throw new RangeError(`A model needs ${leastPoolForFit} priced cars, not ${subjects.length}`);
  }
  const logPrice = Float64Array.from(prices, (price) => Math.log(price));
  const lentLogs = Float64Array.from(subjects, (subject) => lentLogPrice(lent, subject));
  const references = learnReferences(subjects);
  const matrix = buildDesignMatrix(subjects, references);
  const folds = foldsOf(usable, seed);
  const hedonic = fitBeside(lentLogs, matrix, logPrice, folds, foldCount, weights);
  const columns = toComparableColumns(subjects, weights);
  const stack = stackPool(usable, columns, matrix, hedonic, folds, lent);

  const hedonicErrors = logPrice.map((price, row) => price - hedonic.heldBackLogs[row]!);
  const isSmall = lent !== null && subjects.length < leastPoolForTrees;
  const doubt = isSmall ? { departure: departureOf(lent, askedYear, usable), factor: 0 } : null;
  const correction = isSmall
    ? noCorrection(hedonicErrors)
    : learnCorrection(hedonicErrors, stack, folds, seed);
  const correctedErrors = hedonicErrors.map((error, row) => error - correction.heldBack[row]!);
  const moved = heldBackMovement(subjects, references, matrix, hedonic, folds);
  const target = logPrice.map((price, row) => price - lentLogs[row]! - moved[row]! - hedonic.all.intercept);
  const opinion = isSmall
    ? { share: 0, trees: [], errors: correctedErrors }
    : seekSecondOpinion(correctedErrors, target, stack.binned, folds, foldCount, seed, weights);
  const { errors } = opinion;
  const spread = doubt
    ? lentSpread(lent!, subjects, doubt.departure)
    : learnSpread(errors, stack, folds, seed);
  const scores = errors.map((error, row) => error / Math.exp(spread.heldBack[row]!));
  const order = orderByKind(subjects);
  const inOrder = <T>(of: (row: number) => T): T[] => order.map(of);
  const logs = (values: ArrayLike<number>) => inOrder((row) => roundTo(values[row]!, logDecimals));
  const expected = expectText(matrix, hedonic.all.coefficients, subjects);
  const model: Model = {
    format: 1,
    seed,
    version,
    poolSize: subjects.length,
    heldBackError: medianError(errors, weights),
    references,
    intercept: hedonic.all.intercept,
    coefficients: compactCoefficients({
      ...expected.coefficients,
      ...nameCoefficients(matrix, hedonic.all.coefficients),
    }),
    comparables: toComparableColumns(
      inOrder((row) => subjects[row]!),
      inOrder((row) => weights[row]!),
    ),
    prices: inOrder((row) => prices[row]!),
    fitErrors: logs(hedonic.errorsOfAll),
    heldBackLogs: logs(logPrice.map((price, row) => price - errors[row]!)),
    heldBackSpreads: logs(spread.heldBack),
    treeWords: stack.treeWords,
    textDeviation: references.wordCounts?.few ? expected.deviation : 0,
    correctionTrees: correction.trees.map(settleTree),
    secondOpinion: { share: opinion.share, trees: opinion.trees.map(settleTree) },
    spreadTrees: spread.trees.map(settleTree),
    bands: isSmall ? [cautiousBand(scores)] : calibrateBands(scores, stack.nearCounts, usable.leftOutShare),
    lent,
    doubt,
  };
  const nearCounts = inOrder((row) => stack.nearCounts[row]!);
  return { ...model, figures: measureFigures(model, nearCounts) };
}
