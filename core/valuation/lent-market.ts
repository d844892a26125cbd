import { toComparableColumns } from './evidence.ts';
import { buildDesignMatrix, expectText } from './features.ts';
import {
  compactCoefficients,
  fitInFolds,
  type HedonicPrice,
  nameCoefficients,
  sumHedonic,
} from './hedonic.ts';
import { withoutMovement } from './market-index.ts';
import { logDecimals, type Model } from './model.ts';
import { foldCount, foldsOf, type Usable, usableCars } from './outliers.ts';
import { learnReferences } from './references.ts';
import { median, quantile, robustDeviation, roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';
import type { PricedCar } from './valuation.ts';

/**
 * What is learnt from the asking prices of another market, or of an earlier day: its hedonic price and the scatter of its
 * cars. It contains no car and no price. Plain JSON.
 */
export type LentMarket = HedonicPrice & {
  format: 1;
  version: string;
  cars: number;
  /** The middle of its observation days, as a year with its fraction. */
  observedYear: number;
  carsByModel: Record<string, number>;
  /** Median absolute percentage error on its own held-back cars. */
  heldBackError: number;
  /** Scatter of log prices of cars up to this age; the last entry is for all older cars. */
  scatter: { upToYears: number; deviation: number }[];
  /** The 10 % and 90 % quantiles of held-back errors, in units of that scatter. */
  low: number;
  high: number;
};

export const lentMarketKey = 'valuation/lent-market.json.gz';

/** A market cannot be learnt from fewer cars. */
export const leastLentCars = 200;
const ageLimits = [2, 4, 7, 11, 100];
const leastCarsPerAge = 60;
const tailShare = 0.1;

function learnScatter(errors: Float64Array, subjects: readonly Subject[]): LentMarket['scatter'] {
  const everywhere = robustDeviation(errors);
  return ageLimits.map((upToYears, place) => {
    const from = ageLimits[place - 1] ?? -1;
    const near = errors.filter(
      (_, row) => subjects[row]!.ageYears > from && subjects[row]!.ageYears <= upToYears,
    );
    const deviation = near.length < leastCarsPerAge ? everywhere : robustDeviation(near);
    return { upToYears, deviation: roundTo(deviation, 5) };
  });
}

/** The scatter of such a car's log price around the lent market's, given the deviations of kinds of cars from it. */
export function lentScatter(
  { scatter }: Pick<LentMarket, 'scatter'>,
  ageYears: number,
  departure: number,
): number {
  const { deviation } = scatter.find(({ upToYears }) => ageYears <= upToYears) ?? scatter.at(-1)!;
  return Math.hypot(deviation, departure);
}

export const lentLogPrice = (lent: LentMarket | null | undefined, subject: Subject): number =>
  lent ? sumHedonic(lent, subject) : 0;

/** Fewer than `leastLentCars` usable cars. */
export class TooFewCars extends RangeError {}

/**
 * Learns a market to lend to an installation.
 * @throws TooFewCars
 */
export function learnLentMarket(
  pool: readonly PricedCar[],
  options: { seed: number; version: string },
): LentMarket {
  const { subjects, prices } = usableCars(pool, options.seed);
  if (subjects.length < leastLentCars)
    throw new TooFewCars(`A lent market needs ${leastLentCars} priced cars, not ${subjects.length}`);
  const logPrice = Float64Array.from(prices, (price) => Math.log(price));
  const references = learnReferences(subjects);
  const matrix = buildDesignMatrix(subjects, references);
  const { all, heldBackLogs } = fitInFolds(
    matrix,
    logPrice,
    foldsOf({ subjects, prices }, options.seed),
    foldCount,
  );
  const errors = logPrice.map((price, row) => price - heldBackLogs[row]!);
  const scatter = learnScatter(errors, subjects);
  const scores = errors.map((error, row) => error / lentScatter({ scatter }, subjects[row]!.ageYears, 0));
  const coefficients = {
    ...expectText(matrix, all.coefficients, subjects).coefficients,
    ...nameCoefficients(matrix, all.coefficients),
  };
  return {
    format: 1,
    version: options.version,
    cars: subjects.length,
    observedYear: roundTo(median(subjects.map((car) => car.observedYear)), 2),
    carsByModel: countByModel(subjects),
    heldBackError: roundTo(median(errors.map((error) => Math.abs(Math.exp(-error) - 1))), 5),
    references,
    intercept: all.intercept,
    coefficients: compactCoefficients(withoutMovement(coefficients)),
    scatter,
    low: roundTo(quantile(scores, tailShare), 5),
    high: roundTo(quantile(scores, 1 - tailShare), 5),
  };
}

/** Throws if the text is not a lent market of this format; it must then be learnt again from its file. */
export function parseLentMarket(text: string): LentMarket {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || !('format' in parsed) || parsed.format !== 1)
    throw new TypeError('Not a lent market of format 1');
  return parsed as LentMarket;
}

