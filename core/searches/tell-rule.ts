import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { type CarMoment, isPriceOrMileage, lastBy, newsBetween, stepsOf } from '#core/cars/moments.ts';
import { searchedTexts } from '#core/catalog/card-rules.ts';
import { hasAvoided, readAvoided } from '#core/catalog/fold-text.ts';
import type { TellRuleWire } from '#core/contract/routes/searches.ts';

/** Which news of its cars an automated search tells, in the form of the API. */
export type TellRule = TellRuleWire;

/** What decides which news a person may have. */
export type NewsReader = Pick<Viewer, 'isPremium' | 'seesEstimates'>;

/** Without estimates no rule depends on them, so that none can reveal them. */
const isBelow = (rule: TellRule, percent: number | null, reader: NewsReader): boolean =>
  reader.seesEstimates &&
  rule.below_market_percent !== null &&
  percent !== null &&
  percent >= rule.below_market_percent;

/** Whether a car has words of which its reader wants to hear nothing. Of a locked car no word decides: that would reveal it. */
export const isAvoided = ({ avoid = [] }: TellRule, car: Car, viewer: Pick<Viewer, 'isPremium'>): boolean =>
  avoid.length > 0 &&
  !isLocked(viewer, car.rating) &&
  hasAvoided(searchedTexts(toCard(car)).full, readAvoided(avoid));

function isDropTold({ price_drop: wanted }: TellRule, fromDkk: number, toDkk: number): boolean {
  if (wanted === null) return false;
  const { least_dkk, least_percent } = wanted;
  if (least_dkk === null && least_percent === null) return true;
  const dkk = fromDkk - toDkk;
  return (
    (least_dkk !== null && dkk >= least_dkk) ||
    (least_percent !== null && (dkk / fromDkk) * 100 >= least_percent)
  );
}

/** What is told of a car that the search has just found, and of one that it found before. */
export type ToldOfFind = 'new_cars' | 'amazing_deal' | 'below_market';
export type ToldOfStep = 'price_drop' | 'amazing_deal' | 'below_market' | 'car_gone';

type Found = Pick<CarMoment, 'isAmazing' | 'belowPercent'>;

/** `isEntry`: the car stood there before and now fits the search, because its price or mileage changed. */
export function toldOfFind(
  rule: TellRule,
  { isAmazing, belowPercent }: Found,
  isEntry: boolean,
  reader: NewsReader,
): ToldOfFind | null {
  if (isEntry && !rule.entered) return null;
  if (isAmazing && rule.amazing) return 'amazing_deal';
  if (isAmazing && !reader.isPremium) return null;
  if (isEntry || rule.new_cars) return 'new_cars';
  return isBelow(rule, belowPercent, reader) ? 'below_market' : null;
}

/**
 * What is told of a change to a car that the search found. Of a car that is locked for the reader only that there is an amazing
 * deal, so that no rule can reveal what is locked. One change is told once as to its price: that it fell, or else
 * that it is far enough below the market now.
 */
export function toldOfStep(
  rule: TellRule,
  before: CarMoment,
  after: CarMoment,
  reader: NewsReader,
): ToldOfStep[] {
  const isClosed = after.isAmazing && !reader.isPremium;
  const told = new Set<ToldOfStep>();
  for (const news of newsBetween(before, after)) {
    if (news.kind === 'amazing' && rule.amazing) told.add('amazing_deal');
    if (isClosed) continue;
    if (news.kind === 'gone' && rule.gone) told.add('car_gone');
    if (news.kind === 'drop' && isDropTold(rule, news.fromDkk, news.toDkk)) told.add('price_drop');
    const isCrossed =
      news.kind === 'below' &&
      isBelow(rule, news.toPercent, reader) &&
      !isBelow(rule, news.fromPercent, reader);
    if (isCrossed && told.size === 0) told.add('below_market');
  }
  return [...told];
}

/** Whether a car stood there before the search began, and its price or mileage has changed since. */
export const isEntry = (
  { firstSeenAt, moments }: { firstSeenAt: string; moments: readonly CarMoment[] },
  { startTime }: { startTime: string },
): boolean =>
  firstSeenAt <= startTime &&
  stepsOf(moments).some((step) => step.after.at > startTime && isPriceOrMileage(step));

/** Whether a car that stood there before may be found: it did not fit when the search began. */
export function isNewcomer(
  { moments }: { moments: readonly CarMoment[] },
  fits: (moment: CarMoment) => boolean,
  { rule, startTime }: { rule: TellRule; startTime: string },
): boolean {
  const before = lastBy(moments, startTime);
  return rule.entered && before !== undefined && !fits(before);
}
