import type { Fuel, Gearbox, ListingFlag, SellerType } from '#core/marketplaces/ad/listing.ts';

/** The facts of a car that the valuation reads. Prices in one currency (DKK in the product; benchmarks bring their own). */
export type CarFacts = {
  id: string;
  make: string | null;
  model: string | null;
  variant: string | null;
  title: string | null;
  year: number | null;
  /** Month of first registration 1–12, where known. */
  month: number | null;
  mileageKm: number | null;
  fuel: Fuel | string | null;
  gearbox: Gearbox | string | null;
  horsepower: number | null;
  engineLitres: number | null;
  body: string | null;
  sellerType: SellerType | string | null;
  region: string | null;
  newPrice: number | null;
  /** Year (with fraction) in which the price was asked. */
  observedYear: number;
};

/** One priced car of the pool the model learns from. */
export type PricedCar = CarFacts & {
  price: number;
  /** How much it counts, above 0 and up to 1, which it does when nothing is said: evidence grows old. */
  weight?: number;
};

/** The best first. */
export const deals = ['amazing', 'fair', 'poor', 'no_estimate'] as const;
export type Deal = (typeof deals)[number];

/** Why a car has no estimate, why a low or a high price is called fair only, or `rated`. Each has a sentence in both languages. */
export const ratingReasons = [
  'rated',
  'missing_make_model_year',
  'no_price',
  'placeholder_price',
  'price_out_of_range',
  'uncertain',
  'few_comparables',
  'too_good_to_be_true',
  'far_above_market',
  'leasing',
  'ex_vat',
  'parts',
  'defect',
  'wanted',
  'not_a_car',
  'too_old',
  'foreign_currency',
  'down_payment',
  'doubtful_mileage',
  'small_pool',
  'thin_evidence',
  'mixed_evidence',
  'version_untold',
  'risky',
  'told_by_register',
  'conditions_unread',
  'contradicted',
] as const;
export type RatingReason = (typeof ratingReasons)[number];

/** From the comparables to the market value: what the middle one of them asks, made comparable, and how far the value lies from there. */
export type ValueTerm = { name: 'similar' | 'other'; dkk: number };

export type Rating = {
  deal: Deal;
  reason: RatingReason;
  /** `model`: learnt from the catalog; `register`: the register's own valuation, while the pool is small. */
  source: 'model' | 'register' | null;
  lowDkk: number | null;
  avgDkk: number | null;
  highDkk: number | null;
  /** Of the comparables below, or of the prices that the register counted. */
  comparableCount: number;
  /** The nearest cars, nearest first, and what the price of each is multiplied by to be made comparable. */
  comparableIds: string[];
  comparableFactors: number[];
  terms: ValueTerm[];
  /** Facts that lower the confidence without refusing the estimate. */
  cautions: ListingFlag[];
  modelVersion: string | null;
  /** The price, facts and register that it rests on, in short: two ratings of the same differ by the market alone. */
  restsOn: string;
};

/** The rating of a car whose value is not known. */
export const noEstimate = (reason: RatingReason): Rating => ({
  deal: 'no_estimate',
  reason,
  source: null,
  lowDkk: null,
  avgDkk: null,
  highDkk: null,
  comparableCount: 0,
  comparableIds: [],
  comparableFactors: [],
  terms: [],
  cautions: [],
  modelVersion: null,
  restsOn: '',
});
