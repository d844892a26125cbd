import type { Car } from '../car/car.ts';
import type { Language } from '../language.ts';
import type { Deal } from '../valuation/valuation.ts';
import { carFacts, heavyWords, priceText } from './car-page.ts';
import { carTexts } from './car-texts.ts';
import { publicTitle } from './plain-text.ts';

/** What the share picture of a car shows: only what every visitor may see. */
export type SharePicture = {
  title: string;
  price: string;
  facts: string;
  deal: Exclude<Deal, 'amazing'>;
  dealText: string;
  /** Key below the photo bucket, with the plate blurred where there is one; null without photos. */
  photo: string | null;
};

/** The words of the picture for everything that is not an open car. */
export type OwnPicture = { title: string; text: string };

/** The alphabet of the font: Latin with its accents, punctuation, currency. A box in place of a letter helps nobody. */
const undrawable = /[^\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u201e\u2026\u20ac]/g;

const drawable = (text: string) => text.replace(undrawable, '').replace(/\s+/g, ' ').trim();

/** For a public car (`isPublic`); the caller has asked. */
export function sharePictureOf(car: Car, language: Language): SharePicture {
  const texts = carTexts[language];
  const deal = car.rating.deal;
  if (deal === 'amazing') throw new Error('A locked car has no picture.');
  const [photo] = car.photos;
  return {
    title: drawable(publicTitle(car)) || texts.untitled,
    price: drawable(priceText(car, language)),
    facts: drawable(carFacts(car, language).join(', ')),
    deal,
    // Whoever is sent the picture must not take the deal for all there is.
    dealText: [texts.deals[deal], ...heavyWords(car, language).slice(0, 1)].join(' · '),
    photo: photo ? (photo.blurredLarge ?? photo.large) : null,
  };
}

export function ownPicture(language: Language): OwnPicture {
  const { promise, promiseMore } = carTexts[language];
  return { title: promise, text: promiseMore };
}
