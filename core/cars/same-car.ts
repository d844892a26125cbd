import type { Fuel, Listing } from '#core/marketplaces/ad/listing.ts';
import { findTown } from '#core/places/places.ts';
import { distanceKm } from '#core/places/towns.ts';
import { isSameMake } from '#core/register/vehicle.ts';
import { type AdsOfCar, cheapestOver, joinAds, joinPaths } from './ads-of-car.ts';
import { buildCar, type Identification } from './build-car.ts';
import type { Car } from './car.ts';
import { differInColor } from './features.ts';
import { closePictures } from './photos.ts';

/** What tells one car from another across ads. Unknown facts are null and contradict nothing. */
export type CarTraits = Pick<
  Car,
  'make' | 'model' | 'year' | 'mileageKm' | 'fuel' | 'gearbox' | 'color' | 'horsepower' | 'city'
> & {
  /** Confirmed by the register. */
  plate: string | null;
  /** The same, else as it was read or written: good enough to tell two cars apart. */
  likelyPlate: string | null;
  /** As the ad states it, of seventeen characters. */
  vin: string | null;
  photoHashes: readonly string[];
  /** When it was offered: of two ads the later one may show more kilometres. */
  offeredAt: string;
};

/** The chassis number among a car's ads; what is no whole one names nothing. */
export const vinAmong = (ads: readonly Pick<Listing, 'vin'>[]): string | null =>
  ads.map(({ vin }) => vin?.toUpperCase() ?? '').find((vin) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) ?? null;

export const traitsOf = (
  car: Omit<Car, 'rating'>,
  ads: readonly Pick<Listing, 'vin' | 'plate'>[],
  /** What people typed joins ads only where everything else is known and fits. */
  isTyped = false,
): CarTraits => ({
  make: car.make,
  model: car.model,
  year: car.year,
  mileageKm: car.mileageKm,
  fuel: car.fuel,
  gearbox: car.gearbox,
  color: car.color,
  horsepower: car.horsepower,
  city: car.city,
  plate: car.registerState === 'found' && !isTyped ? car.plate : null,
  likelyPlate: car.plate ?? ads.find(({ plate }) => plate !== null)?.plate ?? null,
  vin: vinAmong(ads),
  photoHashes: car.photos.flatMap(({ hash }) => hash ?? []),
  offeredAt: car.listedAt ?? car.firstSeenAt,
});

const differ = <T>(a: T | null, b: T | null): boolean => a !== null && b !== null && a !== b;

/** Of one kind of drive: a hybrid is sold as a petrol car, a plug-in as a hybrid. */
const driveOf = (fuel: Fuel | null) => (fuel === 'hybrid' || fuel === 'plugin_hybrid' ? null : fuel);

function differInKind(a: CarTraits, b: CarTraits): boolean {
  if (a.make && b.make && !isSameMake(a.make, b.make)) return true;
  if (a.make === b.make && differ(a.model, b.model)) return true;
  if (a.year !== null && b.year !== null && Math.abs(a.year - b.year) > 1) return true;
  if (differ(driveOf(a.fuel), driveOf(b.fuel))) return true;
  return differ(a.vin, b.vin);
}

/** A mistyped figure passes, one of another car does not. */
function differWidelyInMileage(a: CarTraits, b: CarTraits): boolean {
  if (a.mileageKm === null || b.mileageKm === null) return false;
  const apart = Math.abs(a.mileageKm - b.mileageKm);
  return apart > Math.max(20_000, 0.15 * Math.max(a.mileageKm, b.mileageKm));
}

/** Whether what is known of two ads with one plate or chassis number may be of one car. */
export const mayBeSameCar = (a: CarTraits, b: CarTraits): boolean =>
  !differ(a.plate, b.plate) && !differInKind(a, b) && !differWidelyInMileage(a, b);

/**
 * One car by a plate that the register confirmed of one of them alone: it did not answer yet of the other. People mistype, so
 * that everything else must be known and fit.
 */
export function isSameByLikelyPlate(a: CarTraits, b: CarTraits): boolean {
  if (a.likelyPlate === null || a.likelyPlate !== b.likelyPlate) return false;
  if (a.plate === null && b.plate === null) return false;
  return isOfOneKind(a, b) && isMileageWithinReason(a, b);
}

/** One car by its confirmed plate or its chassis number, where nothing else contradicts that. */
export const isSameByNumber = (a: CarTraits, b: CarTraits): boolean =>
  ((a.plate !== null && a.plate === b.plate) || (a.vin !== null && a.vin === b.vin)) && mayBeSameCar(a, b);

