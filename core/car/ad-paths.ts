import type { Listing } from '#core/marketplace/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';

/**
 * What a car asked, and from when on. `isOtherAd`: it is shown by another of its ads since then, which need not have come down.
 */
export type PriceAt = { at: string; priceDkk: number; isOtherAd?: true };

/** The way of one ad of a car: when it was met and what it has asked. Locked like the ad's address. */
export type AdPath = { source: MarketplaceId; itemUrl: string; firstSeenAt: string; prices: PriceAt[] };

/** Ads that were taken down long ago stay among them: they are how often the car was offered. */
const mostPaths = 12;
const mostPrices = 20;

/** In whole kroner; 0 where the ad names none, or one in another currency. */
export const priceDkkOf = ({ price }: Pick<Listing, 'price'>): number =>
  price?.currency === 'DKK' ? Math.round(price.amount) : 0;

/** A history with the price of this moment: a price that stays adds nothing. */
export const withPrice = (history: readonly PriceAt[], priceDkk: number, at: string): PriceAt[] =>
  history.at(-1)?.priceDkk === priceDkk ? [...history] : [...history, { at, priceDkk }];

type Before = { itemUrl: string; firstSeenAt: string; priceHistory: PriceAt[]; adPaths: AdPath[] };

/** A car that was stored before its ads had ways of their own: its history is that of the ad it was shown by. */
const pathsOf = (before: Before, ads: readonly Listing[]): AdPath[] => {
  const shown = ads.find(({ itemUrl }) => itemUrl === before.itemUrl);
  if (before.adPaths.length > 0 || !shown) return before.adPaths;
  const { itemUrl, firstSeenAt, priceHistory: prices } = before;
  return [{ source: shown.source, itemUrl, firstSeenAt, prices }];
};

/** The ways of a car's ads as they stand now; `before` is the car as it was stored. */
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

/** All ways of two cars that turn out to be one, each ad once. */
export const joinPaths = (one: readonly AdPath[], other: readonly AdPath[]): AdPath[] =>
  inOrder([...new Map([...one, ...other].map((path) => [path.itemUrl, path])).values()]).slice(-mostPaths);

/** What a car could be had for over time: the least that any of its ads asked. Ads without a price tell nothing. */
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

/** How often the car was put up again where it had stood before. */
export function timesReposted(paths: readonly Pick<AdPath, 'source'>[]): number {
  return paths.length - new Set(paths.map(({ source }) => source)).size;
}
