import type { Estimate } from '#core/valuation/estimate.ts';
import { median, quantile } from '#core/valuation/statistics.ts';

export type Judged = { price: number; estimate: Estimate };

export type Score = {
  count: number;
  /** Median and mean absolute percentage error, and the one 90 % stay below. */
  error: number;
  meanError: number;
  error90: number;
  /** Median of log estimate over price. */
  bias: number;
  coverage: number;
  below: number;
  above: number;
  /** Mean Winkler score of the 80 % interval in log price: its width, plus ten times what a miss exceeds it by. */
  winkler: number;
  /** Least coverage among bins of near comparables with at least 60 cars; null when there is no such bin. */
  worstBinCoverage: number | null;
};

const intervalShare = 0.8;
const binStarts = [0, 1, 3, 6, 12];
const leastCarsInBin = 60;

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function covers({ price, estimate }: Judged): boolean {
  return price >= estimate.lowDkk && price <= estimate.highDkk;
}

function winklerOf({ price, estimate }: Judged): number {
  const [low, high, asked] = [Math.log(estimate.lowDkk), Math.log(estimate.highDkk), Math.log(price)];
  const missed = Math.max(0, low - asked) + Math.max(0, asked - high);
  return high - low + (2 / (1 - intervalShare)) * missed;
}

function worstBin(judged: Judged[]): number | null {
  const coverages = binStarts
    .map((start, bin) =>
      judged.filter(({ estimate }) => {
        const next = binStarts[bin + 1] ?? Number.POSITIVE_INFINITY;
        return estimate.comparableCount >= start && estimate.comparableCount < next;
      }),
    )
    .filter((cars) => cars.length >= leastCarsInBin)
    .map((cars) => mean(cars.map((car) => Number(covers(car)))));
  return coverages.length > 0 ? Math.min(...coverages) : null;
}

export function scoreEstimates(judged: Judged[]): Score {
  const errors = judged.map(({ price, estimate }) => Math.abs(estimate.avgDkk / price - 1));
  const share = (is: (car: Judged) => boolean) => mean(judged.map((car) => Number(is(car))));
  return {
    count: judged.length,
    error: median(errors),
    meanError: mean(errors),
    error90: quantile(errors, 0.9),
    bias: median(judged.map(({ price, estimate }) => Math.log(estimate.avgDkk / price))),
    coverage: share(covers),
    below: share(({ price, estimate }) => price < estimate.lowDkk),
    above: share(({ price, estimate }) => price > estimate.highDkk),
    winkler: mean(judged.map(winklerOf)),
    worstBinCoverage: worstBin(judged),
  };
}

/** Field by field; a worst bin that is missing somewhere is left out of its mean. */
export function averageScores(scores: Score[]): Score {
  const over = (read: (score: Score) => number) => mean(scores.map(read));
  const bins = scores.map((score) => score.worstBinCoverage).filter((coverage) => coverage !== null);
  return {
    count: scores[0]?.count ?? 0,
    error: over((score) => score.error),
    meanError: over((score) => score.meanError),
    error90: over((score) => score.error90),
    bias: over((score) => score.bias),
    coverage: over((score) => score.coverage),
    below: over((score) => score.below),
    above: over((score) => score.above),
    winkler: over((score) => score.winkler),
    worstBinCoverage: bins.length > 0 ? mean(bins) : null,
  };
}
