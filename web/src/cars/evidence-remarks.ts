import { isRiskyByRegister } from '#core/cars/findings.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { doubtOfBargain, isRough, middleOf } from '#core/valuation/evidence.ts';
import { isDistant, nearThreshold, ratingSettings, thresholdsOf } from '#core/valuation/thresholds.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { formatKroner } from '../i18n/format.ts';
import type { CarTexts } from '../i18n/text-parts.ts';

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];

/** Whether a similar car's own page names another fuel than this page does. Answers cached earlier name no fuel. */
export const isOtherFuel = ({ fuel }: Comparable, own: WireCarDetail['fuel']): boolean =>
  !!fuel && own !== null && fuel !== own;

/** Whether a similar car is another model of the make. Answers cached earlier name no model. */
export const isOtherModel = ({ model }: Comparable, own: WireCarDetail['model']): boolean =>
  !!model && own !== null && model.toLowerCase() !== own.toLowerCase();

/** Rounded away from the price, so that the sentence holds for the price itself. */
function borderText(priceDkk: number, borderDkk: number): string {
  const round = priceDkk < borderDkk ? Math.ceil : Math.floor;
  return formatKroner(round(borderDkk / 100) * 100);
}

/** What an ad remarks on or the register knows moves the border of amazing. */
const isSound = (car: WireCarDetail) => car.cautions.length === 0 && !isRiskyByRegister(car.facts);

/**
 * Names the border that the price lies close to, or the one that keeps a price far from the market value fair; null if there is
 * none.
 */
function borderRemark(car: WireCarDetail, t: CarTexts): string | null {
  const { price, deal, valuation_low: lowDkk, valuation_avg: avgDkk, valuation_high: highDkk } = car;
  if (car.deal_reason !== 'rated' || deal === 'no_estimate' || car.why?.source === 'register') return null;
  if (lowDkk === null || avgDkk === null || highDkk === null) return null;
  const interval = { lowDkk, avgDkk, highDkk };
  const near = nearThreshold(price, interval);
  if (near && (near.deal === 'poor' || isSound(car))) {
    const border = borderText(price, near.dkk);
    const { amazing, belowAmazing, poor, abovePoor } = t.why.near;
    if (near.deal === 'amazing') return (deal === 'amazing' ? amazing : belowAmazing)(border);
    return (deal === 'poor' ? poor : abovePoor)(border);
  }
  if (deal !== 'fair') return null;
  // Rounded towards the price: "only" then holds for every price beyond.
  const { amazingBelowDkk, poorAboveDkk } = thresholdsOf(interval);
  if (price < ratingSettings.amazingBelowShare * avgDkk && isSound(car))
    return t.why.wide.belowAmazing(formatKroner(Math.ceil(amazingBelowDkk / 100) * 100));
  if (price > ratingSettings.poorAboveShare * avgDkk)
    return t.why.wide.abovePoor(formatKroner(Math.floor(poorAboveDkk / 100) * 100));
  return null;
}

/** From this share of the market value on, its distance from the middle of the similar cars is explained. */
const farShare = 0.1;

/**
 * Whether the similar cars as shown bear a saving out that is called unproven: then their prices by the facts alone, which no page
 * shows, do not.
 */
function isDoubtedByFacts({ deal_reason: reason, price, ...car }: WireCarDetail): boolean {
  if (reason !== 'mixed_evidence') return false;
  const adjustedDkk = car.why!.comparables.map((each) => each.adjusted_price);
  const comparableFactors = car.why!.comparables.map((each) => each.adjusted_price / each.price);
  const interval = {
    lowDkk: car.valuation_low!,
    avgDkk: car.valuation_avg!,
    highDkk: car.valuation_high!,
  };
  const shown = { adjustedDkk, comparableFactors, middleDkk: middleOf(adjustedDkk, comparableFactors) };
  return doubtOfBargain(price, interval, shown, Number.POSITIVE_INFINITY) === null;
}

/** Fewer similar cars draw no picture of a market. */
const fewCars = 3;

/** What weakens the comparison: few cars, large corrections, other models and fuels, and a value that lies apart from the similar cars. */
function evidenceRemarks(car: WireCarDetail, t: CarTexts): string[] {
  const { comparables, terms } = car.why!;
  const total = comparables.length;
  const factors = comparables.map(({ price, adjusted_price }) => adjusted_price / price);
  const distant = factors.filter(isDistant).length;
  const others = comparables.filter((each) => isOtherFuel(each, car.fuel)).length;
  const otherModels = comparables.filter((each) => isOtherModel(each, car.model)).length;
  const isFuelInDoubt = car.facts.some(({ kind }) => kind === 'fuel_differs');
  const valueDkk = toHundreds(car.valuation_avg!);
  const similar = terms.find(({ name }) => name === 'similar');
  const apartDkk = similar ? valueDkk - toHundreds(similar.dkk) : 0;
  const apart = apartDkk < 0 ? t.why.valueBelow : t.why.valueAbove;
  return [
    ...(total > 0 && total < fewCars ? [t.why.fewSimilar(total)] : []),
    ...(isRough(factors) ? [t.why.mostlyDistant(distant, total)] : []),
    ...(otherModels > 0 ? [t.why.otherModels(otherModels, total)] : []),
    ...(others * 2 > total ? [t.why.otherFuel(others, total, isFuelInDoubt)] : []),
    ...(isDoubtedByFacts(car) ? [t.why.factsDisagree] : []),
    ...(Math.abs(apartDkk) > farShare * valueDkk ? [apart(formatKroner(Math.abs(apartDkk)))] : []),
  ];
}

/** What must be said beside a rating so that its label, its gap and the similar cars agree. */
export function remarksOn(car: WireCarDetail, t: CarTexts): string[] {
  const border = borderRemark(car, t);
  const isCompared = car.deal !== 'no_estimate' && car.valuation_avg !== null && car.why !== null;
  return [...(isCompared ? evidenceRemarks(car, t) : []), ...(border === null ? [] : [border])];
}
