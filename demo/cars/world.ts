import { buildCar } from './build-car.ts';
import type { AskingPrice, DemoCar } from './car.ts';
import { models } from './models.ts';
import { niceAskingPrice } from './offer.ts';
import { createRandom } from './random.ts';

/** An ad of the marketplace's own stock. `id` differs from the car's own when the same car is listed a second time. */
export type Ad = {
  id: string;
  car: DemoCar;
  price: AskingPrice;
  /** The price before the last drop, same currency. */
  oldPrice: number | null;
  state: 'live' | 'pending' | 'sold';
  /** Hour of the demo's clock at which the ad appeared; negative for the stock the demo starts with. */
  listedAtHour: number;
};

export type World = {
  readonly hour: number;
  /** What a search can find, sold ads of the last hours among them; newest first. */
  ads(): Ad[];
  find(id: string): Ad | null;
  /** True for an ad that was there once and is gone. */
  isGone(id: string): boolean;
  /** Every car whose photos may be asked for, gone ones too. */
  carOfAd(id: string): DemoCar | null;
  carOfPlate(plate: string): DemoCar | null;
  advance(hours: number): void;
};

export const stockSize = 400;
// The seeded catalog has the ordinals from 0 on, so that the two never share a car; all stay below the 99,991 different
// plates for the clock's first 12,000 hours.
const stockOrdinals = 20_000;
const hourOrdinals = 25_000;
const newAdsPerHour = 6;
const soldChancePerHour = newAdsPerHour / stockSize;
const dropChancePerHour = 0.02;
const mistypedShare = 0.02;
const rightingChancePerHour = 0.04;
const hoursShownAsSold = 2;
/** New ads lean to these, so that somebody who follows a common search sees something happen. */
const popularModels = models.filter((model) => model.weight >= 8);

/** The ad a car is first offered with. */
export function adOf(car: DemoCar, listedAtHour: number, id = car.id): Ad {
  const state = car.quirks.includes('sold') ? 'sold' : car.quirks.includes('pending') ? 'pending' : 'live';
  return { id, car, price: car.askingPrice, oldPrice: null, state, listedAtHour };
}

/** A digit too many, or one too few. */
const isMistyped = ({ car, price }: Ad): boolean =>
  price.amount === 10 * car.askingPrice.amount || 10 * price.amount === car.askingPrice.amount;

/** The ad as it was typed: now and then an ordinary price has a digit too many or too few. */
function typed(seed: number, ad: Ad): Ad {
  const random = createRandom(seed, 'mistyped', ad.id);
  const { amount, currency } = ad.price;
  if (ad.car.kind !== 'ordinary' || amount % 10 !== 0 || !random.chance(mistypedShare)) return ad;
  return { ...ad, price: { amount: random.chance(0.5) ? amount * 10 : amount / 10, currency } };
}

function droppedPrice(ad: Ad, factor: number): number {
  return niceAskingPrice(ad.price.amount * factor, ad.price.amount % 1000 === 900);
}

/** A second ad for the same car: newer, a little cheaper, another id, the same photos and plate. */
function repostOf(seed: number, ad: Ad): Ad {
  const random = createRandom(seed, 'repost', ad.id);
  const digits = Array.from({ length: 15 }, () => random.whole(0, 9)).join('');
  const price = { ...ad.price, amount: ad.price.amount > 15_000 ? droppedPrice(ad, 0.96) : ad.price.amount };
  return { ...ad, id: `9${digits}`, price, state: 'live', listedAtHour: Math.round(ad.listedAtHour / 3) };
}

function firstStock(seed: number): Ad[] {
  return Array.from({ length: stockSize }, (_, index) => {
    const hoursAgo = createRandom(seed, 'age', index).whole(1, 40 * 24);
    const ad = typed(seed, adOf(buildCar(seed, stockOrdinals + index, hoursAgo), -hoursAgo));
    return ad.car.quirks.includes('repost') ? [ad, repostOf(seed, ad)] : [ad];
  }).flat();
}

function newAds(seed: number, hour: number): Ad[] {
  return Array.from({ length: newAdsPerHour }, (_, index) => {
    const ordinal = hourOrdinals + hour * newAdsPerHour + index;
    return typed(seed, adOf(buildCar(seed, ordinal, -hour, index < 2 ? popularModels : models), hour));
  });
}

/** What an hour does to one ad; null when it is taken down. */
function ageAd(seed: number, ad: Ad, hour: number, soldAt: Map<string, number>): Ad | null {
  const random = createRandom(seed, 'hour', hour, ad.id);
  const sold = soldAt.get(ad.id);
  if (sold !== undefined) return hour - sold >= hoursShownAsSold ? null : ad;
  if (ad.state === 'sold' || random.chance(soldChancePerHour)) {
    soldAt.set(ad.id, hour);
    return { ...ad, state: 'sold' };
  }
  // Who typed a digit too many sees it some day, and puts it right.
  const { amount: meant } = ad.car.askingPrice;
  if (ad.price.amount === 10 * meant && random.chance(rightingChancePerHour))
    return { ...ad, price: { ...ad.price, amount: meant }, oldPrice: ad.price.amount };
  const canDrop =
    ad.price.currency === 'DKK' && ad.price.amount > 15_000 && ad.car.kind !== 'odd_price' && !isMistyped(ad);
  if (!canDrop || !random.chance(ad.car.kind === 'overpriced' ? 2 * dropChancePerHour : dropChancePerHour))
    return ad;
  const amount = droppedPrice(ad, random.between(0.9, 0.97));
  return amount < ad.price.amount ? { ...ad, price: { ...ad.price, amount }, oldPrice: ad.price.amount } : ad;
}

/** The marketplace's stock and its clock. The same seed and hour give the same ads, however the hours were reached. */
export function createWorld(seed: number): World {
  let hour = 0;
  const soldAt = new Map<string, number>();
  const everSeen = new Map<string, DemoCar>();
  const byPlate = new Map<string, DemoCar>();
  let ads = new Map<string, Ad>();
  const add = (ad: Ad) => {
    ads.set(ad.id, ad);
    everSeen.set(ad.id, ad.car);
    byPlate.set(ad.car.plate, ad.car);
  };
  for (const ad of firstStock(seed)) add(ad);

  const passHour = () => {
    hour += 1;
    const aged = [...ads.values()].map((ad) => ageAd(seed, ad, hour, soldAt)).filter((ad) => ad !== null);
    ads = new Map(aged.map((ad) => [ad.id, ad]));
    for (const ad of newAds(seed, hour)) add(ad);
  };

  return {
    get hour() {
      return hour;
    },
    ads: () => [...ads.values()].sort((a, b) => b.listedAtHour - a.listedAtHour || a.id.localeCompare(b.id)),
    find: (id) => ads.get(id) ?? null,
    isGone: (id) => everSeen.has(id) && !ads.has(id),
    carOfAd: (id) => everSeen.get(id) ?? null,
    carOfPlate: (plate) => byPlate.get(plate) ?? null,
    advance: (hours) => {
      for (let passed = 0; passed < hours; passed++) passHour();
    },
  };
}
