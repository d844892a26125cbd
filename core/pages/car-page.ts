import { anonymous, type Car, isLocked } from '#core/cars/car.ts';
import { danishCautions, danishFindings } from '#core/cars/car-words-da.ts';
import { englishCautions, englishFindings } from '#core/cars/car-words-en.ts';
import { namesOf } from '#core/cars/card.ts';
import { filterWords as filterWordsDa } from '#core/cars/filter-words-da.ts';
import { filterWords as filterWordsEn } from '#core/cars/filter-words-en.ts';
import {
  type FindingKind,
  type FindingName,
  findableOf,
  findingsIn,
  mayBeWhyCheap,
} from '#core/cars/findings.ts';
import { isForSale, isOffered } from '#core/cars/listing-life.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import type { Fuel, Gearbox, ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { groupThousands, kroner, type Language } from '#core/shared.ts';
import { isPlaceholderPrice } from '#core/valuation/outliers.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { addressIn, headTags, plainText, publicTitle } from './html.ts';

/** The texts of a car's page for clients that do not run the app: search engines, messengers, the share picture. */
export type CarTexts = {
  /** Labels on the share picture. */
  deals: Record<Exclude<Deal, 'amazing'>, string>;
  /** Sentences of the description. */
  rated: Record<Exclude<Deal, 'amazing'>, string>;
  /** Texts of findings, which come before the others. */
  findings: Readonly<Record<FindingKind, string>>;
  cautions: Readonly<Record<ListingFlag, string>>;
  fuels: Record<Fuel, string>;
  gearboxes: Record<Gearbox, string>;
  noPrice: string;
  /** Of an ad whose price is a monthly rate, a down payment or a placeholder. */
  otherPrice: string;
  picture: (title: string) => string;
  untitled: string;
  /** The product in one line, and the text of its own share picture. */
  promise: string;
  promiseMore: string;
};

const en: CarTexts = {
  deals: { fair: 'Fair', poor: 'Poor', no_estimate: 'No estimate' },
  rated: {
    fair: 'We call the price neither a bargain nor too high.',
    poor: 'It is priced above its market value.',
    no_estimate: 'See the facts, the photos and more cars of this make.',
  },
  findings: englishFindings,
  cautions: englishCautions,
  fuels: filterWordsEn.fuels,
  gearboxes: { automatic: 'Automatic', manual: 'Manual' },
  noPrice: 'No price given',
  otherPrice: 'See the ad for the price',
  picture: (title) => `${title}, with its asking price`,
  untitled: 'Used car',
  promise: 'Know what the car is worth before you call',
  promiseMore: 'Every listing of a search, rated against the market in kroner.',
};

const da: CarTexts = {
  deals: { fair: 'Fair pris', poor: 'Dyr', no_estimate: 'Ikke vurderet' },
  rated: {
    fair: 'Vi kalder hverken prisen et kup eller for høj.',
    poor: 'Den koster mere end markedsværdien.',
    no_estimate: 'Se bilens data, billeder og flere biler af mærket.',
  },
  findings: danishFindings,
  cautions: danishCautions,
  fuels: filterWordsDa.fuels,
  gearboxes: { automatic: 'Automatgear', manual: 'Manuelt gear' },
  noPrice: 'Ingen pris oplyst',
  otherPrice: 'Se prisen i annoncen',
  picture: (title) => `${title} med annoncens pris`,
  untitled: 'Brugt bil',
  promise: 'Se, hvad bilen er værd, før du ringer',
  promiseMore: 'Alle annoncer i en søgning, sammenlignet med markedet i kroner.',
};

export const carTexts: Record<Language, CarTexts> = { en, da };

/** A finding as a sentence without its full stop. */
export const findingText = (name: FindingName, language: Language): string =>
  name.in === 'caution' ? carTexts[language].cautions[name.kind] : carTexts[language].findings[name.kind];

type Context = { name: string; language: Language; origin: string; path: string };

/** Flags of ads whose price is not what the car costs. */
const partialPrices: readonly ListingFlag[] = [
  'leasing',
  'down_payment',
  'placeholder_price',
  'ex_vat',
  'ex_tax',
  'wholesale',
];

/** The price as a schema.org offer; none for an ad whose price is no price in DKK of the whole car. */
function offer(car: Car, { origin, path, language }: Context): object | undefined {
  const isPartial = car.flags.some((flag) => partialPrices.includes(flag));
  if (car.priceDkk <= 0 || isPartial || isPlaceholderPrice(car.priceDkk)) return undefined;
  return {
    '@type': 'Offer',
    price: car.priceDkk,
    priceCurrency: 'DKK',
    availability: `https://schema.org/${car.availability === 'live' ? 'InStock' : 'LimitedAvailability'}`,
    itemCondition: 'https://schema.org/UsedCondition',
    url: origin + addressIn(path, language),
  };
}

/** The picture for visitors, with the plate blurred if it has one. */
const pictureOf = ({ photos: [first] }: Car) => first && (first.blurredLarge ?? first.large);

