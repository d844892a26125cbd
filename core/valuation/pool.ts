import type { Car } from '../car/car.ts';
import type { ListingFlag } from '../marketplace/listing.ts';
import { isPlaceholderPrice } from './placeholder-price.ts';
import { ratingSettings } from './rating-settings.ts';
import { ageInYears, yearFraction } from './subject.ts';
import type { CarFacts, PricedCar } from './valuation.ts';

/** What the valuation reads of a car, as of `observedAt` (ISO instant). */
export function toCarFacts(car: Car, observedAt: string): CarFacts {
  const month = car.firstRegistration ? Number(car.firstRegistration.slice(5, 7)) : Number.NaN;
  return {
    id: car.id,
    make: car.make,
    model: car.model,
    variant: car.variant,
    title: car.title,
    year: car.year,
    month: month >= 1 && month <= 12 ? month : null,
    mileageKm: car.mileageKm,
    fuel: car.fuel,
    gearbox: car.gearbox,
    horsepower: car.horsepower,
    engineLitres: car.engineLitres,
    body: null,
    sellerType: car.sellerType,
    region: car.city,
    newPrice: null,
    observedYear: yearFraction(observedAt),
  };
}

/** Ads with these say nothing about what a sound car costs. */
const unfitForPool: readonly ListingFlag[] = [
  'not_a_car',
  'wanted',
  'parts',
  'leasing',
  'ex_vat',
  'defect',
  'foreign_currency',
  'placeholder_price',
];

/**
 * The car as one of the pool, its price as of its last visit; null when it must not teach the model: private to one
 * person, unfit, without a real price, or older than what is rated.
 */
export function toPricedCar(car: Car): PricedCar | null {
  const { priceDkk } = car;
  const hasRealPrice =
    !car.foreignPrice &&
    !isPlaceholderPrice(priceDkk) &&
    priceDkk >= ratingSettings.leastPriceDkk &&
    priceDkk <= ratingSettings.highestPriceDkk;
  const isUnfit = car.ownerId !== null || car.flags.some((flag) => unfitForPool.includes(flag));
  if (!hasRealPrice || isUnfit || !car.make || !car.model) return null;
  const facts = toCarFacts(car, car.scrapedAt);
  const isYoungEnough = ageInYears(facts) <= ratingSettings.oldestYears;
  return isYoungEnough ? { ...facts, price: priceDkk } : null;
}
