import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { adIdOf, type MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import type { Car } from './car.ts';

/**
 * A price step: the price in DKK and the ISO instant from which it was asked. `isOtherAd`: from then on the car is shown by
 * another of its ads, so a lower price need not be a price cut.
 */
export type PriceAt = { at: string; priceDkk: number; isOtherAd?: true };

/** The history of one of a car's ads: when it was first seen and its prices. Locked like the ad's address. */
export type AdPath = { source: MarketplaceId; itemUrl: string; firstSeenAt: string; prices: PriceAt[] };

/** Ads that were taken down long ago are kept too: they show how often the car was put up for sale. */
const mostPaths = 12;
const mostPrices = 20;

/** The price in whole kroner; 0 if the ad has no price, or one in another currency. */
export const priceDkkOf = ({ price }: Pick<Listing, 'price'>): number =>
  price?.currency === 'DKK' ? Math.round(price.amount) : 0;

/** Appends the current price to a history, unless it equals the last one. */
export const withPrice = (history: readonly PriceAt[], priceDkk: number, at: string): PriceAt[] =>
  history.at(-1)?.priceDkk === priceDkk ? [...history] : [...history, { at, priceDkk }];

type Before = { itemUrl: string; firstSeenAt: string; priceHistory: PriceAt[]; adPaths: AdPath[] };

/**
 * The stored ad histories of a car. A car stored before ads had histories has its own history as that of the ad it was shown
 * by.
 */
const pathsOf = (before: Before, ads: readonly Listing[]): AdPath[] => {
  const shown = ads.find(({ itemUrl }) => itemUrl === before.itemUrl);
  if (before.adPaths.length > 0 || !shown) return before.adPaths;
  const { itemUrl, firstSeenAt, priceHistory: prices } = before;
  return [{ source: shown.source, itemUrl, firstSeenAt, prices }];
};

/** The histories of a car's ads with their current prices; `before` is the car as stored. */
export function adPathsAfter(before: Before | null, ads: readonly Listing[], now: string): AdPath[] {
  const known = before ? pathsOf(before, ads) : [];
  const walked = ads.map((ad): AdPath => {
    const path = known.find(({ itemUrl }) => itemUrl === ad.itemUrl);
    const firstSeenAt = path?.firstSeenAt ?? now;
    const prices = withPrice(path?.prices ?? [], priceDkkOf(ad), now).slice(-mostPrices);
    return { source: ad.source, itemUrl: ad.itemUrl, firstSeenAt, prices };
  });
  const gone = known.filter(({ itemUrl }) => !ads.some((ad) => ad.itemUrl === itemUrl));
  return inOrder([...walked, ...gone]).slice(-mostPaths);
}

const inOrder = (paths: readonly AdPath[]): AdPath[] =>
  paths.toSorted((a, b) => (a.firstSeenAt < b.firstSeenAt ? -1 : a.firstSeenAt > b.firstSeenAt ? 1 : 0));

/** Merges the ad histories of two cars that are the same car; each ad is kept once. */
export const joinPaths = (one: readonly AdPath[], other: readonly AdPath[]): AdPath[] =>
  inOrder([...new Map([...one, ...other].map((path) => [path.itemUrl, path])).values()]).slice(-mostPaths);

/** The car's price over time: the lowest that any of its ads asked. Ads without a price are ignored. */
export function cheapestOver(paths: readonly AdPath[]): PriceAt[] {
  const steps = paths
    .flatMap(({ itemUrl, prices }) => prices.map((price) => ({ itemUrl, ...price })))
    .filter(({ priceDkk }) => priceDkk > 0)
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const asked = new Map<string, number>();
  const history: PriceAt[] = [];
  let before: string | null = null;
  for (const { itemUrl, at, priceDkk } of steps) {
    asked.set(itemUrl, priceDkk);
    const [cheapest, least] = [...asked].reduce((a, b) => (b[1] < a[1] ? b : a));
    if (history.at(-1)?.priceDkk === least) continue;
    const isOtherAd = before !== null && before !== cheapest;
    history.push({ at, priceDkk: least, ...(isOtherAd && { isOtherAd }) });
    before = cheapest;
  }
  return history;
}

/** How often the car was posted again on a marketplace where it had already been. */
export function timesReposted(paths: readonly Pick<AdPath, 'source'>[]): number {
  return paths.length - new Set(paths.map(({ source }) => source)).size;
}

/** A car's ads: `listing` is the one that the car is shown and rated by, `others` are the rest. */
export type AdsOfCar = { listing: Listing; others: Listing[] };

const mostOthers = 5;
const shortDescription = 1000;

/** Sort key: live ads with a cash price in DKK (cheapest first), then other ads still online, then ended ones. */
function order(ad: Listing): [number, number] {
  const isOffer = ad.availability === 'live' && ad.priceKind === 'cash' && ad.price?.currency === 'DKK';
  const isLive = ad.availability === 'live' || ad.availability === 'pending';
  const rank = isOffer && !ad.flags.includes('placeholder_price') ? 0 : isLive ? 1 : 2;
  return [rank, rank === 0 ? ad.price!.amount : 0];
}

/**
 * The ads of a car after one of them was seen again, or a new one was found. At equal prices the earlier ad stays first, so
 * that the shown ad does not alternate.
 */
export function joinAds(known: AdsOfCar | null, seen: Listing): AdsOfCar {
  if (!known) return { listing: seen, others: [] };
  const isSeen = (ad: Listing) => adIdOf(ad) === adIdOf(seen);
  const before = [known.listing, ...known.others];
  const ads = before.some(isSeen) ? before.map((ad) => (isSeen(ad) ? seen : ad)) : [...before, seen];
  const [listing, ...others] = ads.toSorted((a, b) => {
    const [rank, price] = order(a);
    const [otherRank, otherPrice] = order(b);
    return rank - otherRank || price - otherPrice;
  });
  return {
    listing: listing!,
    others: others.slice(0, mostOthers).map((ad) => ({
      ...ad,
      description: ad.description?.slice(0, shortDescription).toWellFormed() ?? null,
    })),
  };
}

export const adAmong = ({ listing, others }: AdsOfCar, ad: Pick<Listing, 'source' | 'id'>): Listing | null =>
  [listing, ...others].find((one) => adIdOf(one) === adIdOf(ad)) ?? null;

/** The other ads, as they are listed on the car. */
export const offersOf = (others: readonly Listing[]): Car['alsoAt'] =>
  others
    .filter(({ availability }) => availability !== 'hidden')
    .map(({ source, itemUrl, price, priceKind, availability }) => ({
      source,
      itemUrl,
      priceDkk: price?.currency === 'DKK' && priceKind === 'cash' ? Math.round(price.amount) : null,
      availability,
    }));
