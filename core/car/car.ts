import type { Body } from '#core/marketplace/ad/body-names.ts';
import type { Fuel, Gearbox, ListingFlag, SellerType } from '#core/marketplace/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';
import type { TaxBasis } from '../register/half-yearly-tax.ts';
import type { RegisterStory } from '../register/story.ts';
import type { Rating } from '../valuation/valuation.ts';
import type { AdPath, PriceAt } from './ad-paths.ts';
import type { Feature } from './feature-names.ts';

/** A car of the catalog (or, with an `ownerId`, of one person's dropped pages). The product's central noun. */
export type Car = {
  /** The car's own (`car-id.ts`): it says nothing of the ad. */
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

/** Object keys below the photo bucket; null `plateBlurred*` when no plate was found in the photo. */
export type CarPhoto = {
  small: string;
  large: string;
  blurredSmall: string | null;
  blurredLarge: string | null;
  /** What the picture looks like (`photo-hash.ts`); null where that was never looked at. It leaves to nobody. */
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
