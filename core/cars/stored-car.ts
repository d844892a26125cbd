import { bodyOfTitle } from '#core/marketplaces/ad/build-listing.ts';
import { type Listing, type ListingFlag, unknownListing } from '#core/marketplaces/ad/listing.ts';
import { inspectionDays, storyOfInspections } from '#core/register/story.ts';
import { unknownVehicle, type Vehicle } from '#core/register/vehicle.ts';
import { once } from '#core/shared.ts';
import type { Identification } from './build-car.ts';
import { type Car, type CarPhoto, unknownCar, unrated } from './car.ts';
import { type Card, type CatalogChange, toCard } from './card.ts';
import { featuresIn } from './features.ts';
import { factsOn } from './findings.ts';
import { isOffered } from './listing-life.ts';
import { withMoment } from './moments.ts';

/**
 * Completes cars and ads read from the table. An item stored before a field existed lacks it; here the field gets the value
 * that means "unknown", so that all other code can rely on the types (decision 16). When you add a field to a type, add it
 * to the table of its kind below. `tests/fixtures/stored` has items of every format.
 */
type Stored = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Stored => (isRecord(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Fills in the fields that `known` lacks. It was written by an older version of the same type, so the other fields are
 * valid.
 */
const complete = <T extends object>(known: unknown, unknownOf: T): T => ({
  ...unknownOf,
  ...recordOf(known),
});

const noPhoto: CarPhoto = { small: '', large: '', blurredSmall: null, blurredLarge: null, hash: null };
/** Drops photos without pictures: there is nothing to show. */
const completePhotos = (stored: unknown): CarPhoto[] =>
  listOf(stored)
    .map((photo) => complete(photo, noPhoto))
    .map((photo) => ({
      ...photo,
      small: photo.small || photo.large,
      large: photo.large || photo.small,
    }))
    .filter(({ small }) => small !== '');

/** Whether and when it left the list. What nobody saw any more was called gone once, as what a page said to be gone. */
function leftOf(car: Car, scrapedAt: string): Pick<Car, 'availability' | 'goneAt'> {
  const { availability, updatedAt } = car;
  const goneAt = isOffered(availability) ? null : (car.goneAt ?? scrapedAt);
  const isUnseen = availability === 'gone' && goneAt === scrapedAt && updatedAt !== scrapedAt;
  return { availability: isUnseen ? 'unseen' : availability, goneAt };
}

/** A stored car of any version; null if the item is not a car (the redirect of a removed one). */
export function completeCar(stored: unknown): Car | null {
  if (!isRecord(stored) || typeof stored.id !== 'string' || typeof stored.itemUrl !== 'string') return null;
  const car = complete(stored, { ...unknownCar, id: stored.id, itemUrl: stored.itemUrl });
  const scrapedAt = car.scrapedAt || car.updatedAt || car.firstSeenAt || new Date(0).toISOString();
  const days = inspectionDays(car.story.events, car.lastInspection, car.nextInspection);
  const whole: Car = {
    ...car,
    ...days,
    facts: factsOn({ ...car, ...days, scrapedAt }, scrapedAt.slice(0, 10)),
    photos: completePhotos(stored.photos),
    rating: complete(stored.rating, unrated),
    // Cars stored before these fields existed: derived from the ad.
    body: stored.body === undefined ? bodyOfTitle(car, car.equipment) : car.body,
    features:
      stored.features === undefined
        ? featuresIn([car.title, ...car.equipment], car.description)
        : car.features,
    ...leftOf(car, scrapedAt),
    firstSeenAt: car.firstSeenAt || scrapedAt,
    scrapedAt,
    updatedAt: car.updatedAt || scrapedAt,
  };
  // Cars stored before moments were kept: what was stored last is the first one.
  return stored.moments === undefined ? { ...whole, moments: withMoment(whole) } : whole;
}

// Cards without `sources` may be of any marketplace.
const unknownCard = once((): Card => ({ ...toCard({ ...unknownCar, id: '', itemUrl: '' }), sources: [] }));

/** A stored entry of the catalog's index, of any version; null if it is not one. */
export function completeChange(stored: unknown): CatalogChange | null {
  if (!isRecord(stored) || typeof stored.id !== 'string' || typeof stored.updatedAt !== 'string') return null;
  const { id, updatedAt } = stored;
  if (stored.isListed === false) return { id, updatedAt, isListed: false };
  const card = complete(stored, { ...unknownCard(), id, updatedAt });
  return { ...card, firstSeenAt: card.firstSeenAt || updatedAt, scrapedAt: card.scrapedAt || updatedAt };
}

/** Completes all entries and drops what is not one. */
export const completeChanges = (stored: readonly unknown[]): CatalogChange[] =>
  stored.map(completeChange).filter((change) => change !== null);

/** `ex_vat` was once the flag of every price that leaves something out; the kind of the price says what. */
function flagsOf({ flags, priceKind }: Listing): ListingFlag[] {
  const own = priceKind === 'ex_registration_tax' ? 'ex_tax' : priceKind === 'wholesale' ? 'wholesale' : null;
  return own && !flags.includes(own) ? flags.map((flag) => (flag === 'ex_vat' ? own : flag)) : flags;
}

/** An ad as a draft or a car keeps it; null when it names none. */
export function completeListing(stored: unknown): Listing | null {
  const { id, itemUrl } = recordOf(stored);
  if (typeof id !== 'string' || typeof itemUrl !== 'string') return null;
  const known = complete(stored, { ...unknownListing, id, itemUrl });
  const listing = { ...known, flags: flagsOf(known) };
  return recordOf(stored).body === undefined
    ? { ...listing, body: bodyOfTitle(listing, listing.specifications) }
    : listing;
}

const pick = (fields: Stored, names: readonly string[]): Stored =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** The ad of a car that was stored without it, reconstructed so that building the car from it changes nothing. */
export function listingOfCar({ availability, mileageKm, mileagePrecision, priceDkk, ...car }: Car): Listing {
  return {
    ...complete(pick(car, Object.keys(unknownListing)), {
      ...unknownListing,
      id: car.id,
      itemUrl: car.itemUrl,
    }),
    price: car.foreignPrice ?? (priceDkk > 0 ? { amount: priceDkk, currency: 'DKK' } : null),
    mileage: mileageKm === null ? null : { km: mileageKm, precision: mileagePrecision ?? 'exact' },
    // The car's plate was found by identification, not given in the ad.
    plate: null,
    availability: availability === 'gone' ? 'hidden' : availability === 'unseen' ? 'live' : availability,
  };
}

/** The register's answer as it was kept; null where it knew no such plate. */
export function completeVehicle(stored: unknown): Vehicle | null {
  if (!isRecord(stored) || typeof stored.plate !== 'string') return null;
  const vehicle = complete(stored, { ...unknownVehicle, plate: stored.plate });
  return stored.story ? vehicle : { ...vehicle, story: storyOfInspections(vehicle.inspections) };
}

const unidentified: Identification = {
  photos: [],
  plate: null,
  candidate: null,
  vehicle: null,
  registerState: 'no_plate',
};

export const completeIdentification = (stored: unknown): Identification => ({
  ...complete(stored, unidentified),
  photos: completePhotos(recordOf(stored).photos),
  vehicle: completeVehicle(recordOf(stored).vehicle),
});
