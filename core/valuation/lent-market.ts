import { buildDesignMatrix } from './design-matrix.ts';
import { expectText } from './expected-text.ts';
import { fitInFolds } from './folded-hedonic.ts';
import { compactCoefficients, type HedonicPrice, nameCoefficients, sumHedonic } from './hedonic-price.ts';
import { withoutMovement } from './market-index.ts';
import { learnReferences } from './references.ts';
import { median, quantile, robustDeviation, roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';
import { foldCount, foldsOf, usableCars } from './usable-cars.ts';
import type { PricedCar } from './valuation.ts';

/**
 * What the asking prices of another market, or of an earlier day, teach: its hedonic price and how far its cars scatter
 * around it. No car and no price of it is kept. Plain JSON.
 */
export type LentMarket = HedonicPrice & {
  format: 1;
  version: string;
  cars: number;
  /** The day in its middle, as a year with its fraction. */
  observedYear: number;
  carsByModel: Record<string, number>;
  /** Median absolute percentage error on its own held-back cars. */
  heldBackError: number;
  /** How far log prices of cars up to so old scatter; the last serves whatever is older. */
  scatter: { upToYears: number; deviation: number }[];
  /** The 10 % and 90 % quantiles of held-back errors in units of that scatter. */
  low: number;
  high: number;
};

/** Where an installation keeps the market lent to it. */
export const lentMarketKey = 'valuation/lent-market.json.gz';

/** Fewer cars teach no market. */
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

/** How far the log price of such a car scatters around the lent market's, given how far kinds of cars depart from it. */
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

/** Learns a market that is lent to an installation. Throws a RangeError below `leastLentCars` usable cars. */
export function learnLentMarket(
  pool: readonly PricedCar[],
  options: { seed: number; version: string },
): LentMarket {
  const { subjects, prices } = usableCars(pool, options.seed);
  if (subjects.length < leastLentCars)
    throw new RangeError(`A lent market needs ${leastLentCars} priced cars, not ${subjects.length}`);
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

/** Throws when the text is not a lent market of this format: it is learnt anew from its file, never guessed at. */
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
