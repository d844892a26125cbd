import type { Body, Fuel, Gearbox, ListingFlag, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { hasPremium, type Plan, seesEstimates } from '#core/payments/plan.ts';
import { noStory, type RegisterStory } from '#core/register/story.ts';
import type { TaxBasis } from '#core/register/tax.ts';
import { type Deal, noEstimate, type Rating } from '#core/valuation/valuation.ts';
import type { AdPath, PriceAt } from './ads-of-car.ts';
import type { Feature } from './features.ts';
import type { CarMoment } from './moments.ts';
import { type Specification, specificationFrom } from './specification.ts';

/** A car of the shared catalog, or with an `ownerId` of one person's own pages. The product's central type. */
export type Car = Specification & {
  /** The car's own id (`newCarId`). It does not reveal the ad. */
  id: string;
  source: MarketplaceId;
  /** The ad's address, the only field that identifies it. Withheld for locked cars. */
  itemUrl: string;
  /** The car's other ads; `priceDkk` is null if the ad's price cannot be compared. Locked like `itemUrl`. */
  alsoAt: {
    source: MarketplaceId;
    itemUrl: string;
    priceDkk: number | null;
    availability: 'live' | 'pending' | 'sold' | 'hidden';
  }[];
  /** The histories of all its ads, oldest first. Locked like `itemUrl`. */
  adPaths: AdPath[];
  /** Ids of cars that were merged into this one. They redirect to it, and stars and lists under them apply to it. */
  formerIds: string[];
  title: string;
  description: string;
  /** Asking price in DKK; 0 if the ad has none or gives it in another currency. */
  priceDkk: number;
  /** The price as stated in the ad, if it is not in DKK. */
  foreignPrice: { amount: number; currency: string } | null;
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
  mileageKm: number | null;
  mileagePrecision: 'exact' | 'rounded' | 'masked' | null;
  /** The instant at which an ad was first seen with this mileage; null if unknown, as for cars stored before it was kept. */
  mileageSeenAt: string | null;
  fuel: Fuel | null;
  /** What the engine of a hybrid burns, from the register; null if unknown. */
  burns: 'petrol' | 'diesel' | null;
  gearbox: Gearbox | null;
  body: Body | null;
  color: string | null;
  /** The data that the tax is computed from; null for cars stored before it was kept. */
  taxBasis: TaxBasis | null;
  equipment: string[];
  /** Equipment that people search for, found in the ad's equipment, its text and the register's list. */
  features: Feature[];
  lastInspection: string | null;
  nextInspection: string | null;
  city: string | null;
  sellerType: SellerType | null;
  plate: string | null;
  photos: CarPhoto[];
  flags: ListingFlag[];
  facts: CarFact[];
  /** The register's history of the car. It contains no plate, chassis number or name. */
  story: RegisterStory;
  rating: Rating;
  registerState: RegisterState;
  /** `gone`: a page said that the ad no longer exists. `unseen`: no visit has seen it for so long that it left the list. */
  availability: 'live' | 'pending' | 'sold' | 'gone' | 'unseen';
  /** When it was seen to be sold or gone; for `unseen` its last sighting. Null while it is offered. */
  goneAt: string | null;
  listedAt: string | null;
  /** ISO instants. `firstSeenAt` never changes; `scrapedAt` is the last visit; `updatedAt` the last change of the record. */
  firstSeenAt: string;
  scrapedAt: string;
  updatedAt: string;
  /** The prices that the car was shown with. */
  priceHistory: PriceAt[];
  /** The car as it was written in the last weeks, oldest first. Never sent to clients. */
  moments: CarMoment[];
  /** The owner of a car that comes from a page somebody handed over. Such a car is never in the shared catalog. */
  ownerId: string | null;
};

/** Of a car that nobody has valued yet. */
export const unrated: Rating = noEstimate('small_pool');

export type Listed = { listedAt: string | null; firstSeenAt: string };

/** When the car was first offered. Marketplaces renew the date of an ad, so the first sighting may be the earlier one. */
export const listedSince = ({ listedAt, firstSeenAt }: Listed): string =>
  listedAt !== null && Date.parse(listedAt) < Date.parse(firstSeenAt) ? listedAt : firstSeenAt;

/** A car of which nothing is known: what is stored, or made for a test, is completed with it. */
export const unknownCar: Omit<Car, 'id' | 'itemUrl'> = {
  ...specificationFrom(),
  // Cars stored before this field are all of Facebook Marketplace.
  source: 'facebook',
  alsoAt: [],
  adPaths: [],
  formerIds: [],
  title: '',
  description: '',
  priceDkk: 0,
  foreignPrice: null,
  make: null,
  model: null,
  variant: null,
  year: null,
  mileageKm: null,
  mileagePrecision: null,
  mileageSeenAt: null,
  fuel: null,
  burns: null,
  gearbox: null,
  body: null,
  color: null,
  taxBasis: null,
  equipment: [],
  features: [],
  lastInspection: null,
  nextInspection: null,
  city: null,
  sellerType: null,
  plate: null,
  photos: [],
  flags: [],
  facts: [],
  story: noStory,
  rating: unrated,
  registerState: 'no_plate',
  availability: 'live',
  goneAt: null,
  listedAt: null,
  firstSeenAt: '',
  scrapedAt: '',
  updatedAt: '',
  priceHistory: [],
  moments: [],
  ownerId: null,
};

/** Object keys below the photo bucket; null `plateBlurred*` when no plate was found in the photo. */
export type CarPhoto = {
  small: string;
  large: string;
  blurredSmall: string | null;
  blurredLarge: string | null;
  /** Perceptual hash of the picture (`photos.ts`); null if it was never computed. Never sent to clients. */
  hash: string | null;
};

/**
 * The result of the register lookup. `pending`: the register did not answer, and the car is looked up again later. `unread`:
 * the car is rated by its ad alone while its photos are searched for a plate.
 */
export type RegisterState = 'found' | 'absent' | 'pending' | 'no_plate' | 'unread';

/** A contradiction or notice to show: a fact with its source and date, never an accusation. */
export type CarFact = {
  kind:
    | 'make_differs'
    | 'model_differs'
    | 'year_differs'
    | 'fuel_differs'
    | 'gearbox_differs'
    | 'mileage_below_inspection'
    | 'mileage_readings_differ'
    | 'mileage_unclear'
    | 'year_unclear'
    | 'mileage_low_for_age'
    | 'inspection_overdue'
    | 'claims_fresh_inspection'
    | 'fresh_inspection_confirmed'
    | 'owners_differ'
    | 'deregistered'
    | 'leasing'
    | 'debt'
    | 'imported';
  ad: string | null;
  register: string | null;
  date: string | null;
};

/** What decides which fields a reader may see. */
export type Viewer = { id: string | null; isPremium: boolean; seesEstimates: boolean };

export const anonymous: Viewer = { id: null, isPremium: false, seesEstimates: false };

export function viewerOf(userId: string, plan: Plan, now: Date): Viewer {
  return { id: userId, isPremium: hasPremium(plan, now), seesEstimates: seesEstimates(plan, now) };
}

/**
 * Amazing cars are locked without premium. That includes a person's own cars, which could otherwise be used to find out
 * which ads are amazing.
 */
export function isLocked(viewer: Pick<Viewer, 'isPremium'>, car: { deal: Deal }): boolean {
  return car.deal === 'amazing' && !viewer.isPremium;
}

/** Plates count as personal data and are shown only to signed-in readers. */
export const seesPlates = (viewer: Viewer): boolean => viewer.id !== null;

const privatePrefix = 'p-';
/** Letters and digits that cannot be confused when read aloud or typed: no l, o, 0 or 1. There are 32, five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const idLength = 16;

/** How many random bytes `newCarId` needs. */
export const carIdBytes = idLength;

/**
 * Creates a car's id, given once when its ad is first seen. It does not reveal the ad: a reader who receives ids of locked
 * cars could otherwise open them on the marketplace. It begins with a letter, so that it cannot be mistaken for a listing
 * id. `isOwn`: the car comes from one person's own page.
 */
export function newCarId(random: Uint8Array, isOwn: boolean): string {
  const letters = [...random.subarray(0, idLength)].map((byte, place) =>
    // The first 24 characters of the alphabet are letters.
    place === 0 ? alphabet[byte % 24]! : alphabet[byte % alphabet.length]!,
  );
  return `${isOwn ? privatePrefix : ''}${letters.join('')}`;
}

export const isPrivateCarId = (carId: string): boolean => carId.startsWith(privatePrefix);

/** The listing id in a car id, or null. Cars stored before cars had ids of their own have their ad's id. */
export const listingIdIn = (carId: string): string | null => /^(?:p-)?(\d+)$/.exec(carId)?.[1] ?? null;

/** The id that a car had while it was taken from its ad. */
export const formerCarId = (listingId: string, isOwn: boolean): string =>
  `${isOwn ? privatePrefix : ''}${listingId}`;

/**
 * Whether a car may be reached by an id from a request. A locked car cannot be reached by its ad's id: those are public on
 * the marketplace, and the answer would reveal which ads are amazing.
 */
export const isReachable = (
  givenId: string,
  car: { rating: Pick<Rating, 'deal'> },
  viewer: Viewer,
): boolean => listingIdIn(givenId) === null || !isLocked(viewer, car.rating);
