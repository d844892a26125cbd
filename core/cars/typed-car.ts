import { isUnlike, type Sender, type WitnessRule } from '#core/imports/witness.ts';
import { buildListing, emptyForm, nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { buildCar, type Identification } from './build-car.ts';
import type { Car, CarFact } from './car.ts';
import { factsOf } from './findings.ts';
import type { BuiltCar } from './same-car.ts';

/** A number plate that a person typed of a car, with what the register said of it then (decision 9). */
export type TypedPlate = {
  plate: string;
  vehicle: Vehicle;
  typedAt: string;
  /** Whether the register's car is the ad's, as far as both say. */
  isOfAd: boolean;
  /** Who typed it, as far as that counts; null where it is not known. */
  sender: Sender | null;
};

/** By whom the plate that a reader sees was typed: themselves, or people who agree; null where the product found it. */
export type PlateTypedBy = 'me' | 'people' | null;

const ofIdentity: readonly CarFact['kind'][] = [
  'make_differs',
  'model_differs',
  'year_differs',
  'fuel_differs',
  'gearbox_differs',
];

/** The facts by which ad and register tell of two cars. */
export const differencesOf = (listing: Listing, vehicle: Vehicle, today: string): CarFact[] =>
  factsOf(listing, vehicle, today).filter(({ kind }) => ofIdentity.includes(kind));

/** Make and year are known of both, and nothing tells of another car: what nobody says is no agreement. */
export function isOfAd(listing: Listing, vehicle: Vehicle, today: string): boolean {
  const isKnown =
    listing.make !== null &&
    listing.year !== null &&
    vehicle.make !== null &&
    (vehicle.firstRegistration !== null || vehicle.year !== null);
  return isKnown && differencesOf(listing, vehicle, today).length === 0;
}

/** What was found out of a car, with the plate that people typed. */
export const typedIdentification = (
  known: Identification,
  { plate, vehicle }: Pick<TypedPlate, 'plate' | 'vehicle'>,
): Identification => ({
  ...{ photos: known.photos, candidate: known.candidate },
  ...{ plate, vehicle, registerState: 'found', isTyped: true },
});

/** The car with what its identification says now. Its rating and its times stay: nothing of the ad has changed. */
export function reidentified({ car, source }: BuiltCar, identification: Identification, now: string): Car {
  const { listing, others } = source;
  const built = buildCar(car.id, listing, identification, car, car.ownerId, now, others);
  const { rating, scrapedAt, availability, goneAt } = car;
  return { ...built, rating, scrapedAt, availability, goneAt };
}

/** The car as the person sees it who typed its plate. */
export const withTypedPlate = (stored: BuiltCar, typed: TypedPlate, now: string): Car => ({
  ...reidentified(stored, typedIdentification(stored.source.identification, typed), now),
  updatedAt: stored.car.updatedAt,
});

/** Whether people may say which plate a shared car has: where neither its photos nor its seller did, or people did before. */
export const mayBeTyped = ({ plate, registerState, isTyped }: Identification): boolean =>
  isTyped === true || (plate === null && registerState === 'no_plate');

/** Nobody agrees with themselves. */
const fewest = 2;

/**
 * Whether enough people, each known for a while and in another network than the others, typed this plate of the ad's car.
 * Where people's pages enter no catalog, neither do the plates that they type.
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

/** What another visit found, unless it found no plate: then the one stays that people agreed on, while it is of the ad. */
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

/** What a person types of a car that stands before them: its normalised plate, what is asked for it, what its odometer shows. */
export type TypedCar = { plate: string; priceDkk: number; mileageKm: number | null };

/**
 * The ad that such a car would have: named as the register names it, read by the words that every ad is read by, so that it
 * is compared with the cars of the market. It has no address and no photos.
 */
export function typedListing({ plate, priceDkk, mileageKm }: TypedCar, vehicle: Vehicle): Listing {
  const listing = buildListing({
    source: visitedIds[0],
    id: plate,
    itemUrl: '',
    title: [vehicle.make, vehicle.model, vehicle.variant].filter(Boolean).join(' '),
    description: null,
    price: { amount: priceDkk, currency: 'DKK' },
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
  // The register's, which a car has from it anyway: a 2008 in this name is the model's.
  return { ...listing, year: null };
}
