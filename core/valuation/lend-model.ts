import { toComparableColumns } from './comparables.ts';
import { type LentMarket, lentLogPrice, lentScatter } from './lent-market.ts';
import { logDecimals, type Model } from './model.ts';
import { learnReferences } from './references.ts';
import { median, roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';
import type { Usable } from './usable-cars.ts';

/**
 * For each year between the lent market and today: a market moves by some per cent, and goes on in its direction for
 * years (the factor between the two, before own cars tell it), and single kinds of cars move apart from it.
 * Set by looking at two public sets four years apart, each lent to the other; no estimate of how markets move.
 */
const driftPerYear = 0.08;
const departurePerYear = 0.06;
/** Another market is never quite ours. */
const leastDrift = 0.02;

type Factor = { log: number; deviation: number };

/** The factor as the cars' distances from the lent market tell it: the mean of a normal prior and their mean. */
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

/** How far kinds of cars stand from where the lent market has them, beside the one factor (a standard deviation). */
export const departureOf = (
  lent: LentMarket,
  askedYear: number | undefined,
  usable: Pick<Usable, 'subjects'>,
): number => roundTo(leastDrift + departurePerYear * yearsBetween(lent, askedYear, usable), 4);

/** The lent market with one factor, for a pool (it may be empty) of which a fit would learn nothing. */
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
