import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { Vehicle } from '../register/vehicle.ts';
import { estimate } from './estimate.ts';
import { type AdjustedComparables, doubtOfBargain } from './evidence.ts';
import type { Model } from './model.ts';
import { isPlaceholderPrice } from './outliers.ts';
import { randomOf } from './statistics.ts';
import { ageInYears, yearFraction } from './subject.ts';
import { type Interval, nearThreshold, ratingSettings, thresholdsOf } from './thresholds.ts';
import {
  type CarFacts,
  type Deal,
  noEstimate,
  type Rating,
  type RatingReason,
  type ValueTerm,
} from './valuation.ts';

export type RatingInput = {
  facts: CarFacts;
  /** Asking price in `currency`; null or 0 when the ad names none. */
  priceDkk: number | null;
  /** ISO 4217. */
  currency: string;
  flags: readonly ListingFlag[];
  /** Ad and register name different makes, models, years or fuels: which car is valued is then not sure. */
  isContradicted: boolean;
  /** The register knows what may be why the car is cheap: off the road, without inspection, imported, leased. */
  isRiskyByRegister: boolean;
  model: Model | null;
  registerValuation: Vehicle['valuation'];
  /** ISO instant of the rating: a car's age counts from here. */
  now: string;
};

type Appraisal = Pick<
  Rating,
  | 'lowDkk'
  | 'avgDkk'
  | 'highDkk'
  | 'comparableCount'
  | 'comparableIds'
  | 'comparableFactors'
  | 'source'
  | 'modelVersion'
  | 'terms'
>;

/**
 * The appraisal, and what its comparables would ask with the car's facts, and by the facts alone; null where others hold
 * them (the register). `isByMake`: some of the comparables are other models of the make. `untoldLog`: as of the estimate.
 */
type Appraised = {
  appraisal: Appraisal;
  evidence: (AdjustedComparables & { factsDkk: number }) | null;
  isByMake: boolean;
  untoldLog: number;
};

/** Flags that make an ad unfit for the comparison, in the order in which they are told. */
const refusals: readonly (ListingFlag & RatingReason)[] = [
  'not_a_car',
  'wanted',
  'parts',
  'leasing',
  'ex_vat',
  'defect',
  'foreign_currency',
  'placeholder_price',
  'down_payment',
];
/** Flags that leave the rating standing with a remark. */
const cautionFlags: readonly ListingFlag[] = [
  'imported',
  'no_inspection',
  'fresh_inspection',
  'doubtful_mileage',
  'no_plates',
];
/** A remark of these widens what is fair: an amazing price may be the price of the remark. */
const riskyFlags: readonly ListingFlag[] = ['imported', 'no_inspection', 'no_plates'];

/**
 * Judges an asking price against the market. The catalog's model serves; while the pool is small, or holds no
 * comparables, the register's own valuation does, named as the source. Reasons are tried in order: what the ad is,
 * what it asks, what the car is, and what the market can tell.
 */
export function rateCar(input: RatingInput): Rating {
  const { model: _, now: __, ...said } = input;
  return { ...rateByReasons(input), restsOn: randomOf(JSON.stringify(said), 0).toString(36) };
}

function rateByReasons(input: RatingInput): Rating {
  const refusal = refuseAd(input);
  if (refusal) return withoutEstimate(refusal, input);
  const appraisal = appraise(input);
  if (typeof appraisal === 'string') return withoutEstimate(appraisal, input);
  return judge(appraisal, input);
}

function refuseAd({ facts, priceDkk, currency, flags, now }: RatingInput): RatingReason | null {
  const flagged = refusals.find((flag) => flags.includes(flag));
  if (flagged) return flagged;
  if (currency.toUpperCase() !== 'DKK') return 'foreign_currency';
  if (!priceDkk) return 'no_price';
  if (isPlaceholderPrice(priceDkk)) return 'placeholder_price';
  if (priceDkk < ratingSettings.leastPriceDkk || priceDkk > ratingSettings.highestPriceDkk)
    return 'price_out_of_range';
  if (!facts.make?.trim() || !facts.model?.trim() || facts.year === null) return 'missing_make_model_year';
  if (ageInYears({ ...facts, observedYear: yearFraction(now) }) > ratingSettings.oldestYears)
    return 'too_old';
  return null;
}

/** The model's answer, else the register's, else why there is none. */
function appraise(input: RatingInput): Appraised | RatingReason {
  const byModel = appraiseByModel(input);
  if (typeof byModel !== 'string') return byModel;
  const appraisal = appraiseByRegister(input);
  return appraisal ? { appraisal, evidence: null, isByMake: false, untoldLog: 0 } : byModel;
}

function appraiseByModel({
  model,
  facts,
  now,
}: RatingInput): Appraised | 'small_pool' | 'few_comparables' | 'missing_make_model_year' {
  if (!model || (!model.lent && model.poolSize < ratingSettings.leastPoolSize)) return 'small_pool';
  const askedNow = { ...facts, observedYear: yearFraction(now) };
  const found = estimate(model, askedNow);
  if (!found) return 'missing_make_model_year';
  const {
    modelCount,
    lentCount,
    untoldLog,
    comparables,
    evidence,
    factsDkk,
    otherModels,
    comparableCount: nearCount,
    ...shown
  } = found;
  const isFew = modelCount + lentCount < ratingSettings.leastCarsOfModel;
  const isSettled = model.lent || model.poolSize >= ratingSettings.settledPoolSize;
  if (isFew && (nearCount === 0 || !isSettled)) return 'few_comparables';
  const appraisal: Appraisal = {
    ...shown,
    comparableCount: comparables.length,
    comparableFactors: evidence.comparableFactors,
    source: 'model',
    modelVersion: model.version,
    terms: termsOf(found.avgDkk, evidence),
  };
  return { appraisal, evidence: { ...evidence, factsDkk }, isByMake: otherModels > 0, untoldLog };
}

