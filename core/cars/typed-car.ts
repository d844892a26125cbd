import { isUnlike, type Sender, type WitnessRule } from '#core/imports/witness.ts';
import { buildListing, emptyForm, nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { buildCar, type Identification } from './build-car.ts';
import type { Car, CarFact } from './car.ts';
import { factsOf } from './findings.ts';
import type { BuiltCar } from './same-car.ts';

/** A plate that a person typed for a car, with the register's answer at that time (decision 9). */
export type TypedPlate = {
  plate: string;
  vehicle: Vehicle;
  typedAt: string;
  /** Whether the register's car matches the ad's, as far as both are known. */
  isOfAd: boolean;
  /** The person who typed it, if they count as a witness; else null. */
  sender: Sender | null;
};

/** Who typed the plate that a reader sees: the reader, or people who agree. Null if the product found it. */
export type PlateTypedBy = 'me' | 'people' | null;

const ofIdentity: readonly CarFact['kind'][] = [
  'make_differs',
  'model_differs',
  'year_differs',
  'fuel_differs',
  'gearbox_differs',
];

/** The facts that show that ad and register describe different cars. */
export const differencesOf = (listing: Listing, vehicle: Vehicle, today: string): CarFact[] =>
  factsOf(listing, vehicle, today).filter(({ kind }) => ofIdentity.includes(kind));

/**
 * Whether the register's car is the ad's: make and year must be known of both, with no difference. Unknown facts are no
 * match.
 */
export function isOfAd(listing: Listing, vehicle: Vehicle, today: string): boolean {
  const isKnown =
    listing.make !== null &&
    listing.year !== null &&
    vehicle.make !== null &&
    (vehicle.firstRegistration !== null || vehicle.year !== null);
  return isKnown && differencesOf(listing, vehicle, today).length === 0;
}

/** A car's identification with the plate that people typed. */
export const typedIdentification = (
  known: Identification,
  { plate, vehicle }: Pick<TypedPlate, 'plate' | 'vehicle'>,
): Identification => ({
  ...{ photos: known.photos, candidate: known.candidate },
  ...{ plate, vehicle, registerState: 'found', isTyped: true },
});

/** The car with another identification. Its rating and times are kept: nothing of the ad has changed. */
export function reidentified({ car, source }: BuiltCar, identification: Identification, now: string): Car {
  const { listing, others } = source;
  const built = buildCar(car.id, listing, identification, car, car.ownerId, now, others);
  const { rating, scrapedAt, availability, goneAt } = car;
  return { ...built, rating, scrapedAt, availability, goneAt };
}

export const withTypedPlate = (stored: BuiltCar, typed: TypedPlate, now: string): Car => ({
  ...reidentified(stored, typedIdentification(stored.source.identification, typed), now),
  updatedAt: stored.car.updatedAt,
});

/**
 * Whether people may type the plate of a shared car: only if neither its photos nor its seller showed one, or people typed
 * it before.
 */
export const mayBeTyped = ({ plate, registerState, isTyped }: Identification): boolean =>
  isTyped === true || (plate === null && registerState === 'no_plate');

/** How many people must type the same plate. */
const fewest = 2;

/**
 * Whether enough people typed this plate for the ad's car: each known for a while, and all in different networks. If
 * people's pages do not enter the catalog, neither do plates that they type.
 */
export function isAgreed(
  plate: string,
  typed: readonly TypedPlate[],
  { accounts, accountDays }: WitnessRule,
): boolean {
  if (accounts === 0) return false;
  const counted: Sender[] = [];
  for (const each of typed) {
    const { sender } = each;
    if (each.plate !== plate || !each.isOfAd || !sender) continue;
    if (Date.parse(each.typedAt) - Date.parse(sender.accountSince) < accountDays * 86_400_000) continue;
    if (counted.every(({ network }) => isUnlike(network, sender.network))) counted.push(sender);
  }
  return counted.length >= Math.max(fewest, accounts);
}

/**
 * The identification of another visit. If that found no plate, the plate that people agreed on is kept as long as it matches
 * the ad.
 */
export function keepTyped(
  found: Identification,
  known: Identification | undefined,
  listing: Listing,
  today: string,
): Identification {
  const { plate, vehicle, isTyped } = known ?? {};
  if (!isTyped || !plate || !vehicle || found.plate !== null) return found;
  if (!isOfAd(listing, vehicle, today)) return found;
  return typedIdentification(found, { plate, vehicle });
}

/** What a person types about a car: its normalised plate, its price in DKK if it has one, and its mileage in km. */
export type TypedCar = { plate: string; priceDkk: number | null; mileageKm: number | null };

/**
 * A stand-in ad for a typed car, so that it can be compared with the market: named as the register names it and parsed like
 * any ad. It has no address and no photos.
 */
export function typedListing({ plate, priceDkk, mileageKm }: TypedCar, vehicle: Vehicle): Listing {
  const listing = buildListing({
    source: visitedIds[0],
    id: plate,
    itemUrl: '',
    title: [vehicle.make, vehicle.model, vehicle.variant].filter(Boolean).join(' '),
    description: null,
    price: priceDkk === null ? null : { amount: priceDkk, currency: 'DKK' },
    priceText: null,
    oldPrice: null,
    city: null,
    subtitle: null,
    isAmongVehicles: true,
    said: { ...nothingSaid, plate },
    listedAt: null,
    availability: 'live',
    photoUrls: [],
    vehicle: {
      ...emptyForm,
      make: vehicle.make,
      model: vehicle.model,
      trim: vehicle.variant,
      mileage: mileageKm === null ? null : { km: mileageKm, precision: 'exact' },
      fuel: vehicle.fuel,
      gearbox: vehicle.gearbox,
      color: vehicle.color,
    },
  });
  // The year comes from the register; a number in the name may be a model ("2008").
  return { ...listing, year: null };
}
