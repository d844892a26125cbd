import { type Car, isLocked, isPrivateCarId, type Viewer } from '#core/cars/car.ts';
import { namesOf } from '#core/cars/card.ts';
import {
  distinctFindings,
  type FindingName,
  findableOf,
  findingsIn,
  heaviestFinding,
  mayBeWhyCheap,
} from '#core/cars/findings.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { mailPictureUrl, photoUrl } from '#core/cars/photos.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import { findingText } from '#core/pages/car-page.ts';
import type { PlanType } from '#core/payments/plan.ts';
import { cutPlates, hidePlates } from '#core/plates/written-plates.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { groupThousands, kroner, type Language, sentence } from '#core/shared.ts';
import { gapToMarket, isValued } from '#core/valuation/valuation.ts';
import { type Alert, type AlertCar, carOf, carsOf, countOf } from './alert.ts';
import type { OutgoingAlert } from './settings.ts';
import { alertTextsDa } from './texts-da.ts';
import { type AlertTexts, alertTextsEn, type PlanNews } from './texts-en.ts';

/** What an alert shows about a car, as the car is when the alert is read. */
export type AlertFace = {
  /** The heaviest finding. Shown to every reader, also for a locked car. */
  finding: FindingName | null;
  /** Null for a car that this reader may not see. */
  open: {
    priceDkk: number;
    /** Its first picture without a plate, with the addresses for mails and for the app. */
    photo: string | null;
    smallPhoto: string | null;
    /** Difference to the market in DKK, as in the list; null for readers who may not see estimates. */
    gapDkk: number | null;
    isOffered: boolean;
    /** Year, mileage and town as far as the ad gives them: "2019 · 120.000 km · Odense". */
    facts: string | null;
  } | null;
};

function factsOf(car: Car): string | null {
  const { year, mileageKm, mileagePrecision } = car;
  const km = mileageKm === null || mileagePrecision === 'masked' ? null : `${groupThousands(mileageKm)} km`;
  return [year, km, namesOf(car).city].filter((fact) => fact !== null).join(' · ') || null;
}

/** 0 where the figure in the ad is none of the car's price, such as a monthly rate. */
const toldPrice = (car: Car): number => (isPriceOfCar(car.priceDkk, car.rating.reason) ? car.priceDkk : 0);

/** `today`: "YYYY-MM-DD". */
export function faceOf(car: Car, viewer: Viewer, today: string): AlertFace {
  const finding = heaviestFinding(car, today);
  const { deal, avgDkk } = car.rating;
  if (isLocked(viewer, { deal })) return { finding, open: null };
  const [first] = car.photos;
  return {
    finding,
    open: {
      priceDkk: toldPrice(car),
      photo: first ? mailPictureUrl(first.blurredLarge ?? first.large) : null,
      smallPhoto: first ? photoUrl(first.blurredSmall ?? first.small) : null,
      gapDkk:
        viewer.seesEstimates && isValued(car.priceDkk, car.rating)
          ? gapToMarket(car.priceDkk, avgDkk!)
          : null,
      isOffered: isOffered(car.availability),
      facts: factsOf(car),
    },
  };
}

const mostTitleTold = 120;
/** The car as alerts show it, without its number plate: alerts pass through mail servers and appear on locked screens. */
export function alertCar(car: Car): AlertCar {
  const { id, title, plate } = car;
  const finding = heaviestFinding(car, null);
  return {
    id,
    title: (cutPlates(title, plate) ?? hidePlates(title, plate)).slice(0, mostTitleTold),
    priceDkk: toldPrice(car),
    ...(finding && { finding }),
  };
}

const dealOrder = ['amazing', 'fair', 'no_estimate', 'poor'] as const;

/**
 * Ids of the cars, best first: cars still for sale before others, cars without heavy findings before those with, then by
 * deal and, for readers who may see estimates, by how far the price is below the market.
 */
