import { estimate } from './estimate.ts';
import type { Model } from './model.ts';
import { ageInYears, yearFraction } from './subject.ts';
import { type Interval, ratingSettings } from './thresholds.ts';
import type { CarFacts } from './valuation.ts';

export const yearsAhead = [1, 2, 3] as const;

/** The expected value after this many years in DKK, in proportion to the car's present value. */
export type FutureValue = { years: number; lowDkk: number; avgDkk: number; highDkk: number };

/** The car as it will be, in today's market: older, with more kilometres. No ad of it is in the pool. */
const aged = (facts: CarFacts, years: number, kmPerYear: number, now: string): CarFacts => ({
  ...facts,
  id: '',
  year: facts.year! - years,
  mileageKm: facts.mileageKm! + years * kmPerYear,
  // By the day, so that a page says the same all day, whichever language it is read in.
  observedYear: yearFraction(now.slice(0, 10)),
});

/**
 * The estimate of a car if it is good enough for a rating: enough cars of its model, and an interval that is not too wide.
 */
function believed(model: Model, facts: CarFacts) {
  if (ageInYears(facts) > ratingSettings.oldestYears) return null;
  const found = estimate(model, facts);
  if (!found || found.highDkk / found.lowDkk > ratingSettings.widestIntervalRatio) return null;
  const isFew = found.modelCount + found.lentCount < ratingSettings.leastCarsOfModel;
  return isFew && found.comparableCount === 0 ? null : found;
}

/**
 * The car's value after one, two and three years, driven `kmPerYear`, as the model values such a car today; price changes
 * of the market are not included. Null if the model cannot value one of them, or mileage or year are unknown. `value`:
 * the car's present value and its range. The value never rises, and in proportion no range is narrower than the present one.
 */
export function futureValues(
  model: Model,
  facts: CarFacts,
  value: Interval,
  kmPerYear: number,
  now: string,
): FutureValue[] | null {
  if (facts.year === null || facts.mileageKm === null) return null;
  const today = believed(model, aged(facts, 0, kmPerYear, now));
  if (!today) return null;
  const values: FutureValue[] = [];
  let most = 1;
  for (const years of yearsAhead) {
    const then = believed(model, aged(facts, years, kmPerYear, now));
    if (!then) return null;
    most = Math.min(most, then.avgDkk / today.avgDkk);
    const avgDkk = value.avgDkk * most;
    values.push({
      years,
      lowDkk: Math.round(avgDkk * Math.min(then.lowDkk / then.avgDkk, value.lowDkk / value.avgDkk)),
      avgDkk: Math.round(avgDkk),
      highDkk: Math.round(avgDkk * Math.max(then.highDkk / then.avgDkk, value.highDkk / value.avgDkk)),
    });
  }
  return values;
}
