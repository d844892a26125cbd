import { boostInFolds, boostOnAll, sumTrees } from './boosting.ts';
import {
  type AdjustedComparables,
  adjustComparables,
  type Comparable,
  countFamiliar,
  countNear,
  findEvidence,
  nearToMiddle,
} from './evidence.ts';
import { errorLimitDeviations, featureKey, stackFeatures, summariseNeighbours } from './features.ts';
import { sumHedonic } from './hedonic.ts';
import { lentLogPrice, lentScatter } from './lent-market.ts';
import { movementLog } from './market-index.ts';
import { bandFor, type Model } from './model.ts';
import { lackOfWords } from './references.ts';
import { median, robustDeviation } from './statistics.ts';
import { type Subject, toSubject } from './subject.ts';
import { type BinnedFeatures, noTreeWords, readAsUsual, secondOpinionSettings, type Tree } from './tree.ts';
import type { CarFacts } from './valuation.ts';

export type Estimate = {
  lowDkk: number;
  avgDkk: number;
  highDkk: number;
  /** Number of near comparables in the pool, and the ids of the nearest. */
  comparableCount: number;
  comparableIds: string[];
  /** The same cars as rows of the model, with what they would cost with the car's facts. */
  comparables: Comparable[];
  evidence: AdjustedComparables;
  /** The median of what they would cost by the hedonic coefficients alone; NaN without comparables. */
  factsDkk: number;
  /** How many of them are other models of the make. */
  otherModels: number;
  /** Number of cars of the same make and model in the pool. */
  modelCount: number;
  lentCount: number;
  /** How much more, in log price, a well-equipped version would cost if the ad does not state the version; 0 if it does. */
  untoldLog: number;
};

/** 80 % of a normal distribution are within this many standard deviations. */
const tailDeviations = 1.2816;

/** Robust standard deviation of the fit's errors, cached per model because every estimate needs it. */
const deviations = new WeakMap<Model, number>();

function errorLimit(model: Model): number {
  const known = deviations.get(model) ?? robustDeviation(model.fitErrors);
  deviations.set(model, known);
  return errorLimitDeviations * known;
}

/**
 * The hedonic part alone: a sum of coefficients, so that the difference between two cars is the difference of their facts.
 */
export function hedonicLogPrice(model: Model, subject: Subject): number {
  return sumHedonic(model, subject) + lentLogPrice(model.lent, subject);
}

type LogEstimate = { centre: number; spread: number };

function estimateLog(
  model: Model,
  subject: Subject,
  comparables: readonly Comparable[],
  nearCount: number,
): LogEstimate {
  const lentLog = lentLogPrice(model.lent, subject);
  const hedonic = sumHedonic(model, subject) + lentLog;
  const neighbours = summariseNeighbours(comparables, model.fitErrors, errorLimit(model), {
    nearCount,
    ...countFamiliar(subject, model.comparables),
  });
  const lentCoefficients = model.lent?.coefficients ?? {};
  const coefficient = (key: string) => (model.coefficients[key] ?? 0) + (lentCoefficients[key] ?? 0);
  const text = readAsUsual(subject, model.treeWords ?? noTreeWords, model.references);
  const features = stackFeatures(subject, hedonic, coefficient, coefficient, neighbours, text);
  const corrected = hedonic + sumTrees(model.correctionTrees, features);
  const { share, trees } = model.secondOpinion;
  const moved = movementLog(subject, model.references, (group, level) =>
    coefficient(featureKey(group, level)),
  );
  const second = model.intercept + lentLog + moved + sumTrees(trees, features);
  const logSpread = sumTrees(model.spreadTrees, features);
  const scatter =
    model.lent && model.doubt ? lentScatter(model.lent, subject.ageYears, model.doubt.departure) : 1;
  return {
    centre: (1 - share) * corrected + share * second,
    spread: scatter * Math.exp(logSpread),
  };
}

function countOfModel(model: Model, subject: Subject): number {
  return model.comparables.rowsByModel[subject.model]?.length ?? 0;
}

/** An independent check: it uses neither the trees nor the folds and, for a car in the pool, its own price as well. */
function middleByFacts(model: Model, subject: Subject, comparables: readonly Comparable[]): number {
  const ownLog = hedonicLogPrice(model, subject);
  return median(comparables.map(({ row }) => Math.exp(ownLog + model.fitErrors[row]!)));
}

/**
 * The row of this very car, if the model was trained on it with its present facts. Then only folds that did not see it may
 * be used.
 */
