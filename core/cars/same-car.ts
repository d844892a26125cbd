import type { Fuel, Listing } from '#core/marketplaces/ad/listing.ts';
import { findTown } from '#core/places/places.ts';
import { distanceKm } from '#core/places/towns.ts';
import { isSameMake } from '#core/register/vehicle.ts';
import { type AdsOfCar, cheapestOver, joinAds, joinPaths } from './ads-of-car.ts';
import { buildCar, type Identification } from './build-car.ts';
import type { Car } from './car.ts';
import { differInColor } from './features.ts';
import { closePictures } from './photos.ts';

/** The facts by which cars of different ads are compared. Unknown facts are null and contradict nothing. */
export type CarTraits = Pick<
  Car,
  'make' | 'model' | 'year' | 'mileageKm' | 'fuel' | 'gearbox' | 'color' | 'horsepower' | 'city'
> & {
  /** Confirmed by the register. */
  plate: string | null;
  /** The confirmed plate, else the plate as it was read or written: enough to tell two cars apart. */
  likelyPlate: string | null;
  /** The chassis number in the ad, if it has seventeen characters. */
  vin: string | null;
  photoHashes: readonly string[];
  /** When it was offered: a later ad may show a higher mileage. */
  offeredAt: string;
};

/** The chassis number in a car's ads; incomplete numbers are ignored. */
export const vinAmong = (ads: readonly Pick<Listing, 'vin'>[]): string | null =>
  ads.map(({ vin }) => vin?.toUpperCase() ?? '').find((vin) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) ?? null;