export function bestFirst(cars: readonly Car[], viewer: Pick<Viewer, 'seesEstimates'>): string[] {
  const ranked = cars.map((car) => {
    const share =
      viewer.seesEstimates && isValued(car.priceDkk, car.rating)
        ? car.priceDkk / car.rating.avgDkk!
        : Number.MAX_VALUE;
    const isDoubtful = mayBeWhyCheap(findingsIn(findableOf(car, [], null), null));
    const order = [
      Number(!isOffered(car.availability)),
      Number(isDoubtful),
      dealOrder.indexOf(car.rating.deal),
      share,
    ];
    return { id: car.id, order };
  });
  const compare = (a: readonly number[], b: readonly number[]) => {
    const place = a.findIndex((value, n) => value !== b[n]);
    return place < 0 ? 0 : a[place]! - b[place]!;
  };
  return ranked.sort((a, b) => compare(a.order, b.order)).map(({ id }) => id);
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

/** "12.300 kr. below the market"; null if the gap is unknown. */
export function gapSentence(gapDkk: number | null, language: Language): string | null {
  if (gapDkk === null) return null;
  const words = faceTexts[language];
  if (gapDkk === 0) return words.at;
  return gapDkk < 0 ? words.below(kroner(-gapDkk)) : words.above(kroner(gapDkk));
}

/** A car in an alert, as its reader may see it. */
export type AlertCarWords = {
  id: string;
  title: string;
  priceDkk: number;
  price: string;
  gapDkk: number | null;
  gap: string | null;
  /** Year, mileage and town; null if unknown. */
  facts: string | null;
  /** The findings, as a sentence without its full stop. */
  warning: string | null;
  /** Paths on the site. */
  photo: string | null;
  smallPhoto: string | null;
  path: string;
};

/** An alert as its reader may see it. */
export type AlertWords = {
  title: string;
  message: string;
  carId: string | null;
  path: string | null;
  /** Its car, or the best of several. */
  cars: AlertCarWords[];
};

const texts: Record<Language, AlertTexts> = { en: alertTextsEn, da: alertTextsDa };

export type AlertReader = {
  language: Language;
  viewer: Pick<Viewer, 'isPremium'> & Partial<Pick<Viewer, 'seesEstimates'>>;
  /** Cars in these alerts that have become amazing since, and are locked for readers without premium. */
  lockedCarIds?: ReadonlySet<string>;
  /** The current state of the cars in these alerts, by id. For others the alert shows what was known when it was written. */
  faces?: ReadonlyMap<string, AlertFace>;
};

/**
 * The text of an alert for this reader. Without premium, an alert of an amazing deal tells only that there is one and its
 * finding; not even the search that found it, because a search describes its cars.
 */
export function alertWords(alert: Alert, reader: AlertReader): AlertWords {
  const { language, viewer, lockedCarIds, faces } = reader;
  const words = texts[language];
  const car = carOf(alert);
  const isClosed = ({ id }: AlertCar) =>
    !viewer.isPremium && (lockedCarIds?.has(id) === true || faces?.get(id)?.open === null);
  const isLocked = !viewer.isPremium && (alert.kind === 'amazing_deal' || (car !== null && isClosed(car)));
  const warnings = warningsOf(alert, reader);
  if (isLocked) {
    const told = words.locked(countOf(alert), warnings);
    return { ...told, carId: null, path: lockedOffer, cars: [] };
  }
  const open = carsOf(alert).filter((each) => !isClosed(each));
  const cars = open.map((each) => carWords(each, reader));
  const told = wordsOf(withoutEstimate(named(alert, language), viewer), words, warnings);
  const facts = car && alert.kind !== 'car_gone' ? cars[0]?.facts : null;
  return {
    ...told,
    ...(facts && { message: `${told.message} ${facts}.` }),
    carId: car?.id ?? null,
    path: pathOf(alert),
    cars,
  };
}

/**
 * The alert with its search named in the reader's language. Number plates in an address are kept out of mails and push
 * messages.
 */
function named(alert: Alert, language: Language): Alert {
  if (!('search' in alert) || !alert.search?.href) return alert;
  const title = hidePlates(automaticTitle(alert.search.href, language), null);
  return { ...alert, search: { ...alert.search, title } } as Alert;
}

/** What was told of the market while a person had estimates is told as a find of their search once they have none. */
const withoutEstimate = (alert: Alert, { seesEstimates }: AlertReader['viewer']): Alert =>
  alert.kind === 'below_market' && !seesEstimates
    ? { kind: 'new_cars', search: alert.search, count: 1, car: alert.car }
    : alert;

export const testWords = (language: Language): AlertWords => ({
  ...texts[language].test,
  carId: null,
  path: '/notifications/settings',
  cars: [],
});

/** The path that offers premium for a locked car: the reader’s discoveries, with the upgrade dialog open. */
export const lockedOffer = '/?view=discovered&upgrade=locked_car';

const findingOf = ({ id, finding }: AlertCar, { faces }: AlertReader): FindingName | null => {
  const face = faces?.get(id);
  return face ? face.finding : (finding ?? null);
};

/** The findings of an alert's cars without duplicates, heaviest first. They are shown wherever a car is praised. */
function warningsOf(alert: Alert, reader: AlertReader): string[] {
  const found = carsOf(alert).flatMap((car) => findingOf(car, reader) ?? []);
  const others = 'otherFindings' in alert ? (alert.otherFindings ?? []) : [];
  // A kind that this version does not know has no text.
  return distinctFindings([...found, ...others]).flatMap((name) => findingText(name, reader.language) ?? []);
}

function carWords(car: AlertCar, reader: AlertReader): AlertCarWords {
  const { language, faces } = reader;
  const open = faces?.get(car.id)?.open;
  const finding = findingOf(car, reader);
  const priceDkk = open?.priceDkk ?? car.priceDkk;
  const gapDkk = open?.isOffered ? open.gapDkk : null;
  return {
    id: car.id,
    title: car.title,
    priceDkk,
    price: open?.isOffered === false ? texts[language].notOffered : texts[language].price(priceDkk),
    gapDkk,
    gap: gapSentence(gapDkk, language),
    facts: open?.facts ?? null,
    warning: finding && (findingText(finding, language) ?? null),
    photo: open?.photo ?? null,
    smallPhoto: open?.smallPhoto ?? null,
    path: `/car/${car.id}`,
  };
}

function wordsOf(alert: Alert, words: AlertTexts, warnings: string[]): { title: string; message: string } {
  switch (alert.kind) {
    case 'new_cars':
      return words.newCars(alert, warnings);
    case 'amazing_deal':
      return words.amazingDeal(alert, warnings);
    case 'price_drop':
      return words.priceDrop(alert, warnings);
    case 'below_market':
      return words.belowMarket(alert, warnings);
    case 'car_gone':
      return words.carGone(alert);
    case 'car_back':
      return words.carBack(alert, warnings);
    case 'car_rated':
      return words.carRated(alert, warnings);
    case 'search_paused':
      return words.searchPaused(alert);
    case 'search_ending':
      return words.searchEnding(alert);
    case 'search_expired':
      return words.searchExpired(alert);
    case 'plan_changed':
      return words.planChanged('turn' in alert ? alert : formerNews(alert));
  }
}

/** Converts an older alert, which named the plan instead of the purchase, to today's form. */
const formerNews = ({ plan, isPremium }: { plan: PlanType; isPremium: boolean }): PlanNews => ({
  product: plan === 'free' ? 'premium' : plan,
  turn: isPremium ? 'bought' : 'ended',
  isKept: isPremium,
  until: null,
});

/** The path in the web app that a click opens. */
function pathOf(alert: Alert): string {
  const car = carOf(alert);
  if (car) return `/car/${car.id}`;
  if (alert.kind === 'new_cars' || alert.kind === 'amazing_deal' || alert.kind === 'car_gone')
    return '/?view=discovered';
  if (alert.kind === 'car_rated')
    return `/?view=${carsOf(alert).some(({ id }) => isPrivateCarId(id)) ? 'discovered' : 'starred'}`;
  if (alert.kind === 'search_ending') return `/extend?token=${alert.token}`;
  return alert.kind === 'plan_changed' ? '/profile' : '/?view=subscriptions';
}

/** The payload of a push message, from the push channel to the service worker. `path` is in the app. */
export type PushNote = { id: string; title: string; message: string; path: string };

/** Maximum of cars, and of characters of a title, in a push message. */
const mostCars = 3;
const mostTitle = 60;

/** A short text with the place in the market: of several cars the best by name, each with its finding. */
export function shortMessage({ message, cars }: Pick<AlertWords, 'message' | 'cars'>): string {
  const [first] = cars;
  if (cars.length < 2) return first?.gap ? `${message} ${first.gap}.` : message;
  const lines = cars.slice(0, mostCars).map(({ title, price, gap, facts: known, warning }) => {
    const facts = [title.slice(0, mostTitle), price, ...(gap ? [gap] : []), ...(known ? [known] : [])].join(
      ', ',
    );
    return warning ? `${facts} (${warning})` : facts;
  });
  return lines.join(' · ');
}

/** Up to this many alerts of a daily digest are pushed each by itself. */
const mostPushes = 3;
/** Which alert of a digest is named: the kinds that hurry most. */
const namedFirst: readonly OutgoingAlert['kind'][] = [
  'amazing_deal',
  'below_market',
  'price_drop',
  'new_cars',
];

const digestTitles = {
  en: (count: number) => `Daily digest: ${count} notifications`,
  da: (count: number) => `Daglig opsamling: ${count} beskeder`,
} as const;

/** The pushes of a daily digest: one of all, with the best of them, when there are more than a few. */
export function digestNotesOf(alerts: readonly OutgoingAlert[], language: Language): PushNote[] {
  if (alerts.length <= mostPushes) return alerts.map(pushNoteOf);
  const best = namedFirst.flatMap((kind) => alerts.filter((each) => each.kind === kind))[0] ?? alerts[0]!;
  const { id, title, message } = pushNoteOf(best);
  const path = '/notifications';
  return [
    { id, title: digestTitles[language](alerts.length), message: `${sentence(title)} ${message}`, path },
  ];
}

export const pushNoteOf = ({ id, words }: OutgoingAlert): PushNote => ({
  id,
  title: words.title,
  message: shortMessage(words),
  path: words.path ?? '/notifications',
});
