import { yearFraction } from '../valuation/subject.ts';
import type { CarFacts, PricedCar } from '../valuation/valuation.ts';
import type { Car } from './car.ts';
import { isOfThisMarket, weightOf } from './gone-evidence.ts';

/** A car as the valuation reads it. */
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

/** Reasons that say the asking price is no market price: such cars teach the model nothing. */
const noMarketPrice = new Set([
  'no_price',
  'placeholder_price',
  'down_payment',
  'doubtful_mileage',
  'price_out_of_range',
  'leasing',
  'ex_vat',
  'parts',
  'defect',
  'wanted',
  'not_a_car',
  'foreign_currency',
  'missing_make_model_year',
]);

/**
 * The car as a lesson for the model; null when its price says nothing of the market of `now`, or when it is somebody's private
 * page. What is sold or gone teaches what it asked last, on the day it was gone.
 */
export function pricedCar(car: Car, now: string): PricedCar | null {
  if (car.ownerId !== null || car.priceDkk <= 0 || noMarketPrice.has(car.rating.reason)) return null;
  if (!isOfThisMarket(car, now)) return null;
  const lesson = { ...valuationFacts(car), price: car.priceDkk };
  if (car.goneAt === null) return lesson;
  return { ...lesson, observedYear: yearFraction(car.goneAt), weight: weightOf(car, now) };
}
