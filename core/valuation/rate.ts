import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { Vehicle } from '../register/vehicle.ts';
import { estimate } from './estimate.ts';
import { type AdjustedComparables, doubtOfBargain } from './evidence.ts';
import type { Model } from './model.ts';
import { isPlaceholderPrice } from './outliers.ts';
import { randomOf } from './statistics.ts';
import { ageInYears, yearFraction } from './subject.ts';
import { type Interval, nearThreshold, ratingSettings, thresholdsOf } from './thresholds.ts';
import { type CarFacts, type Deal, noEstimate, type Rating, type RatingReason } from './valuation.ts';

export type RatingInput = {
  facts: CarFacts;
  /** Asking price in `currency`; null or 0 when the ad names none. */
  priceDkk: number | null;
  /** ISO 4217. */
  currency: string;
  flags: readonly ListingFlag[];
  /** Ad and register disagree on make, model, year or fuel, so that it is uncertain which car is valued. */
  isContradicted: boolean;
  /** The register has something that may explain a low price: off the road, no inspection, imported, leased. */
  isRiskyByRegister: boolean;
  model: Model | null;
  registerValuation: Vehicle['valuation'];
  /** ISO instant of the rating, by which the car's age is computed. */
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
>;

/**
 * The appraisal with its comparables' prices, adjusted by the car's facts and by the hedonic coefficients alone; null if the
 * value comes from the register. `isByMake`: some comparables are other models of the make. `untoldLog`: as in `Estimate`.
 */
type Appraised = {
  appraisal: Appraisal;
  evidence: (AdjustedComparables & { factsDkk: number }) | null;
  isByMake: boolean;
  untoldLog: number;
};

/**
 * Flags that prevent a rating, in order of precedence: a figure that is no price of the car comes first, so that the reason
 * alone tells whether there is a price to show.
 */
const refusals: readonly (ListingFlag & RatingReason)[] = [
  'not_a_car',
  'wanted',
  'parts',
  'leasing',
  'down_payment',
  'foreign_currency',
  'placeholder_price',
  'ex_vat',
  'ex_tax',
  'wholesale',
  'defect',
];
/** Flags that are shown as a remark beside the rating. */
const cautionFlags: readonly ListingFlag[] = [
  'imported',
  'no_inspection',
  'fresh_inspection',
  'doubtful_mileage',
  'no_plates',
];
/** With one of these, a price must be lower to be amazing: the remark may explain it. */
const riskyFlags: readonly ListingFlag[] = ['imported', 'no_inspection', 'no_plates'];

/**
 * Rates an asking price against the market. Uses the catalog's model, or the register's own valuation while the pool is too
 * small or has no comparables. Reasons are checked in this order: the ad, its price, the car, and the market.
 */
export function rateCar(input: RatingInput): Rating {
  const { model: _, now: __, ...said } = input;
  const restsOn = JSON.stringify([ratingSettings.rulesVersion, said]);
  return { ...rateByReasons(input), restsOn: randomOf(restsOn, 0).toString(36) };
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
  return refuseCar({ facts, now });
}

function refuseCar({ facts, now }: Pick<RatingInput, 'facts' | 'now'>): RatingReason | null {
  if (!facts.make?.trim() || !facts.model?.trim() || facts.year === null) return 'missing_make_model_year';
  if (ageInYears({ ...facts, observedYear: yearFraction(now) }) > ratingSettings.oldestYears)
    return 'too_old';
  return null;
}

/** A car to be valued, whatever is asked for it. */
export type ValueInput = Pick<RatingInput, 'facts' | 'flags' | 'model' | 'registerValuation' | 'now'>;

/** The value of a car without its asking price. Reason `no_price`: there is one; else why there is none, or only a vague one. */
export function valueCar(input: ValueInput): Rating {
  const refusal = refuseCar(input);
  const appraised = refusal ?? appraise(input);
  if (typeof appraised === 'string') return withoutEstimate(appraised, input);
  const { appraisal } = appraised;
  const reason = isWide(intervalOf(appraisal)) ? 'uncertain' : 'no_price';
  return { deal: 'no_estimate', reason, ...appraisal, cautions: cautionsOf(input), restsOn: '' };
}

/** The value from the model, else from the register, else the reason why there is none. */
function appraise(input: ValueInput): Appraised | RatingReason {
  const byModel = appraiseByModel(input);
  if (typeof byModel !== 'string') return byModel;
  const appraisal = appraiseByRegister(input);
  return appraisal ? { appraisal, evidence: null, isByMake: false, untoldLog: 0 } : byModel;
}

function appraiseByModel({
  model,
  facts,
  now,
}: ValueInput): Appraised | 'small_pool' | 'few_comparables' | 'missing_make_model_year' {
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
  };
  return { appraisal, evidence: { ...evidence, factsDkk }, isByMake: otherModels > 0, untoldLog };
}

