import { yearFraction } from '../valuation/subject.ts';
import type { PricedCar } from '../valuation/valuation.ts';
import { isOfThisMarket, weightOf } from './gone-evidence.ts';
import type { RatingBasis } from './rating-basis.ts';

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

/** Whether the price that is asked for a car says something of the market of `now`. */
export const isLesson = (car: RatingBasis, now: string): boolean =>
  car.from.priceDkk !== null && !noMarketPrice.has(car.said.reason) && isOfThisMarket(car, now);

/**
 * The car as a lesson for the model; null when it is none. What is sold or gone teaches what it asked last, on the day it was
 * gone.
 */
export function lessonOf(car: RatingBasis, now: string): PricedCar | null {
  const { facts, priceDkk } = car.from;
  if (priceDkk === null || !isLesson(car, now)) return null;
  const lesson = { ...facts, price: priceDkk };
  if (car.goneAt === null) return lesson;
  return { ...lesson, observedYear: yearFraction(car.goneAt), weight: weightOf(car, now) };
}
