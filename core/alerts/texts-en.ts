import { isPrivateCarId } from '#core/cars/car.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { needsOtherLink } from '#core/marketplaces/marketplace.ts';
import { isSubscription, type PurchaseNews, planNames } from '#core/payments/plan.ts';
import { groupThousands, kroner, sentence } from '#core/shared.ts';
import type { Alert, AlertCar } from './alert.ts';

type Of<K extends Alert['kind']> = Extract<Alert, { kind: K }>;
type Words = { title: string; message: string };
export type PlanNews = Omit<PurchaseNews, 'id'>;

export type AlertTexts = {
  /** `warnings`: the findings of the cars, heaviest first, as sentences without full stops. */
  newCars(alert: Of<'new_cars'>, warnings: readonly string[]): Words;
  amazingDeal(alert: Of<'amazing_deal'>, warnings: readonly string[]): Words;
  locked(count: number, warnings: readonly string[]): Words;
  priceDrop(alert: Of<'price_drop'>, warnings: readonly string[]): Words;
  belowMarket(alert: Of<'below_market'>, warnings: readonly string[]): Words;
  carGone(alert: Of<'car_gone'>): Words;
  carBack(alert: Of<'car_back'>, warnings: readonly string[]): Words;
  carRated(alert: Of<'car_rated'>, warnings: readonly string[]): Words;
  searchPaused(alert: Of<'search_paused'>): Words;
  searchEnding(alert: Of<'search_ending'>): Words;
  searchExpired(alert: Of<'search_expired'>): Words;
  planChanged(news: PlanNews): Words;
  test: Words;
  price(dkk: number): string;
  /** Replaces the price of a car that is no longer for sale, or was not seen for long. */
  notOffered: string;
};

/** "1 car", "2.000 new cars". What is left of an alert of many may be one car that it does not name. */
const some = (count: number, what: string) => `${groupThousands(count)} ${what}${count === 1 ? '' : 's'}`;

/** Makes a sentence continue another. Texts of findings never begin with a name. */
export const goingOn = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const priceOf = (dkk: number) => (dkk > 0 ? kroner(dkk) : 'Price: see the ad');
const price = ({ priceDkk }: AlertCar) => priceOf(priceDkk);

/** Comes first in a message, because phones and the app's list cut off the end. */
const note = ([first]: readonly string[]) => (first ? `Note: ${sentence(first)} ` : '');
const noteOfSome = (warnings: readonly string[], count: number) =>
  warnings.length > 0
    ? `${count === 1 ? 'Note' : 'Warnings about some of them'}: ${sentence(warnings.join('; '))} `
    : '';
/** Part of the title, which may be all that is shown: a car is never praised without its finding. */
const but = ([first]: readonly string[]) => (first ? `, but ${goingOn(first)}` : '');
const butSome = ([first, ...others]: readonly string[], count: number) => {
  if (!first) return '';
  return count === 1 ? but([first, ...others]) : ` – warning about some: ${goingOn(first)}`;
};

const day = (instant: string) =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'Europe/Copenhagen' });

const reasons: Partial<Record<ImportFailureClass, string>> = {
  rate_limited: 'The marketplace asked us to slow down',
  login_wall: 'The marketplace shows this search only to people who are logged in',
  checkpoint: 'The marketplace asked for a security check',
  consent_wall: 'The marketplace asked for consent first',
  withheld: 'The marketplace does not show this search to visitors without an account',
  location_not_recognised: 'The marketplace does not know the place in the link',
  search_not_understood: 'The marketplace left out a filter of the search',
  closed_to_robots: 'The marketplace does not want programs to read this page',
  budget_spent: 'The pages that we ask for in an hour were used up',
  listing_removed: 'The marketplace no longer has this page',
  layout_changed: 'The marketplace changed its pages',
};

