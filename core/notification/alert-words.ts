import type { Viewer } from '../car/viewer.ts';
import type { Language } from '../language.ts';
import { type Alert, carOf } from './notification.ts';
import { alertTextsDa } from './texts-da.ts';
import { type AlertTexts, alertTextsEn } from './texts-en.ts';

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
  return { ...wordsOf(alert, words), carId: car?.id ?? null, path: pathOf(alert) };
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
      return words.planChanged(alert);
  }
}

/** Where a click leads in the web app. */
function pathOf(alert: Alert): string {
  const car = carOf(alert);
  if (car) return `/car/${car.id}`;
  if (alert.kind === 'new_cars' || alert.kind === 'amazing_deal') return '/?view=discovered';
  return alert.kind === 'plan_changed' ? '/profile' : '/?view=subscriptions';
}