export const traitsOf = (
  car: Omit<Car, 'rating'>,
  ads: readonly Pick<Listing, 'vin' | 'plate'>[],
  /** A plate that people typed joins ads only if everything else is known and matches. */
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

/**
 * The kind of drive, for comparison. Hybrids are often sold as petrol cars, and plug-ins as hybrids, so theirs is unknown.
 */
const driveOf = (fuel: Fuel | null) => (fuel === 'hybrid' || fuel === 'plugin_hybrid' ? null : fuel);

function differInKind(a: CarTraits, b: CarTraits): boolean {
  if (a.make && b.make && !isSameMake(a.make, b.make)) return true;
  if (a.make === b.make && differ(a.model, b.model)) return true;
  if (a.year !== null && b.year !== null && Math.abs(a.year - b.year) > 1) return true;
  if (differ(driveOf(a.fuel), driveOf(b.fuel))) return true;
  return differ(a.vin, b.vin);
}

/** Whether two mileages differ too much for a typing error. */
function differWidelyInMileage(a: CarTraits, b: CarTraits): boolean {
  if (a.mileageKm === null || b.mileageKm === null) return false;
  const apart = Math.abs(a.mileageKm - b.mileageKm);
  return apart > Math.max(20_000, 0.15 * Math.max(a.mileageKm, b.mileageKm));
}

/** Whether the known facts of two ads with the same plate or chassis number allow them to be the same car. */
export const mayBeSameCar = (a: CarTraits, b: CarTraits): boolean =>
  !differ(a.plate, b.plate) && !differInKind(a, b) && !differWidelyInMileage(a, b);

/**
 * Whether two ads with the same plate are the same car when the register confirmed it for only one of them (it has not
 * answered for the other). Plates get mistyped, so everything else must be known and match.
 */
export function isSameByLikelyPlate(a: CarTraits, b: CarTraits): boolean {
  if (a.likelyPlate === null || a.likelyPlate !== b.likelyPlate) return false;
  if (a.plate === null && b.plate === null) return false;
  return isOfOneKind(a, b) && isMileageWithinReason(a, b);
}

/** Whether two ads are the same car by a confirmed plate or chassis number, with nothing to contradict it. */
export const isSameByNumber = (a: CarTraits, b: CarTraits): boolean =>
  ((a.plate !== null && a.plate === b.plate) || (a.vin !== null && a.vin === b.vin)) && mayBeSameCar(a, b);

const monthMs = 30 * 86_400_000;
/** Sellers round the mileage, and the marketplace rounds to thousands. */
export const roundingKm = 1000;
const drivenKmPerMonth = 2000;
export const mostDrivenKm = 12_000;

/** Below this mileage, a dealer's new cars may share the same press photos. */
const leastKm = 1000;

/** Whether two mileages can be of one car: a later ad may show more, but never less beyond rounding. */
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

/** Whether a known fact of one car contradicts the other's. */
function contradict(a: CarTraits, b: CarTraits): boolean {
  if (differ(a.likelyPlate, b.likelyPlate) || differ(a.gearbox, b.gearbox) || differ(a.fuel, b.fuel))
    return true;
  if (differInKind(a, b) || differInColor(a.color, b.color)) return true;
  if (a.horsepower === null || b.horsepower === null) return false;
  return Math.abs(a.horsepower - b.horsepower) > 0.05 * Math.max(a.horsepower, b.horsepower);
}

/** Same make, model and year, all known, with no contradiction. */
const isOfOneKind = (a: CarTraits, b: CarTraits): boolean =>
  ![a.make, a.model, a.year, b.year].includes(null) &&
  a.make === b.make &&
  a.model === b.model &&
  !contradict(a, b);

/**
 * At least this share of the smaller album must be in the other. A single common picture (a banner, a corner of the yard) is
 * not enough.
 */
const leastShare = 0.5;

/**
 * Whether two ads are the same car by their photos, if everything else matches: known make, model and year, a plausible
 * mileage, nearby places and no contradicting fact. `isCommon`: a picture that many cars show (a dealer's banner), which is
 * ignored.
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

/** Ranks how certain a plate is: one that the product confirmed itself is above one that people typed. */
const certaintyOf = ({ registerState, isTyped }: Identification): number =>
  registerState !== 'found' ? 0 : isTyped ? 1 : 2;

/**
 * Merges two identifications of one car: a plate confirmed by the register is kept over none; of two that are equally
 * certain, the first. The larger set of photos is kept.
 */
export function betterIdentified(one: Identification, other: Identification): Identification {
  const better = certaintyOf(one) >= certaintyOf(other) ? one : other;
  const photos = one.photos.length >= other.photos.length ? one.photos : other.photos;
  return { ...better, photos };
}

/**
 * The identification of a car after one of its ads was seen again. What was confirmed stays when the ad shows no plate any
 * more or the register does not answer, and goes when the register no longer knows the plate. A plate that people typed is not
 * kept here, but by `keepTyped`.
 */
export function identifiedAgain(known: Identification, seen: Identification): Identification {
  const isWithdrawn = seen.registerState === 'absent' && seen.plate === known.plate;
  if (!isWithdrawn && !known.isTyped) return betterIdentified(seen, known);
  return { ...seen, photos: betterIdentified(seen, known).photos };
}

export type BuiltCar = {
  car: Car;
  source: {
    listing: Listing;
    others?: Listing[];
    identification: Identification;
    foundBy?: string;
    adIds?: string[];
  };
};

/** How many former ids a car keeps. More than this many mergers cannot be of one car. */
export const mostFormerIds = 20;

export const canHoldBoth = (one: Car, other: Car): boolean =>
  one.formerIds.length + other.formerIds.length < mostFormerIds;

/** Which of two cars that are the same is kept: the one seen first. The other's id redirects to it. */
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

/** When one of these cars' ads was first seen with the mileage; null if unknown. */
const firstSeenWith = (km: number | null, cars: readonly Car[]): string | null =>
  cars
    .flatMap(({ mileageKm, mileageSeenAt }) => (km !== null && mileageKm === km ? (mileageSeenAt ?? []) : []))
    .sort()[0] ?? null;

/**
 * Merges two stored cars that are the same: all ads, all identification data and the whole history. The merged car has the
 * rating of the car whose price it shows, until all cars are rated again.
 */
export function mergeCars(stays: BuiltCar, goes: BuiltCar, now: string): BuiltCar {
  const [one, other] = [stays.car, goes.car];
  const ads = [goes.source.listing, ...(goes.source.others ?? [])].reduce<AdsOfCar>(joinAds, {
    listing: stays.source.listing,
    others: stays.source.others ?? [],
  });
  const identification = betterIdentified(stays.source.identification, goes.source.identification);
  const adPaths = joinPaths(one.adPaths, other.adPaths);
  const adIds = [...(stays.source.adIds ?? []), ...(goes.source.adIds ?? [])];
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
      mileageSeenAt: firstSeenWith(car.mileageKm, [one, other]),
      scrapedAt: later(one.scrapedAt, other.scrapedAt),
    },
    source: {
      ...{ ...stays.source, listing, identification },
      ...(others.length > 0 && { others }),
      ...(adIds.length > 0 && { adIds }),
    },
  };
}
