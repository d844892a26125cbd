import type { Car } from '../car/car.ts';
import { namesOf } from '../car/card.ts';
import { findableOf } from '../car/count-findings.ts';
import { findingsIn } from '../car/findings.ts';
import { isForSale, isOffered } from '../car/for-sale.ts';
import { anonymous, isLocked } from '../car/viewer.ts';
import { groupThousands, kroner } from '../kroner.ts';
import type { Language } from '../language.ts';
import { carTexts } from './car-texts.ts';
import { addressIn, headTags } from './page-head.ts';
import { plainText, publicTitle } from './plain-text.ts';
import { vehicleData } from './vehicle-data.ts';

/**
 * Whether everybody may know of a car: in the shared catalog, for sale now, and not locked for visitors. Of any other car a
 * public page or picture says nothing.
 */
export function isPublic(car: Car): boolean {
  return (
    car.ownerId === null && isOffered(car.availability) && isForSale(car) && !isLocked(anonymous, car.rating)
  );
}

export const carPath = (id: string) => `/car/${encodeURIComponent(id)}`;
export const sharePicturePath = (id: string, language: Language) =>
  addressIn(`/share/${encodeURIComponent(id)}.jpg`, language);

/** "149.900 kr.", the foreign price as the ad states it, or the words for a car without one. */
export function priceText(car: Pick<Car, 'priceDkk' | 'foreignPrice'>, language: Language): string {
  if (car.priceDkk > 0) return kroner(car.priceDkk);
  if (!car.foreignPrice) return carTexts[language].noPrice;
  return `${groupThousands(car.foreignPrice.amount)} ${plainText(car.foreignPrice.currency, 5)}`;
}

function mileageText({ mileageKm, mileagePrecision }: Car): string | null {
  if (mileageKm === null) return null;
  if (mileagePrecision === 'masked') return `${Math.floor(mileageKm / 1000)}.xxx km`;
  return `${groupThousands(mileageKm)} km`;
}

const mostCityCharacters = 40;

/** "2019", "111.000 km", "Petrol", "Manual", "Odense": what is known of it, in this order. */
export function carFacts(car: Car, language: Language): string[] {
  const texts = carTexts[language];
  const { city } = namesOf(car);
  const facts = [
    car.year === null ? null : String(car.year),
    mileageText(car),
    car.fuel && texts.fuels[car.fuel],
    car.gearbox && texts.gearboxes[car.gearbox],
    city && plainText(city, mostCityCharacters),
  ];
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** What weighs so heavily that it is told wherever the price is, the weightiest first. The day decides none of it. */
export const heavyWords = (car: Car, language: Language): string[] =>
  findingsIn(findableOf(car, car.rating.cautions), null).flatMap(({ in: where, kind, weight }) =>
    weight === 'heavy' && where !== 'caution' ? [carTexts[language].findings[kind]] : [],
  );

/** The head of a public car's page in a language, as HTML. */
export function carHead(car: Car, language: Language, origin: string): string {
  const texts = carTexts[language];
  const { deal } = car.rating;
  // `isPublic` has let no amazing car through; the words for one do not exist.
  if (deal === 'amazing') throw new Error('A locked car has no public head.');
  const name = publicTitle(car) || texts.untitled;
  const facts = carFacts(car, language).join(' · ');
  return headTags({
    language,
    origin,
    path: carPath(car.id),
    title: `${name}, ${priceText(car, language)} | Bilfund`,
    description: [
      facts && `${facts}.`,
      ...heavyWords(car, language).map((words) => `${words}.`),
      texts.rated[deal],
    ]
      .filter(Boolean)
      .join(' '),
    imagePath: sharePicturePath(car.id, language),
    imageText: texts.picture(name),
    kind: 'article',
    data: [vehicleData(car, { name, language, origin, path: carPath(car.id) })],
  });
}
