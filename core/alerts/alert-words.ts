import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
import { mailPictureUrl } from '#core/cars/photos.ts';
import type { PlanType } from '#core/payments/plan.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { kroner, type Language } from '#core/shared.ts';
import { type Alert, carOf } from './alert.ts';
import type { OutgoingAlert } from './settings.ts';
import { alertTextsDa } from './texts-da.ts';
import { type AlertTexts, alertTextsEn, type PlanNews } from './texts-en.ts';

/** An alert as one reader may see it. */
export type AlertWords = { title: string; message: string; carId: string | null; path: string | null };

const texts: Record<Language, AlertTexts> = { en: alertTextsEn, da: alertTextsDa };

export type AlertReader = {
  language: Language;
  viewer: Pick<Viewer, 'isPremium'>;
  /** Cars among these alerts that have become amazing since: locked for who has no premium. */
  lockedCarIds?: ReadonlySet<string>;
};

/**
 * The words of an alert for this reader. Who has no premium access learns of an amazing deal that there is one, and no
 * fact of the car: not even which search found it, because a search describes its cars.
 */
export function alertWords(alert: Alert, { language, viewer, lockedCarIds }: AlertReader): AlertWords {
  const words = texts[language];
  const car = carOf(alert);
  const isLocked =
    !viewer.isPremium &&
    (alert.kind === 'amazing_deal' || (car !== null && lockedCarIds?.has(car.id) === true));
  if (isLocked) {
    const count = 'count' in alert ? alert.count : 1;
    return { ...words.locked(count), carId: null, path: lockedOffer };
  }
  return { ...wordsOf(named(alert, language), words), carId: car?.id ?? null, path: pathOf(alert) };
}

/** The alert with its search called in the reader's language. No number plate goes into a mail or a push, from no address. */
function named(alert: Alert, language: Language): Alert {
  if (!('search' in alert) || !alert.search?.href) return alert;
  const title = hidePlates(automaticTitle(alert.search.href, language), null);
  return { ...alert, search: { ...alert.search, title } } as Alert;
}

/** Where what cannot be seen yet is offered: the reader’s discoveries, with the upgrade dialog open over it. */
export const lockedOffer = '/?view=discovered&upgrade=locked_car';

function wordsOf(alert: Alert, words: AlertTexts): { title: string; message: string } {
  switch (alert.kind) {
    case 'new_cars':
      return words.newCars(alert);
    case 'amazing_deal':
      return words.amazingDeal(alert);
    case 'price_drop':
      return words.priceDrop(alert);
    case 'car_gone':
      return words.carGone(alert);
    case 'search_paused':
      return words.searchPaused(alert);
    case 'search_expired':
      return words.searchExpired(alert);
    case 'plan_changed':
      return words.planChanged('turn' in alert ? alert : formerNews(alert));
  }
}

/** An alert that named the plan and not what was bought, as the alerts of today tell it. */
const formerNews = ({ plan, isPremium }: { plan: PlanType; isPremium: boolean }): PlanNews => ({
  product: plan === 'free' ? 'premium' : plan,
  turn: isPremium ? 'bought' : 'ended',
  isKept: isPremium,
  until: null,
});

/** Where a click leads in the web app. */
function pathOf(alert: Alert): string {
  const car = carOf(alert);
  if (car) return `/car/${car.id}`;
  if (alert.kind === 'new_cars' || alert.kind === 'amazing_deal') return '/?view=discovered';
  return alert.kind === 'plan_changed' ? '/profile' : '/?view=subscriptions';
}

/** What a mail shows of a car beside its words: its first picture, without a plate, and how it stands to the market. */
export type AlertFace = { photo: string | null; gapDkk: number | null };

/** Null for a car that this reader may not see. The gap is to whole hundreds, as the list shows it. */
export function faceOf(car: Car, viewer: Viewer): AlertFace | null {
  const { deal, avgDkk } = car.rating;
  if (isLocked(viewer, { deal })) return null;
  const [first] = car.photos;
  const isValued = viewer.seesEstimates && deal !== 'no_estimate' && avgDkk !== null && car.priceDkk > 0;
  return {
    photo: first ? mailPictureUrl(first.blurredLarge ?? first.large) : null,
    gapDkk: isValued ? Math.round((car.priceDkk - avgDkk) / 100) * 100 : null,
  };
}

const faceTexts = {
  en: {
    below: (amount: string) => `${amount} below the market`,
    above: (amount: string) => `${amount} above the market`,
    at: 'At market value',
  },
  da: {
    below: (amount: string) => `${amount} under markedet`,
    above: (amount: string) => `${amount} over markedet`,
    at: 'På markedets niveau',
  },
} as const;

/** "12.300 kr. below the market"; null where the gap is not known. */
export function gapSentence(gapDkk: number | null | undefined, language: Language): string | null {
  if (gapDkk === null || gapDkk === undefined) return null;
  const words = faceTexts[language];
  if (gapDkk === 0) return words.at;
  return gapDkk < 0 ? words.below(kroner(-gapDkk)) : words.above(kroner(gapDkk));
}

/** What a browser is sent of an alert: written by the push channel, read by the service worker. `path` lies in the app. */
export type PushNote = { id: string; title: string; message: string; path: string };

export const pushNoteOf = ({ id, words }: OutgoingAlert): PushNote => ({
  id,
  title: words.title,
  message: words.message,
  path: words.path ?? '/notifications',
});
