import type { Fuel, Gearbox, ListingFlag, SellerType } from '#core/marketplaces/ad/listing.ts';

/**
 * The facts of a car that the valuation reads. Prices are in one currency (DKK in the product; benchmarks use their own).
 */
export type CarFacts = {
  id: string;
  make: string | null;
  model: string | null;
  variant: string | null;
  title: string | null;
  year: number | null;
  /** Month of first registration, 1–12; null if unknown. */
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
  /** The year (with fraction) in which the price was asked. */
  observedYear: number;
};

/** A priced car of the pool that the model learns from. */
export type PricedCar = CarFacts & {
  price: number;
  /** Its weight, above 0 and up to 1 (the default); older evidence counts less. */
  weight?: number;
};

/** From best to worst. */
export const deals = ['amazing', 'fair', 'poor', 'no_estimate'] as const;
export type Deal = (typeof deals)[number];

/**
 * Why a car has no estimate, why a low or high price is only rated fair, or `rated`. Each has a sentence in both languages.
 */
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
  'ex_tax',
  'wholesale',
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

export type Rating = {
  deal: Deal;
  reason: RatingReason;
  /** `model`: learnt from the catalog; `register`: the register's own valuation, used while the pool is small. */
  source: 'model' | 'register' | null;
  lowDkk: number | null;
  avgDkk: number | null;
  highDkk: number | null;
  /** The number of the comparables below, or of the prices behind the register's valuation. */
  comparableCount: number;
  /** The nearest cars, nearest first, each with the factor that adjusts its price. */
  comparableIds: string[];
  comparableFactors: number[];
  /** Facts that make the estimate less certain but do not prevent it. */
  cautions: ListingFlag[];
  modelVersion: string | null;
  /**
   * A short summary of the price, facts, register data and version of the rules behind the rating. If it is equal, two
   * ratings differ by the market alone.
   */
  restsOn: string;
};

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
  cautions: [],
  modelVersion: null,
  restsOn: '',
});

/** Rounds to hundreds, as ads are priced: a market value is an estimate and is never shown more exactly. */
export const toHundreds = (dkk: number): number => Math.round(dkk / 100) * 100;

/**
 * Kroner above (+) or below (−) the market value: the price as shown minus the market value as shown, so that a reader who
 * subtracts the two finds the same. Less than half a hundred is no gap.
 */
export function gapToMarket(priceDkk: number, avgDkk: number): number {
  const gap = priceDkk - toHundreds(avgDkk);
  return Math.abs(gap) < 50 ? 0 : gap;
}

/** Whether a price can be compared with the estimate. */
export const isValued = (priceDkk: number, { deal, avgDkk }: Pick<Rating, 'deal' | 'avgDkk'>): boolean =>
  deal !== 'no_estimate' && avgDkk !== null && priceDkk > 0;

/** Whole percent that a price is below the market value as shown, rounded down; negative above it, null without an estimate. */
export function belowMarketPercent(priceDkk: number, rating: Pick<Rating, 'deal' | 'avgDkk'>): number | null {
  if (!isValued(priceDkk, rating)) return null;
  const market = toHundreds(rating.avgDkk!);
  return market > 0 ? Math.floor(((market - priceDkk) / market) * 100) : null;
}