function countByModel(subjects: readonly Subject[]): Record<string, number> {
  const groups = Map.groupBy(subjects, ({ model }) => model);
  return Object.fromEntries([...groups].map(([model, cars]) => [model, cars.length]));
}

/**
 * Uncertainty (standard deviations of log price) for each year between the lent market and today: a market moves some per
 * cent a year in one direction (the factor between the two, before own cars show it), and kinds of cars move apart from it.
 * Chosen by looking at two public data sets four years apart, each lent to the other; not an estimate of how markets move.
 */
const driftPerYear = 0.08;
const departurePerYear = 0.06;
/** The uncertainty of another market even without a difference in time. */
const leastDrift = 0.02;

type Factor = { log: number; deviation: number };

/**
 * The factor estimated from the cars' distances from the lent market: the posterior mean of a normal prior and their mean.
 */
function factorOf(distances: readonly number[], scatter: number, drift: number): Factor {
  const precision = distances.length / scatter ** 2;
  const prior = 1 / drift ** 2;
  const log = distances.length === 0 ? 0 : (precision * median(distances)) / (precision + prior);
  return { log, deviation: Math.sqrt(1 / (precision + prior)) };
}

const yearsBetween = (
  lent: LentMarket,
  askedYear: number | undefined,
  { subjects }: Pick<Usable, 'subjects'>,
) => {
  const now = askedYear ?? median(subjects.map((subject) => subject.observedYear));
  return Number.isNaN(now) ? 0 : Math.abs(now - lent.observedYear);
};

/** Standard deviation of kinds of cars around the lent market, in addition to the common factor. */
export const departureOf = (
  lent: LentMarket,
  askedYear: number | undefined,
  usable: Pick<Usable, 'subjects'>,
): number => roundTo(leastDrift + departurePerYear * yearsBetween(lent, askedYear, usable), 4);

/** The lent market with one factor, for a pool (possibly empty) that is too small for a fit. */
export function lendModel(
  usable: Usable,
  lent: LentMarket,
  options: { seed: number; version: string; askedYear: number | undefined },
): Model {
  const { subjects, prices } = usable;
  const drift = leastDrift + driftPerYear * yearsBetween(lent, options.askedYear, usable);
  const departure = departureOf(lent, options.askedYear, usable);
  const scatterOf = ({ ageYears }: Subject) => lentScatter(lent, ageYears, departure);
  const scatter = subjects.length > 0 ? median(subjects.map(scatterOf)) : 1;
  const lentLogs = subjects.map((subject) => lentLogPrice(lent, subject));
  const distances = prices.map((price, row) => Math.log(price) - lentLogs[row]!);
  const factor = factorOf(distances, scatter, drift);
  const withoutRow = (row: number) =>
    factorOf(
      distances.filter((_, other) => other !== row),
      scatter,
      drift,
    ).log;
  return {
    format: 1,
    seed: options.seed,
    version: options.version,
    poolSize: subjects.length,
    heldBackError: lent.heldBackError,
    references: learnReferences(subjects),
    intercept: factor.log,
    coefficients: {},
    comparables: toComparableColumns(subjects),
    prices,
    fitErrors: distances.map((distance) => roundTo(distance - factor.log, logDecimals)),
    heldBackLogs: lentLogs.map((log, row) => roundTo(log + withoutRow(row), logDecimals)),
    heldBackSpreads: subjects.map((subject) => roundTo(Math.log(scatterOf(subject)), logDecimals)),
    correctionTrees: [],
    secondOpinion: { share: 0, trees: [] },
    spreadTrees: [],
    bands: [{ leastNear: 0, low: lent.low, high: lent.high }],
    lent,
    doubt: { departure, factor: roundTo(factor.deviation, 4) },
  };
}