function appraiseByRegister({ registerValuation }: Pick<RatingInput, 'registerValuation'>): Appraisal | null {
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
  // Whether it is a bargain depends on the mileage, which is in doubt.
  if (input.flags.includes('doubtful_mileage'))
    return { deal: 'no_estimate', reason: 'doubtful_mileage', ...rest };
  // Only the ad's text would say that the price is without tax or of a contract.
  if (input.flags.includes('conditions_unread'))
    return { deal: 'fair', reason: 'conditions_unread', ...rest };
  if (input.isContradicted) return { deal: 'no_estimate', reason: 'contradicted', ...rest };
  const bargainDoubt = doubtOf(appraised, input.priceDkk!);
  return bargainDoubt ? { deal: 'fair', reason: bargainDoubt, ...rest } : { deal, reason, ...rest };
}

function intervalOf(appraisal: Appraisal): Interval {
  return { lowDkk: appraisal.lowDkk!, avgDkk: appraisal.avgDkk!, highDkk: appraisal.highDkk! };
}

/** Whether an interval is too wide for a rating. */
const isWide = ({ lowDkk, highDkk }: Interval): boolean =>
  highDkk / lowDkk > ratingSettings.widestIntervalRatio;

function doubt(appraisal: Appraisal, priceDkk: number): RatingReason {
  const { lowDkk, avgDkk, highDkk } = intervalOf(appraisal);
  const [leastShare, highestShare] = ratingSettings.believableShares;
  if (isWide({ lowDkk, avgDkk, highDkk })) return 'uncertain';
  if (priceDkk < leastShare * avgDkk) return 'too_good_to_be_true';
  if (priceDkk > highestShare * avgDkk) return 'far_above_market';
  return 'rated';
}

/** The interval with its low end twice as far below. */
const lowered = (interval: Interval): Interval => ({
  ...interval,
  lowDkk: interval.lowDkk * (interval.lowDkk / interval.avgDkk),
});

/** Whether a price must be below the interval by as much again to be a bargain. */
const isRisky = ({ flags, isRiskyByRegister }: RatingInput): boolean =>
  isRiskyByRegister || riskyFlags.some((flag) => flags.includes(flag));

/**
 * Why a low price may not be called amazing. The register's prices alone never suffice, because no car behind them can be
 * shown. If other models support it, it must be as low as a risky car's.
 */
function doubtOf({ appraisal, evidence, isByMake }: Appraised, priceDkk: number) {
  if (!evidence) return 'thin_evidence';
  if (isByMake && dealOf(priceDkk, lowered(intervalOf(appraisal))) !== 'amazing') return 'thin_evidence';
  return doubtOfBargain(priceDkk, intervalOf(appraisal), evidence, evidence.factsDkk);
}

/** Whether the price is high, or nearly so, only if the car is not a well-equipped version, which the ad does not say. */
function mayBeItsVersion(deal: Deal, { appraisal, untoldLog }: Appraised, priceDkk: number): boolean {
  const interval = intervalOf(appraisal);
  const isHigh = deal === 'poor' || nearThreshold(priceDkk, interval)?.deal === 'poor';
  return untoldLog > 0 && isHigh && priceDkk <= thresholdsOf(interval, untoldLog).poorAboveDkk;
}

/** The rating rule: compares an asking price with the market's interval, both in DKK. */
export function dealOf(priceDkk: number, interval: Interval): Exclude<Deal, 'no_estimate'> {
  const { amazingBelowDkk, poorAboveDkk } = thresholdsOf(interval);
  if (priceDkk < amazingBelowDkk) return 'amazing';
  return priceDkk > poorAboveDkk ? 'poor' : 'fair';
}

function cautionsOf({ flags }: Pick<RatingInput, 'flags'>): ListingFlag[] {
  return cautionFlags.filter((flag) => flags.includes(flag));
}

function withoutEstimate(reason: RatingReason, input: Pick<RatingInput, 'flags'>): Rating {
  // All that keeps an ad from being rated is something to ask about as well.
  const said = refusals.filter((flag) => flag === reason || input.flags.includes(flag));
  return { ...noEstimate(reason), cautions: [...said, ...cautionsOf(input)] };
}
