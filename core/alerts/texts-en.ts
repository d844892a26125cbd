import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { planNames } from '#core/payments/plan.ts';
import { kroner, sentence } from '#core/shared.ts';
import type { Alert, AlertCar } from './alert.ts';

type Of<K extends Alert['kind']> = Extract<Alert, { kind: K }>;
type Words = { title: string; message: string };

/** The words of alerts in one language. */
export type AlertTexts = {
  newCars(alert: Of<'new_cars'>): Words;
  amazingDeal(alert: Of<'amazing_deal'>): Words;
  locked(count: number): Words;
  priceDrop(alert: Of<'price_drop'>): Words;
  carGone(alert: Of<'car_gone'>): Words;
  searchPaused(alert: Of<'search_paused'>): Words;
  searchExpired(alert: Of<'search_expired'>): Words;
  planChanged(alert: Of<'plan_changed'>): Words;
};

const price = ({ priceDkk }: AlertCar) => (priceDkk > 0 ? kroner(priceDkk) : 'No price given');

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
  layout_changed: 'The marketplace changed its pages',
};

export const alertTextsEn: AlertTexts = {
  newCars: ({ search, count, car }) =>
    car
      ? {
          title: `New car: ${car.title}`,
          message: `${sentence(price(car))} Found by your search “${search.title}”.`,
        }
      : {
          title: `${count} new cars`,
          message: `Your search “${search.title}” found ${count} cars you have not seen.`,
        },
  amazingDeal: ({ count, car }) =>
    car
      ? { title: `Amazing deal: ${car.title}`, message: `${price(car)}, well below what similar cars cost.` }
      : { title: `${count} amazing deals`, message: `${count} cars cost well below what similar cars do.` },
  locked: (count) => ({
    title: count > 1 ? `${count} amazing deals were found` : 'An amazing deal was found',
    message: 'It is open to Premium. Upgrade to see which car it is.',
  }),
  priceDrop: ({ car, fromDkk }) => ({
    title: `Price drop: ${car.title}`,
    message: `Now ${price(car)} – ${kroner(fromDkk - car.priceDkk)} less than before (${kroner(fromDkk)}).`,
  }),
  carGone({ car, isSold, unseenSince }) {
    if (isSold) return { title: `Sold: ${car.title}`, message: 'A car you starred has been marked as sold.' };
    if (unseenSince)
      return {
        title: `Not seen any more: ${car.title}`,
        message: `No import has come across a car you starred since ${day(unseenSince)}. It may be sold.`,
      };
    return {
      title: `No longer on the marketplace: ${car.title}`,
      message: 'The marketplace told us that the ad of a car you starred is gone.',
    };
  },
  searchPaused: ({ search, failure }) => ({
    title: 'Your automated search is paused',
    message: `${reasons[failure] ?? 'The marketplace could not be read'}, so “${search.title}” rests. Extend it to try again.`,
  }),
  searchExpired: ({ search }) => ({
    title: 'Your automated search has ended',
    message: `The week of “${search.title}” is over. Extend it to keep getting news.`,
  }),
  planChanged: ({ plan, isPremium }) => ({
    title: isPremium ? 'Premium is active' : 'Your premium access has ended',
    message: isPremium
      ? `Your plan is now ${planNames.en[plan]}.`
      : 'You are on the Free plan. Automated searches that run finish their week.',
  }),
};
