import type { Listing } from '#core/marketplace/ad/listing.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import type { Car } from './car.ts';

/** The ads of one car: the one that it is shown and rated by, and the others. */
export type AdsOfCar = { listing: Listing; others: Listing[] };

const mostOthers = 5;
const shortDescription = 1000;

/** What can be driven home at the lowest price first: a contract, a net price or no price is no better offer. */
function order(ad: Listing): [number, number] {
  const isOffer = ad.availability === 'live' && ad.priceKind === 'cash' && ad.price?.currency === 'DKK';
  const isLive = ad.availability === 'live' || ad.availability === 'pending';
  const rank = isOffer && !ad.flags.includes('placeholder_price') ? 0 : isLive ? 1 : 2;
  return [rank, rank === 0 ? ad.price!.amount : 0];
}

/**
 * The ads of a car when one of them has been seen again, or another one of it for the first time. At equal prices the ad
 * that was there first stays in front, so that nothing jumps about.
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

/** The ad of this name among those of a car; null when it is none of its. */
export const adAmong = ({ listing, others }: AdsOfCar, ad: Pick<Listing, 'source' | 'id'>): Listing | null =>
  [listing, ...others].find((one) => adIdOf(one) === adIdOf(ad)) ?? null;

/** The other ads as a reader of the car is told of them. */
export const offersOf = (others: readonly Listing[]): Car['alsoAt'] =>
  others
    .filter(({ availability }) => availability !== 'hidden')
    .map(({ source, itemUrl, price, priceKind, availability }) => ({
      source,
      itemUrl,
      priceDkk: price?.currency === 'DKK' && priceKind === 'cash' ? Math.round(price.amount) : null,
      availability,
    }));
