import type { Vehicle } from '#core/register/vehicle.ts';
import type { Model } from '#core/valuation/model.ts';
import { type RatingInput, rateCar } from '#core/valuation/rate.ts';
import type { Deal, Rating, RatingReason } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';
import { findableOf, findingsIn, isContradicted, isRiskyByRegister, mayBeWhyCheap } from './findings.ts';
import type { Listed } from './listing-life.ts';
import { valuationFacts } from './valuation-facts.ts';

/** What a car tells a rating; the model and the day are not the car's. */
export type RatedFrom = Omit<RatingInput, 'model' | 'now'> & {
  /** A register knows of the car what may be why it is cheap: theft, debt, a mileage that fell. */
  mayBeWhyCheap: boolean;
};

/** What a rating says that a reader would notice if it changed. */
export type Said = { deal: Deal; reason: RatingReason; avgDkk: number | null; restsOn: string };

/**
 * A car of the catalog as far as its rating rests on it: enough to learn from it, and to find out whether it would be rated
 * otherwise now, without reading the car. Plain JSON.
 */
export type RatingBasis = Listed & {
  id: string;
  goneAt: string | null;
  itemUrl: string;
  availability: Car['availability'];
  /** ISO instants. */
  scrapedAt: string;
  updatedAt: string;
  from: RatedFrom;
  said: Said;
  /** The register did not answer yet. */
  isOwed: boolean;
  /** The catalog's index lacks fields of its card. */
  isIndexedInPart: boolean;
  /** The model that was asked last what it says of this car; null: it was not asked since the car changed. */
  askedModel: string | null;
};

/** What a rating of the car rests on. `registerValuation` serves where the catalog is too small to tell. */
export const ratedFrom = (car: Omit<Car, 'rating'>, registerValuation: Vehicle['valuation']): RatedFrom => ({
  facts: valuationFacts(car),
  priceDkk: car.priceDkk > 0 ? car.priceDkk : null,
  currency: car.foreignPrice?.currency ?? 'DKK',
  flags: car.flags,
  isContradicted: isContradicted(car.facts),
  isRiskyByRegister: isRiskyByRegister(car.facts),
  registerValuation,
  mayBeWhyCheap: mayBeWhyCheap(findingsIn(findableOf(car, []), null)),
});

/** The rating of a car: the market's, and never a bargain where what a register knows of the car may be why it is cheap. */
export function rateFrom(from: RatedFrom, model: Model | null, now: string): Rating {
  const rating = rateCar({ ...from, model, now });
  const isExplained = rating.deal === 'amazing' && from.mayBeWhyCheap;
  return isExplained ? { ...rating, deal: 'fair', reason: 'told_by_register' } : rating;
}

export const saidBy = ({ deal, reason, avgDkk, restsOn }: Rating): Said => ({
  deal,
  reason,
  avgDkk,
  restsOn,
});

export const basisOf = (
  car: Car,
  registerValuation: Vehicle['valuation'],
  isIndexedInPart = false,
): RatingBasis => ({
  id: car.id,
  itemUrl: car.itemUrl,
  availability: car.availability,
  scrapedAt: car.scrapedAt,
  updatedAt: car.updatedAt,
  listedAt: car.listedAt,
  firstSeenAt: car.firstSeenAt,
  goneAt: car.goneAt,
  from: ratedFrom(car, registerValuation),
  said: saidBy(car.rating),
  isOwed: car.registerState === 'pending',
  isIndexedInPart,
  askedModel: null,
});
