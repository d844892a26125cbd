import type { Vehicle } from '#core/register/vehicle.ts';
import type { Model } from '#core/valuation/model.ts';
import { type RatingInput, rateCar, valueCar } from '#core/valuation/rate.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { CarFacts, Deal, Rating, RatingReason } from '#core/valuation/valuation.ts';
import type { PriceAt } from './ads-of-car.ts';
import type { Car, Listed } from './car.ts';
import { findableOf, findingsIn, isContradicted, isRiskyByRegister, mayBeWhyCheap } from './findings.ts';

export function valuationFacts(car: Omit<Car, 'rating'>): CarFacts {
  return {
    id: car.id,
    make: car.make,
    model: car.model,
    variant: car.variant,
    title: car.title,
    year: car.year,
    month: car.firstRegistration ? Number(car.firstRegistration.slice(5, 7)) : null,
    mileageKm: car.mileageKm,
    fuel: car.fuel,
    gearbox: car.gearbox,
    horsepower: car.horsepower,
    engineLitres: car.engineLitres,
    body: null,
    sellerType: car.sellerType,
    region: car.city,
    newPrice: null,
    observedYear: yearFraction(car.listedAt ?? car.firstSeenAt),
  };
}

/** The inputs of a rating that come from the car, not from the model or the day. */
export type RatedFrom = Omit<RatingInput, 'model' | 'now'> & {
  /** The register has something that may explain a low price: theft, debt, a fallen mileage. */
  mayBeWhyCheap: boolean;
  /** The calendar day by which the next inspection is due; null if unknown. Missing in older bases. */
  inspectionDue?: string | null;
};

/** The parts of a rating whose change a reader would notice. */
export type Said = { deal: Deal; reason: RatingReason; avgDkk: number | null; restsOn: string };

/**
 * What the rating of a catalog car depends on: enough to train the model, and to find out whether the rating would change,
 * without reading the car. Plain JSON.
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
  /** The prices it was offered at; missing for a car whose price never changed. */
  prices?: readonly PriceAt[];
  /** The register has not answered yet. */
  isOwed: boolean;
  /** The catalog's index lacks fields of the car's card. */
  isIndexedInPart: boolean;
  /** The model that last rated this car; null if none has since the car changed. */
  askedModel: string | null;
};

/** The inputs of a car's rating. `registerValuation` is used while the catalog has too few cars. */
export const ratedFrom = (car: Omit<Car, 'rating'>, registerValuation: Vehicle['valuation']): RatedFrom => ({
  facts: valuationFacts(car),
  priceDkk: car.priceDkk > 0 ? car.priceDkk : null,
  currency: car.foreignPrice?.currency ?? 'DKK',
  flags: car.flags,
  isContradicted: isContradicted(car.facts),
  // An overdue inspection follows from the day, and is added when the car is rated.
  isRiskyByRegister: isRiskyByRegister(car.facts.filter(({ kind }) => kind !== 'inspection_overdue')),
  inspectionDue: car.nextInspection,
  registerValuation,
  mayBeWhyCheap: mayBeWhyCheap(findingsIn(findableOf(car, [], null), null)),
});

/** Rates a car from the market. A car whose register entry may explain a low price is never amazing. */
export function rateFrom(from: RatedFrom, model: Model | null, now: string): Rating {
  const { inspectionDue = null, ...input } = from;
  const isOverdue = inspectionDue !== null && inspectionDue < now.slice(0, 10);
  const isRisky = from.isRiskyByRegister || isOverdue;
  const rating = rateCar({ ...input, isRiskyByRegister: isRisky, model, now });
  const isExplained = rating.deal === 'amazing' && from.mayBeWhyCheap;
  return isExplained ? { ...rating, deal: 'fair', reason: 'told_by_register' } : rating;
}

/** The value of a car that nobody has put a price on. */
export const valueFrom = (from: RatedFrom, model: Model | null, now: string): Rating =>
  valueCar({ ...from, model, now });

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
  ...(car.priceHistory.length > 1 && { prices: car.priceHistory }),
  said: saidBy(car.rating),
  isOwed: car.registerState === 'pending',
  isIndexedInPart,
  askedModel: null,
});