const monthMs = 30 * 86_400_000;
/** Sellers round, and the marketplace rounds to thousands. */
export const roundingKm = 1000;
const drivenKmPerMonth = 2000;
export const mostDrivenKm = 12_000;

/** Driven less, it is one of a dealer's many that are alike to the press photo. */
const leastKm = 1000;

/** A later ad may show what was driven meanwhile, and never less than a figure that was rounded. */
function isMileageWithinReason(a: CarTraits, b: CarTraits): boolean {
  if (a.mileageKm === null || b.mileageKm === null) return false;
  if (Math.min(a.mileageKm, b.mileageKm) < leastKm) return false;
  const [earlier, later] = a.offeredAt <= b.offeredAt ? [a, b] : [b, a];
  const months = (Date.parse(later.offeredAt) - Date.parse(earlier.offeredAt)) / monthMs;
  const driven = later.mileageKm! - earlier.mileageKm!;
  return driven >= -roundingKm && driven <= Math.min(mostDrivenKm, roundingKm + drivenKmPerMonth * months);
}

const nearKm = 30;

function isNear(a: CarTraits, b: CarTraits): boolean {
  if (a.city === null || b.city === null) return false;
  if (a.city.toLowerCase() === b.city.toLowerCase()) return true;
  const [one, other] = [findTown(a.city), findTown(b.city)];
  return one !== null && other !== null && distanceKm(one, other) <= nearKm;
}

function hasOtherFacts(a: CarTraits, b: CarTraits): boolean {
  if (differ(a.likelyPlate, b.likelyPlate) || differ(a.gearbox, b.gearbox) || differ(a.fuel, b.fuel))
    return true;
  if (differInKind(a, b) || differInColor(a.color, b.color)) return true;
  if (a.horsepower === null || b.horsepower === null) return false;
  return Math.abs(a.horsepower - b.horsepower) > 0.05 * Math.max(a.horsepower, b.horsepower);
}

/** Known to be of one make, model and year, and nothing against it. */
const isOfOneKind = (a: CarTraits, b: CarTraits): boolean =>
  ![a.make, a.model, a.year, b.year].includes(null) &&
  a.make === b.make &&
  a.model === b.model &&
  !hasOtherFacts(a, b);

/** Of the smaller album at least this share is in the other: one banner or one corner of a yard makes no car. */
const leastShare = 0.5;

/**
 * One car by its photos, where everything else fits: known make, model and year, mileage within reason, a place near, and no
 * fact against it. `isCommon`: a picture that many cars show (a dealer's banner), which says nothing.
 */
export function isSameByPhotos(
  a: CarTraits,
  b: CarTraits,
  isCommon: (hash: string) => boolean = () => false,
): boolean {
  if (!isOfOneKind(a, b)) return false;
  if (!isMileageWithinReason(a, b) || !isNear(a, b)) return false;
  const [one, other] = [a, b].map(({ photoHashes }) => photoHashes.filter((hash) => !isCommon(hash)));
  const smaller = Math.min(one!.length, other!.length);
  return smaller > 0 && closePictures(one!, other!) >= Math.max(1, leastShare * smaller);
}

/** What people typed gives way to what the product confirmed itself. */
const certaintyOf = ({ registerState, isTyped }: Identification): number =>
  registerState !== 'found' ? 0 : isTyped ? 1 : 2;

/**
 * What is known of one car that was looked at twice: a plate that the register confirmed stays over a look that found none;
 * of two that are as certain the first. Always with the more photos.
 */
export function betterIdentified(one: Identification, other: Identification): Identification {
  const better = certaintyOf(one) >= certaintyOf(other) ? one : other;
  const photos = one.photos.length >= other.photos.length ? one.photos : other.photos;
  return { ...better, photos };
}

/**
 * What is known of a car after another look at one of its ads. The ad may show no plate, or have come while the register was
 * silent: that takes nothing back. A register that knows the plate no more does; what people typed stays by a rule of its own.
 */
export function identifiedAgain(known: Identification, seen: Identification): Identification {
  const isWithdrawn = seen.registerState === 'absent' && seen.plate === known.plate;
  if (!isWithdrawn && !known.isTyped) return betterIdentified(seen, known);
  return { ...seen, photos: betterIdentified(seen, known).photos };
}

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
