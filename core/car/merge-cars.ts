import type { Listing } from '#core/marketplace/ad/listing.ts';
import { cheapestOver, joinPaths } from './ad-paths.ts';
import { betterIdentified } from './better-identified.ts';
import { buildCar, type Identification } from './build-car.ts';
import type { Car } from './car.ts';
import { type AdsOfCar, joinAds } from './join-ads.ts';

/** A car with what it was built from. */
export type BuiltCar = {
  car: Car;
  source: { listing: Listing; others?: Listing[]; identification: Identification; foundBy?: string };
};

/** A car remembers so many ids that it had: more mergers of one car are no mergers of one car. */
export const mostFormerIds = 20;

export const canHoldBoth = (one: Car, other: Car): boolean =>
  one.formerIds.length + other.formerIds.length < mostFormerIds;

/** Of two cars that are one: who was known first stays, the other one's id leads to it from then on. */
export function survivorOf<T extends { car: Pick<Car, 'id' | 'firstSeenAt'> }>(
  one: T,
  other: T,
): [stays: T, goes: T] {
  const [a, b] = [one.car, other.car];
  const isFirst = a.firstSeenAt === b.firstSeenAt ? a.id < b.id : a.firstSeenAt < b.firstSeenAt;
  return isFirst ? [one, other] : [other, one];
}

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

/**
 * Two stored cars as the one that they are: all ads, all that was found out, the whole past. It is
 * rated as the one was that asks its price, until all cars are rated again.
 */
export function mergeCars(stays: BuiltCar, goes: BuiltCar, now: string): BuiltCar {
  const [one, other] = [stays.car, goes.car];
  const ads = [goes.source.listing, ...(goes.source.others ?? [])].reduce<AdsOfCar>(joinAds, {
    listing: stays.source.listing,
    others: stays.source.others ?? [],
  });
  const identification = betterIdentified(stays.source.identification, goes.source.identification);
  const adPaths = joinPaths(one.adPaths, other.adPaths);
  const before: Car = {
    ...one,
    firstSeenAt: earlier(one.firstSeenAt, other.firstSeenAt),
    adPaths,
    priceHistory: cheapestOver(adPaths),
    formerIds: [...new Set([...one.formerIds, other.id, ...other.formerIds])],
  };
  const { listing, others } = ads;
  const car = buildCar(one.id, listing, identification, before, null, now, others);
  return {
    car: {
      ...car,
      rating: (car.itemUrl === other.itemUrl ? other : one).rating,
      scrapedAt: later(one.scrapedAt, other.scrapedAt),
    },
    source: { ...stays.source, listing, ...(others.length > 0 && { others }), identification },
  };
}