export const alertTextsEn: AlertTexts = {
  newCars: ({ search, count, car }, warnings) =>
    car
      ? {
          title: `New car: ${car.title}`,
          message: `${note(warnings)}${sentence(price(car))} ${search ? `Found by your search “${search.title}”.` : 'New on the page that you sent.'}`,
        }
      : {
          title: some(count, 'new car'),
          message: `${noteOfSome(warnings, count)}${search ? `Your search “${search.title}” found ${some(count, 'car')} you have not seen.` : `The page that you sent shows ${some(count, 'new car')}.`}`,
        },
  amazingDeal: ({ count, car }, warnings) =>
    car
      ? {
          title: `Amazing deal${but(warnings)}: ${car.title}`,
          message: `${price(car)}, well below the market value.`,
        }
      : {
          title: `${some(count, 'amazing deal')}${butSome(warnings, count)}`,
          message: `${noteOfSome(warnings, count)}Well below the market value: ${some(count, 'car')}.`,
        },
  locked: (count, warnings) =>
    count > 1
      ? {
          title: `${groupThousands(count)} amazing deals were found${butSome(warnings, count)}`,
          message: `${noteOfSome(warnings, count)}They are open to Premium. Upgrade to see which cars they are.`,
        }
      : {
          title: `An amazing deal was found${but(warnings)}`,
          message: 'It is open to Premium. Upgrade to see which car it is.',
        },
  priceDrop: ({ car, fromDkk }, warnings) => ({
    title: `Price drop: ${car.title}`,
    message: `${note(warnings)}Now ${price(car)} – ${kroner(fromDkk - car.priceDkk)} less than before (${kroner(fromDkk)}).`,
  }),
  belowMarket: ({ search, car, percent }, warnings) => ({
    title: `${percent} % below the market${but(warnings)}: ${car.title}`,
    message: `${sentence(price(car))} Found by your search “${search.title}”.`,
  }),
  carGone(alert) {
    if (alert.car === null)
      return {
        title: `No longer among the results: ${some(alert.count, 'car')}`,
        message: `The page of your search that was read on ${day(alert.missedAt)} does not show ${groupThousands(alert.count)} of your cars any more. ${alert.count === 1 ? 'It' : 'They'} may be sold.`,
      };
    const { car, isSold, unseenSince, missedAt, isFound } = alert;
    const known = isFound ? 'your search found' : 'you starred';
    const which = isPrivateCarId(car.id) ? 'from a page of yours' : known;
    if (isSold) return { title: `Sold: ${car.title}`, message: `A car ${which} has been marked as sold.` };
    if (missedAt)
      return {
        title: `No longer among the results: ${car.title}`,
        message: `The page of your search that was read on ${day(missedAt)} does not show it any more. It may be sold.`,
      };
    if (unseenSince)
      return {
        title: `Not seen any more: ${car.title}`,
        message: `Since ${day(unseenSince)} we have not found the ad of a car ${which}. It may be sold.`,
      };
    return {
      title: `No longer on the marketplace: ${car.title}`,
      message: isPrivateCarId(car.id)
        ? 'The page of its ad that you sent says that the ad is gone.'
        : `The marketplace told us that the ad of a car ${known} is gone.`,
    };
  },
  carBack: ({ car }, warnings) => ({
    title: `Back again: ${car.title}`,
    message: `${note(warnings)}${sentence(price(car))} It is offered again.`,
  }),
  carRated(alert, warnings) {
    if (alert.car === null)
      return {
        title: `Now rated: ${some(alert.count, 'car')}`,
        message: `${alert.count === 1 ? 'It' : 'They'} had no estimate before.`,
      };
    const { car } = alert;
    return {
      title: `Now rated: ${car.title}`,
      message: `${note(warnings)}${sentence(price(car))} It had no estimate before.`,
    };
  },
  searchPaused: ({ search, failure }) => ({
    title: 'Your automated search is paused',
    message: `${reasons[failure] ?? 'The marketplace could not be read'}, so “${search.title}” rests. ${needsOtherLink(failure) ? 'Search there again, and start an automated search with the new link.' : 'Extend it to try again.'}`,
  }),
  searchEnding: ({ search, endTime }) => ({
    title: `Your automated search ends on ${day(endTime)}`,
    message: `“${search.title}” runs until then. Open this to let it run for another week.`,
  }),
  searchExpired: ({ search }) => ({
    title: 'Your automated search has ended',
    message: `The week of “${search.title}” is over. Extend it to keep getting news.`,
  }),
  planChanged(news) {
    const { product, turn } = news;
    const name = planNames.en[product];
    switch (turn) {
      case 'bought':
        return bought(news);
      case 'disputed':
        return {
          title: `Payment disputed: ${name}`,
          message: `A dispute over your payment for “${name}” was opened at the card’s bank, which has taken the money back until it decides.${isSubscription(product) ? ' The subscription is stopped and charges nothing more.' : ''} ${without(news)} If the dispute is a mistake, ask the bank to withdraw it.`,
        };
      case 'lost':
        return {
          title: `Dispute decided: ${name}`,
          message: `The card’s bank has decided the dispute over your payment for “${name}”: the money has gone back to the card for good. ${without(news)}`,
        };
      case 'refunded':
        return {
          title: `Refunded: ${name}`,
          message: `Your payment for “${name}” has been given back. ${without(news)}`,
        };
      case 'restored':
        return {
          title: news.isKept ? `${name} is back` : `The payment stands: ${name}`,
          message: `Your payment for “${name}” stands again. ${restored(news)}`,
        };
      case 'ended':
        return { title: 'Your Premium access has ended', message: `${name} has ended. ${without(news)}` };
    }
  },
  test: { title: 'Test from Bilfund', message: 'This is a test. News of cars arrives here like this.' },
  price: priceOf,
  notOffered: 'Sold or not seen any more',
};

function bought({ product, isKept, until }: PlanNews): Words {
  const name = planNames.en[product];
  if (!isKept) return { title: `Bought: ${name}`, message: `You bought ${name}. What it gave has ended.` };
  if (product === 'unlock_price')
    return {
      title: 'Market values are unlocked',
      message: 'You now see the market value of every car you can open.',
    };
  if (product !== 'deal_finder_boost')
    return { title: 'Premium is active', message: `Your plan is now ${name}.` };
  return {
    title: until === null ? `Bought: ${name}` : 'Premium is active',
    message:
      until === null
        ? `${name} is yours. Its days begin when the Premium you have ends.`
        : `${name} is yours: you have Premium until ${day(until)}, and nothing renews.`,
  };
}

/** What remains for a person after a payment was reversed. */
function without({ product, isKept }: PlanNews): string {
  if (product === 'unlock_price')
    return isKept ? 'You still see market values.' : 'Market values are locked again.';
  return isKept
    ? 'You still have Premium.'
    : `You are on the ${planNames.en.free} plan. Automated searches that run finish their week.`;
}

function restored({ product, isKept, until }: PlanNews): string {
  if (!isKept) return 'What it paid for has ended in the meantime.';
  if (product === 'unlock_price') return 'You see market values again.';
  return until === null ? 'You have Premium.' : `You have Premium until ${day(until)}, and nothing renews.`;
}
