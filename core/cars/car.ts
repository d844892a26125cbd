import type { Body, Fuel, Gearbox, ListingFlag, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { hasPremium, type Plan, seesEstimates } from '#core/payments/plan.ts';
import { noStory, type RegisterStory } from '#core/register/story.ts';
import type { TaxBasis } from '#core/register/tax.ts';
import { type Deal, noEstimate, type Rating } from '#core/valuation/valuation.ts';
import type { AdPath, PriceAt } from './ads-of-car.ts';
import type { Feature } from './features.ts';

/** A car of the catalog (or, with an `ownerId`, of one person's dropped pages). The product's central noun. */
export type Car = {
  /** The car's own (`newCarId`): it says nothing of the ad. */
  id: string;
  /** The marketplace of the ad. */
  source: MarketplaceId;
  /** The ad on its marketplace: the only field that names it, and a locked car's is told to nobody. */
  itemUrl: string;
  /** The car's other ads; `priceDkk` null where they ask none that compares. Locked like `itemUrl`. */
  alsoAt: {
    source: MarketplaceId;
    itemUrl: string;
    priceDkk: number | null;
    availability: 'live' | 'pending' | 'sold' | 'hidden';
  }[];
  /** The ways of all its ads, the oldest first. Locked like `itemUrl`. */
  adPaths: AdPath[];
  /** Ids of cars that turned out to be this one: they lead to it, and what people hold under them is held of it. */
  formerIds: string[];
  title: string;
  description: string;
  /** Asking price in DKK; 0 when the ad names none or names it in another currency. */
  priceDkk: number;
  /** The price as the ad states it, when it is not in DKK. */
  foreignPrice: { amount: number; currency: string } | null;
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
  firstRegistration: string | null;
  mileageKm: number | null;
  mileagePrecision: 'exact' | 'rounded' | 'masked' | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  body: Body | null;
  color: string | null;
  horsepower: number | null;
  engineLitres: number | null;
  kmPerLitre: number | null;
  whPerKm: number | null;
  halfYearlyTaxDkk: number | null;
  /** By what the tax is known; null of cars that were stored before it was kept. */
  taxBasis: TaxBasis | null;
  previousOwners: number | null;
  equipment: string[];
  /** What people look for among the equipment of the ad, its words and the register's list. */
  features: Feature[];
  lastInspection: string | null;
  nextInspection: string | null;
  city: string | null;
  sellerType: SellerType | null;
  plate: string | null;
  photos: CarPhoto[];
  flags: ListingFlag[];
  facts: CarFact[];
  /** The register's story of the car: no plate, chassis number or name of a person is in it. */
  story: RegisterStory;
  rating: Rating;
  registerState: RegisterState;
  /** `gone`: a page said that the ad is no more. `unseen`: nobody saw it for so long that it left the list. */
  availability: 'live' | 'pending' | 'sold' | 'gone' | 'unseen';
  /** When it was seen to be sold or gone, or for one that nobody saw again the last sight of it; null while it is offered. */
  goneAt: string | null;
  listedAt: string | null;
  /** ISO instants. `firstSeenAt` never changes; `scrapedAt` is the last visit; `updatedAt` the last change of the record. */
  firstSeenAt: string;
  scrapedAt: string;
  updatedAt: string;
  /** What it was shown with. */
  priceHistory: PriceAt[];
  /** Set when the car comes from a page somebody dropped: theirs alone, never in the shared catalog. */
  ownerId: string | null;
};

/** Of a car that nobody has valued yet. */
export const unrated: Rating = noEstimate('small_pool');

/** A car of which nothing is known: what is stored, or made for a test, is completed with it. */
export const unknownCar: Omit<Car, 'id' | 'itemUrl'> = {
  // All there was while cars did not say it.
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
  firstRegistration: null,
  mileageKm: null,
  mileagePrecision: null,
  fuel: null,
  gearbox: null,
  body: null,
  color: null,
  horsepower: null,
  engineLitres: null,
  kmPerLitre: null,
  whPerKm: null,
  halfYearlyTaxDkk: null,
  taxBasis: null,
  previousOwners: null,
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
  ownerId: null,
};

/** Object keys below the photo bucket; null `plateBlurred*` when no plate was found in the photo. */
export type CarPhoto = {
  small: string;
  large: string;
  blurredSmall: string | null;
  blurredLarge: string | null;
  /** What the picture looks like (`photos.ts`); null where that was never looked at. It leaves to nobody. */
  hash: string | null;
};

/** `pending`: the register did not answer; the car is looked up again later. */
export type RegisterState = 'found' | 'absent' | 'pending' | 'no_plate';

/** A contradiction or notice worth showing: a fact with its source and date, never an accusation. */
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

/** Who looks: all that decides what may leave the server (design: "Who sees what"). */
export type Viewer = { id: string | null; isPremium: boolean; seesEstimates: boolean };

export const anonymous: Viewer = { id: null, isPremium: false, seesEstimates: false };

export function viewerOf(userId: string, plan: Plan, now: Date): Viewer {
  return { id: userId, isPremium: hasPremium(plan, now), seesEstimates: seesEstimates(plan, now) };
}

/** Amazing cars belong to premium; a person's own dropped pages are no exception, else they would be a free oracle. */
export function isLocked(viewer: Pick<Viewer, 'isPremium'>, car: { deal: Deal }): boolean {
  return car.deal === 'amazing' && !viewer.isPremium;
}

/** Plates are personal data of a kind: signed-in people only. */
export const seesPlates = (viewer: Viewer): boolean => viewer.id !== null;

const privatePrefix = 'p-';
/** Read aloud and typed without doubt: no l, o, 0 or 1. Thirty-two of them, five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const idLength = 16;

/** Random bytes that an id is made of. */
export const carIdBytes = idLength;

/**
 * A car's id, given once when its ad is first met. It says nothing of the ad: who is given ids of cars that they may not
 * see could else open them on the marketplace. It begins with a letter, so that it is never taken for a listing id.
 * `isOwn`: for a car of one person's dropped pages.
 */
export function newCarId(random: Uint8Array, isOwn: boolean): string {
  const letters = [...random.subarray(0, idLength)].map((byte, place) =>
    // The first of the alphabet's letters are twenty-four.
    place === 0 ? alphabet[byte % 24]! : alphabet[byte % alphabet.length]!,
  );
  return `${isOwn ? privatePrefix : ''}${letters.join('')}`;
}

export const isPrivateCarId = (carId: string): boolean => carId.startsWith(privatePrefix);

/** The listing that an id names: cars that were stored before they had ids of their own are known by their ad's. */
export const listingIdIn = (carId: string): string | null => /^(?:p-)?(\d+)$/.exec(carId)?.[1] ?? null;

/** The id that a car had while ads' ids were the cars'. */
export const formerCarId = (listingId: string, isOwn: boolean): string =>
  `${isOwn ? privatePrefix : ''}${listingId}`;

/**
 * Whether a car may be reached by an id that somebody gave. By its ad's id a locked car is nowhere: anybody can take that
 * from the marketplace and ask which ads are amazing.
 */
export const isReachable = (
  givenId: string,
  car: { rating: Pick<Rating, 'deal'> },
  viewer: Viewer,
): boolean => listingIdIn(givenId) === null || !isLocked(viewer, car.rating);
