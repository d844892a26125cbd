import type { Band } from './model.ts';
import { quantile } from './statistics.ts';

const tailShare = 0.1;
const leastRowsPerBand = 150;
/** A pool with more broken ads than this is itself broken, and says nothing of those to come. */
const mostLeftOut = 0.02;
const nearCountSteps = [12, 6, 3, 1, 0];

/**
 * Two-sided conformal interval (Romano et al. 2019, split by group): the 10 % and 90 % quantiles of held-back errors in
 * units of the spread, apart for cars with many and with few near comparables. A step with too few rows to tell is
 * merged with the next one below; the last takes what is left, and with too few of its own also the band above.
 */
export function calibrateBands(
  scores: Float64Array,
  nearCounts: ArrayLike<number>,
  leftOutShare = 0,
): Band[] {
  const bands: Band[] = [];
  let waiting: number[] = [];
  let lastGroup: number[] = [];
  let above = Number.POSITIVE_INFINITY;
  for (const leastNear of nearCountSteps) {
    scores.forEach((score, row) => {
      if (nearCounts[row]! >= leastNear && nearCounts[row]! < above) waiting.push(score);
    });
    above = leastNear;
    if (waiting.length < leastRowsPerBand && leastNear > 0) continue;
    if (waiting.length < leastRowsPerBand) waiting = waiting.concat(lastGroup);
    bands.push(toBand(leastNear, waiting, leftOutShare));
    lastGroup = waiting;
    waiting = [];
  }
  return bands;
}

/**
 * The tail is a little thinner than 10 % in a small sample: the new car counts as one of the sample's. Ads that were left
 * out as broken lie outside of any interval, half of them on either side, and there will be more of their kind.
 */
function toBand(leastNear: number, scores: readonly number[], leftOutShare: number): Band {
  const leftOut = Math.min(leftOutShare, mostLeftOut);
  const tail = tailShare * (1 + leftOut) - leftOut / 2;
  const share = (tail * scores.length) / (scores.length + 1);
  return { leastNear, low: quantile(scores, share), high: quantile(scores, 1 - share) };
}

/**
 * One interval for a small pool, whose tails are those of few cars: each is taken as much thinner as its share may be
 * wrong by chance (one standard error).
 */
export function cautiousBand(scores: Float64Array): Band {
  const count = scores.length;
  const error = Math.sqrt((tailShare * (1 - tailShare)) / count);
  const share = Math.max(0, (tailShare * count) / (count + 1) - error);
  return { leastNear: 0, low: quantile(scores, share), high: quantile(scores, 1 - share) };
}

export function bandFor(bands: readonly Band[], nearCount: number): Band {
  return bands.find((band) => nearCount >= band.leastNear) ?? bands[bands.length - 1]!;
}