/** A car in schema.org's vocabulary, without plate, estimate and seller. */
export function vehicleData(car: Car, context: Context): object {
  const texts = carTexts[context.language];
  const picture = pictureOf(car);
  const short = (text: string | null) =>
    (text && publicTitle({ title: text, plate: car.plate })) || undefined;
  const make = short(car.make);
  const isKnownMileage = car.mileageKm !== null && car.mileagePrecision !== 'masked';
  return {
    '@context': 'https://schema.org',
    '@type': 'Car',
    name: context.name,
    url: context.origin + addressIn(context.path, context.language),
    inLanguage: context.language,
    ...(picture && { image: `${context.origin}/photos/${picture}` }),
    ...(make && { brand: { '@type': 'Brand', name: make } }),
    model: short(car.model),
    ...(car.year !== null && { vehicleModelDate: String(car.year) }),
    ...(isKnownMileage && {
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: car.mileageKm, unitCode: 'KMT' },
    }),
    fuelType: car.fuel ? texts.fuels[car.fuel] : undefined,
    vehicleTransmission: car.gearbox ? texts.gearboxes[car.gearbox] : undefined,
    color: short(car.color),
    offers: offer(car, context),
  };
}

/**
 * Whether a car is public: in the shared catalog, for sale, and not locked for visitors. Public pages and pictures show
 * nothing of other cars.
 */
export function isPublic(car: Car): boolean {
  return (
    car.ownerId === null && isOffered(car.availability) && isForSale(car) && !isLocked(anonymous, car.rating)
  );
}

export const carPath = (id: string) => `/car/${encodeURIComponent(id)}`;
export const sharePicturePath = (id: string, language: Language) =>
  addressIn(`/share/${encodeURIComponent(id)}.jpg`, language);

/** "149.900 kr.", the foreign price as in the ad, or the text for a car whose price is none or not in the price field. */
export function priceText(
  car: Pick<Car, 'priceDkk' | 'foreignPrice'> & { rating: Pick<Car['rating'], 'reason'> },
  language: Language,
): string {
  if (isPriceOfCar(car.priceDkk, car.rating.reason)) return kroner(car.priceDkk);
  if (car.priceDkk > 0) return carTexts[language].otherPrice;
  if (!car.foreignPrice) return carTexts[language].noPrice;
  return `${groupThousands(car.foreignPrice.amount)} ${plainText(car.foreignPrice.currency, 5)}`;
}

function mileageText({ mileageKm, mileagePrecision }: Car): string | null {
  if (mileageKm === null) return null;
  if (mileagePrecision === 'masked') return `${Math.floor(mileageKm / 1000)}.xxx km`;
  return `${groupThousands(mileageKm)} km`;
}

const mostCityCharacters = 40;

/** The known facts in this order: "2019", "111.000 km", "Petrol", "Manual", "Odense". */
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

/**
 * Findings that weigh heavily or may explain a low price, and what in the ad keeps it from being rated, heaviest first; shown
 * wherever the price is. None depends on the day.
 */
export const heavyWords = (car: Car, language: Language): string[] =>
  findingsIn(findableOf(car, car.rating.cautions, null), null).flatMap((found) => {
    if (found.in === 'caution') return found.kind === car.rating.reason ? [findingText(found, language)] : [];
    return mayBeWhyCheap([found]) ? [findingText(found, language)] : [];
  });

/** The <head> of a public car's page in a language, as HTML. */
export function carHead(car: Car, language: Language, origin: string): string {
  const texts = carTexts[language];
  const { deal } = car.rating;
  // `isPublic` excludes amazing cars; there is no text for them.
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
    imageText: isPriceOfCar(car.priceDkk, car.rating.reason) ? texts.picture(name) : name,
    kind: 'article',
    data: [vehicleData(car, { name, language, origin, path: carPath(car.id) })],
  });
}

/** The content of a car's share picture: only what every visitor may see. */
export type SharePicture = {
  title: string;
  price: string;
  facts: string;
  deal: Exclude<Deal, 'amazing'>;
  dealText: string;
  /** Key in the photo bucket, with the plate blurred if there is one; null without photos. */
  photo: string | null;
};

/** The text of the share picture for everything but a public car. */
export type OwnPicture = { title: string; text: string };

/** Characters that the font lacks. It has Latin with accents, punctuation and currency signs. */
const undrawable = /[^\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u201e\u2026\u20ac]/g;

const drawable = (text: string) => text.replace(undrawable, '').replace(/\s+/g, ' ').trim();

/** Call it for public cars only (`isPublic`). */
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
    // The finding is added so that the deal does not stand alone.
    dealText: [texts.deals[deal], ...heavyWords(car, language).slice(0, 1)].join(' · '),
    photo: photo ? (photo.blurredLarge ?? photo.large) : null,
  };
}

export function ownPicture(language: Language): OwnPicture {
  const { promise, promiseMore } = carTexts[language];
  return { title: promise, text: promiseMore };
}
