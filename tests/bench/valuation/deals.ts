import type { Model } from '#core/valuation/model.ts';
import { dealOf, rateCar } from '#core/valuation/rate.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import type { BenchCar, Judged } from './measure.ts';

export type DealScore = {
  /** Chance that a car made 20 % cheaper looks cheaper, in units of its interval, than an unchanged one. */
  auc20: number;
  /** Shares called amazing by the rule alone: of unchanged cars, and of the same cars a quarter cheaper. */
  unchangedAmazing: number;
  found25: number;
  /** The same after every refusal of the rating (too old, too uncertain …): the share rated, and the shares of those. */
  rated: number;
  ratedUnchangedAmazing: number;
  ratedFound25: number;
};

function share<T>(list: readonly T[], is: (item: T) => boolean): number {
  return list.filter(is).length / Math.max(1, list.length);
}

/** How far above the market the price lies, in widths of the interval. */
function height({ price, estimate }: Judged, factor: number): number {
  const logWidth = Math.log(estimate.highDkk / estimate.lowDkk);
  return Math.log((price * factor) / estimate.avgDkk) / logWidth;
}

/** Area under the ROC curve by counting pairs; ties count half. */
function areaUnderCurve(lower: number[], higher: number[]): number {
  let wins = 0;
  for (const low of lower) for (const high of higher) wins += low < high ? 1 : low === high ? 0.5 : 0;
  return wins / Math.max(1, lower.length * higher.length);
}

function toInstant(observedYear: number): string {
  return new Date(Date.UTC(2000, 0, 1) + (observedYear - 2000) * 365.2425 * 86_400_000).toISOString();
}

/** The car's rating, had it been asked for at its price times `factor`. */
export function rateAsked(model: Model | null, car: BenchCar, factor: number): Rating {
  return rateCar({
    facts: car,
    priceDkk: Math.round(car.price * factor),
    currency: 'DKK',
    flags: car.flags ?? [],
    isContradicted: false,
    isRiskyByRegister: false,
    model,
    registerValuation: null,
    now: toInstant(car.observedYear),
  });
}

export function scoreDeals(model: Model, cars: readonly BenchCar[], judged: readonly Judged[]): DealScore {
  const isAmazing = (car: Judged, factor: number) => dealOf(car.price * factor, car.estimate) === 'amazing';
  const rated = cars.filter((car) => rateAsked(model, car, 1).reason === 'rated');
  return {
    auc20: areaUnderCurve(
      judged.map((car) => height(car, 0.8)),
      judged.map((car) => height(car, 1)),
    ),
    unchangedAmazing: share(judged, (car) => isAmazing(car, 1)),
    found25: share(judged, (car) => isAmazing(car, 0.75)),
    rated: rated.length / Math.max(1, cars.length),
    ratedUnchangedAmazing: share(rated, (car) => rateAsked(model, car, 1).deal === 'amazing'),
    ratedFound25: share(rated, (car) => rateAsked(model, car, 0.75).deal === 'amazing'),
  };
}
