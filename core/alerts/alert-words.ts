import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
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
import { findingText } from '#core/pages/car-page.ts';
import type { PlanType } from '#core/payments/plan.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { kroner, type Language } from '#core/shared.ts';
import { type Alert, type AlertCar, carOf, carsOf } from './alert.ts';
import type { OutgoingAlert } from './settings.ts';
import { alertTextsDa } from './texts-da.ts';
import { type AlertTexts, alertTextsEn, type PlanNews } from './texts-en.ts';

/** What an alert shows of a car as it is when the alert is read. */
export type AlertFace = {
  /** What weighs most of all that there is to look out for: told to everybody, of a locked car too. */
  finding: FindingName | null;
  /** Null for a car that this reader may not see. */
  open: {
    priceDkk: number;
    /** Its first picture without a plate, as mails and as the app show it. */
    photo: string | null;
    smallPhoto: string | null;
    /** To whole hundreds, as the list shows it; null for who may not see estimates. */
    gapDkk: number | null;
    isOffered: boolean;
  } | null;
};

const isValued = ({ priceDkk, rating }: Car) =>
  rating.deal !== 'no_estimate' && rating.avgDkk !== null && priceDkk > 0;

/** `today`: "YYYY-MM-DD". */
export function faceOf(car: Car, viewer: Viewer, today: string): AlertFace {
  const finding = heaviestFinding(car, today);
  const { deal, avgDkk } = car.rating;
  if (isLocked(viewer, { deal })) return { finding, open: null };
  const [first] = car.photos;
  return {
    finding,
    open: {
      priceDkk: car.priceDkk,
      photo: first ? mailPictureUrl(first.blurredLarge ?? first.large) : null,
      smallPhoto: first ? photoUrl(first.blurredSmall ?? first.small) : null,
      gapDkk: viewer.seesEstimates && isValued(car) ? Math.round((car.priceDkk - avgDkk!) / 100) * 100 : null,
      isOffered: isOffered(car.availability),
    },
  };
}

const dealOrder = ['amazing', 'fair', 'no_estimate', 'poor'] as const;

/**
 * Ids of cars, the best first: what can be bought before what cannot, what nothing speaks against before what something
 * heavy does, then by the deal and, for who may see estimates, by how far the price lies below the market.
 */
export function bestFirst(cars: readonly Car[], viewer: Pick<Viewer, 'seesEstimates'>): string[] {
  const ranked = cars.map((car) => {
    const share =
      viewer.seesEstimates && isValued(car) ? car.priceDkk / car.rating.avgDkk! : Number.MAX_VALUE;
    const isDoubtful = mayBeWhyCheap(findingsIn(findableOf(car, []), null));
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

/** "12.300 kr. below the market"; null where the gap is not known. */
export function gapSentence(gapDkk: number | null, language: Language): string | null {
  if (gapDkk === null) return null;
  const words = faceTexts[language];
  if (gapDkk === 0) return words.at;
  return gapDkk < 0 ? words.below(kroner(-gapDkk)) : words.above(kroner(gapDkk));
}

/** A car that an alert names, as its reader may see it. */
export type AlertCarWords = {
  id: string;
  title: string;
  priceDkk: number;
  price: string;
  gapDkk: number | null;
  gap: string | null;
  /** What there is to look out for, in a sentence without its full stop. */
  warning: string | null;
  /** Addresses in the site. */
  photo: string | null;
  smallPhoto: string | null;
  path: string;
};

/** An alert as one reader may see it. */
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
  viewer: Pick<Viewer, 'isPremium'>;
  /** Cars among these alerts that have become amazing since: locked for who has no premium. */
  lockedCarIds?: ReadonlySet<string>;
  /** The cars of these alerts as they are now, by their ids; of others stands what was known when the alert was written. */
  faces?: ReadonlyMap<string, AlertFace>;
};

/**
 * The words of an alert for this reader. Who has no premium access learns of an amazing deal that there is one and what
 * speaks against it, and no other fact of the car: not even which search found it, because a search describes its cars.
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
    const count = 'count' in alert ? alert.count : 1;
    const told = words.locked(count, warnings);
    return { ...told, carId: null, path: lockedOffer, cars: [] };
  }
  const cars = carsOf(alert).filter((each) => !isClosed(each));
  return {
    ...wordsOf(named(alert, language), words, warnings),
    carId: car?.id ?? null,
    path: pathOf(alert),
    cars: cars.map((each) => carWords(each, reader)),
  };
}

/** The alert with its search called in the reader's language. No number plate goes into a mail or a push, from no address. */
function named(alert: Alert, language: Language): Alert {
  if (!('search' in alert) || !alert.search?.href) return alert;
  const title = hidePlates(automaticTitle(alert.search.href, language), null);
  return { ...alert, search: { ...alert.search, title } } as Alert;
}

/** What a test of a way out of the app says. */
export const testWords = (language: Language): AlertWords => ({
  ...texts[language].test,
  carId: null,
  path: '/notifications/settings',
  cars: [],
});

/** Where what cannot be seen yet is offered: the reader’s discoveries, with the upgrade dialog open over it. */
export const lockedOffer = '/?view=discovered&upgrade=locked_car';

const findingOf = ({ id, finding }: AlertCar, { faces }: AlertReader): FindingName | null => {
  const face = faces?.get(id);
  return face ? face.finding : (finding ?? null);
};

/** What speaks against the cars of an alert, each once and the weightiest first: named wherever one is praised. */
function warningsOf(alert: Alert, reader: AlertReader): string[] {
  const found = carsOf(alert).flatMap((car) => findingOf(car, reader) ?? []);
  const others = 'otherFindings' in alert ? (alert.otherFindings ?? []) : [];
  // A kind that this version does not know has no words.
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

/** What a browser is sent of an alert: written by the push channel, read by the service worker. `path` lies in the app. */
export type PushNote = { id: string; title: string; message: string; path: string };

/** On a screen's notice stand so many cars, and so much of a title. */
const mostCars = 3;
const mostTitle = 60;

/** What is told where there is little room: of several cars the best by name, each with what speaks against it. */
export function shortMessage({ message, cars }: Pick<AlertWords, 'message' | 'cars'>): string {
  if (cars.length < 2) return message;
  const lines = cars.slice(0, mostCars).map(({ title, price, gap, warning }) => {
    const facts = [title.slice(0, mostTitle), price, ...(gap ? [gap] : [])].join(', ');
    return warning ? `${facts} (${warning})` : facts;
  });
  return lines.join(' · ');
}

export const pushNoteOf = ({ id, words }: OutgoingAlert): PushNote => ({
  id,
  title: words.title,
  message: shortMessage(words),
  path: words.path ?? '/notifications',
});