/** From the middle of the comparables to the market value: what neither they nor their differences explain is named. */
function termsOf(avgDkk: number, { adjustedDkk, middleDkk }: AdjustedComparables): ValueTerm[] {
  if (adjustedDkk.length === 0) return [];
  const similarDkk = Math.round(middleDkk);
  return [
    { name: 'similar', dkk: similarDkk },
    { name: 'other', dkk: avgDkk - similarDkk },
  ];
}

function appraiseByRegister({ registerValuation }: RatingInput): Appraisal | null {
  if (!registerValuation) return null;
  const { lowDkk, avgDkk, highDkk, count } = registerValuation;
  const isUsable =
    lowDkk > 0 && lowDkk <= avgDkk && avgDkk <= highDkk && count >= ratingSettings.leastRegisterPrices;
  if (!isUsable) return null;
  return {
    lowDkk,
    avgDkk,
    highDkk,
    comparableCount: count,
    comparableIds: [],
    comparableFactors: [],
    source: 'register',
    modelVersion: null,
    terms: [],
  };
}

function judge(appraised: Appraised, input: RatingInput): Rating {
  const { appraisal } = appraised;
  const rest = { ...appraisal, cautions: cautionsOf(input), restsOn: '' };
  const reason = doubt(appraisal, input.priceDkk!);
  if (reason !== 'rated') return { deal: 'no_estimate', reason, ...rest };
  const deal = dealOf(input.priceDkk!, intervalOf(appraisal));
  if (mayBeItsVersion(deal, appraised, input.priceDkk!))
    return { deal: 'fair', reason: 'version_untold', ...rest };
  if (deal !== 'amazing') return { deal, reason, ...rest };
  if (isRisky(input) && dealOf(input.priceDkk!, lowered(intervalOf(appraisal))) !== 'amazing')
    return { deal: 'fair', reason: 'risky', ...rest };
  // Whether it is a bargain hangs on the one figure that is in doubt.
  if (input.flags.includes('doubtful_mileage'))
    return { deal: 'no_estimate', reason: 'doubtful_mileage', ...rest };
  // A price without tax, or of a contract, is told by the ad's words alone.
  if (input.flags.includes('conditions_unread'))
    return { deal: 'fair', reason: 'conditions_unread', ...rest };
  if (input.isContradicted) return { deal: 'no_estimate', reason: 'contradicted', ...rest };
  const bargainDoubt = doubtOf(appraised, input.priceDkk!);
  return bargainDoubt ? { deal: 'fair', reason: bargainDoubt, ...rest } : { deal, reason, ...rest };
}

function intervalOf(appraisal: Appraisal): Interval {
  return { lowDkk: appraisal.lowDkk!, avgDkk: appraisal.avgDkk!, highDkk: appraisal.highDkk! };
}

function doubt(appraisal: Appraisal, priceDkk: number): RatingReason {
  const { lowDkk, avgDkk, highDkk } = intervalOf(appraisal);
  const [leastShare, highestShare] = ratingSettings.believableShares;
  if (highDkk / lowDkk > ratingSettings.widestIntervalRatio) return 'uncertain';
  if (priceDkk < leastShare * avgDkk) return 'too_good_to_be_true';
  if (priceDkk > highestShare * avgDkk) return 'far_above_market';
  return 'rated';
}

/** The interval whose low end lies as much again below. */
const lowered = (interval: Interval): Interval => ({
  ...interval,
  lowDkk: interval.lowDkk * (interval.lowDkk / interval.avgDkk),
});

/** A risky car must be cheaper than the interval by as much again before its price counts as a bargain. */
const isRisky = ({ flags, isRiskyByRegister }: RatingInput): boolean =>
  isRiskyByRegister || riskyFlags.some((flag) => flags.includes(flag));

/**
 * Why a low price may not be called amazing. One that other models must bear out, or prices that only the register has
 * seen, has to be as low as a risky car's.
 */
function doubtOf({ appraisal, evidence, isByMake }: Appraised, priceDkk: number) {
  const isWeak = isByMake || evidence === null;
  if (isWeak && dealOf(priceDkk, lowered(intervalOf(appraisal))) !== 'amazing') return 'thin_evidence';
  return evidence && doubtOfBargain(priceDkk, intervalOf(appraisal), evidence, evidence.factsDkk);
}

/** Is the price high, or nearly so, and would not be for a well equipped one, which the ad leaves open? */
function mayBeItsVersion(deal: Deal, { appraisal, untoldLog }: Appraised, priceDkk: number): boolean {
  const interval = intervalOf(appraisal);
  const isHigh = deal === 'poor' || nearThreshold(priceDkk, interval) === 'poor';
  return untoldLog > 0 && isHigh && priceDkk <= thresholdsOf(interval, untoldLog).poorAboveDkk;
}

/** The rule itself: an asking price and the market's interval, both in kroner. */
export function dealOf(priceDkk: number, interval: Interval): Exclude<Deal, 'no_estimate'> {
  const { amazingBelowDkk, poorAboveDkk } = thresholdsOf(interval);
  if (priceDkk < amazingBelowDkk) return 'amazing';
  return priceDkk > poorAboveDkk ? 'poor' : 'fair';
}

function cautionsOf({ flags }: RatingInput): ListingFlag[] {
  return cautionFlags.filter((flag) => flags.includes(flag));
}

function withoutEstimate(reason: RatingReason, input: RatingInput): Rating {
  return { ...noEstimate(reason), cautions: cautionsOf(input) };
}