function findOwnRow(model: Model, subject: Subject): number | undefined {
  const { ids, ageYears, mileageKm, rowsByModel } = model.comparables;
  return rowsByModel[subject.model]?.find(
    (row) =>
      ids[row] === subject.id &&
      Math.abs(ageYears[row]! - subject.ageYears) < 1 &&
      (mileageKm[row] === subject.mileageKm || (mileageKm[row] === null && Number.isNaN(subject.mileageKm))),
  );
}

/**
 * The median asking price and 80 % interval for such a car, in the pool's currency (whole units), with its nearest
 * comparables, nearest first. The model's value is moved towards their median. Null if make or year is missing. Takes well
 * under a millisecond.
 */
export function estimate(model: Model, car: CarFacts): Estimate | null {
  const subject = toSubject(car);
  if (!subject) return null;
  const { comparables, shown, otherModels } = findEvidence(subject, model.comparables);
  const nearCount = countNear(comparables);
  const ownRow = findOwnRow(model, subject);
  const { centre: modelLog, spread } =
    ownRow === undefined
      ? estimateLog(model, subject, comparables, nearCount)
      : { centre: model.heldBackLogs[ownRow]!, spread: Math.exp(model.heldBackSpreads[ownRow]!) };
  const band = bandFor(model.bands, nearCount);
  const untoldLog = tailDeviations * lackOfWords(subject, model.references) * (model.textDeviation ?? 0);
  const unsure = Math.hypot(tailDeviations * (model.doubt?.factor ?? 0), untoldLog);
  const evidence = adjustComparables(model, modelLog, shown);
  const below = Math.hypot(Math.min(0, band.low) * spread, unsure);
  const above = Math.hypot(Math.max(0, band.high) * spread, unsure);
  const centre = nearToMiddle(modelLog, evidence, Math.min(below, above) / 2);
  return {
    lowDkk: Math.round(Math.exp(centre - below)),
    avgDkk: Math.round(Math.exp(centre)),
    highDkk: Math.round(Math.exp(centre + above)),
    comparableCount: nearCount,
    comparableIds: shown.map(({ row }) => model.comparables.ids[row]!),
    comparables: shown,
    evidence,
    factsDkk: middleByFacts(model, subject, shown),
    otherModels,
    modelCount: countOfModel(model, subject),
    lentCount: model.lent?.carsByModel[subject.model] ?? 0,
    untoldLog,
  };
}

export type SecondOpinion = {
  /** Weight of the trees in the mean of log prices; 0 if they were not worth their size. */
  share: number;
  trees: Tree[];
  errors: Float64Array;
};

const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
/** The blend is kept only if it reduces the held-back error by at least this share. */
const leastGain = 0.01;
const secondErrorLimitDeviations = 4;

function blend(first: Float64Array, second: Float64Array, share: number): Float64Array {
  return first.map((error, row) => (1 - share) * error + share * second[row]!);
}

/** Mean absolute error in which an absurd price counts no more than a large miss. */
function clippedError(errors: Float64Array, limit: number): number {
  return errors.reduce((sum, error) => sum + Math.min(limit, Math.abs(error)), 0) / errors.length;
}

/**
 * Trees trained on the price itself (`target`, log price minus the intercept) make other errors than the hedonic price with
 * its correction trees (`errors`, held back). If both are good, their mean is better than either.
 */
export function seekSecondOpinion(
  errors: Float64Array,
  target: Float64Array,
  stack: BinnedFeatures,
  folds: Int32Array,
  foldCount: number,
  seed: number,
  caseWeights?: ArrayLike<number>,
): SecondOpinion {
  const settings = secondOpinionSettings(errors.length, seed);
  // The first feature is the hedonic price; without it the trees must find a price of their own.
  const ownView = { ...stack, columns: stack.columns.with(0, new Uint8Array(errors.length)) };
  const folded = boostInFolds(ownView, target, folds, foldCount, settings, caseWeights);
  const ownErrors = target.map((value, row) => value - folded.heldBack[row]!);
  const limit = secondErrorLimitDeviations * robustDeviation(errors);
  const alone = clippedError(errors, limit);
  const tried = shares.map((share) => ({
    share,
    error: clippedError(blend(errors, ownErrors, share), limit),
  }));
  const best = tried.reduce((one, other) => (other.error < one.error ? other : one));
  if (best.error > alone * (1 - leastGain)) return { share: 0, trees: [], errors };
  return {
    share: best.share,
    trees: boostOnAll(ownView, target, { ...settings, rounds: Math.max(1, folded.rounds) }, 1, caseWeights),
    errors: blend(errors, ownErrors, best.share),
  };
}
