import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { Body } from '#core/marketplaces/ad/listing.ts';
import { type MarketplaceId, marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { beginningOf, cutPlates, nameWithoutPlates } from '#core/plates/written-plates.ts';
import type { Deal, RatingReason } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';
import { type ColorFamily, colorFamilyOf, type Feature } from './features.ts';
import { countFindings, type FindingName } from './findings.ts';
import { daysListed, isAgeKnown } from './listing-life.ts';
import { lastPriceDrop, type PriceDrop } from './price-drop.ts';

/** What the list needs of a car: small, complete for filtering, sorting, searching and drawing a card. */
export type Card = {
  id: string;
  title: string;
  /** The beginning of the description, for search. */
  words: string;
  priceDkk: number;
  foreignPrice: Car['foreignPrice'];
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
  mileageKm: number | null;
  mileagePrecision: Car['mileagePrecision'];
  city: string | null;
  fuel: Car['fuel'];
  gearbox: Car['gearbox'];
  sellerType: Car['sellerType'];
  /** ISO date of the next inspection, as the register says. */
  nextInspection: string | null;
  plate: string | null;
  /** Small pictures: [with plate, with the plate blurred or null]. */
  photos: [string, string | null][];
  deal: Deal;
  reason: RatingReason;
  lowDkk: number | null;
  avgDkk: number | null;
  highDkk: number | null;
  comparableCount: number;
  availability: Car['availability'];
  listedAt: string | null;
  firstSeenAt: string;
  scrapedAt: string;
  updatedAt: string;
  ownerId: string | null;
  /** The marketplaces where it is offered. */
  sources: MarketplaceId[];
  body: Body | null;
  horsepower: number | null;
  colorFamily: ColorFamily | null;
  features: Feature[];
  priceDrop: PriceDrop | null;
  goneAt: string | null;
  /** Ids of cars that turned out to be this one. */
  formerIds: string[];
  /** Things to look out for before buying, and those of them that weigh heavily; 0 too where that was not counted. */
  findingCount: number;
  heavyFindingCount: number;
  /** The weightiest of them; null too where it was not named. */
  heaviestFinding: FindingName | null;
};

/** Said of a car that is in the catalog no more, so that who has it in memory takes it out. */
export type Tombstone = { id: string; updatedAt: string; isListed: false };

/** What the catalog's index tells of a car. */
export type CatalogChange = Card | Tombstone;

export const isCard = (change: CatalogChange): change is Card => !('isListed' in change);

const searchedDescriptionLength = 400;

/** What was read out of an ad's words: cars stored before plates were cut from them, and confirmed personal plates. */
export function namesOf({ make, model, variant, city, color, plate }: Car) {
  const nameOf = (name: string | null) => nameWithoutPlates(name, plate);
  // A personal plate beside a town is cut; makes and models may hold one ("ALFA") and must stay what they are.
  const wordOf = (word: string | null) => word && (cutPlates(word, plate) ?? nameOf(word));
  return {
    make: nameOf(make),
    model: nameOf(model),
    variant: variant && cutPlates(variant, plate),
    city: wordOf(city),
    color: wordOf(color),
  };
}

function sourcesOf({ source, alsoAt }: Car): MarketplaceId[] {
  const offering = alsoAt.filter(({ availability }) => availability === 'live' || availability === 'pending');
  const named = new Set([source, ...offering.map((offer) => offer.source)]);
  return marketplaceIds.filter((id) => named.has(id));
}

export function toCard(car: Car): Card {
  const { make, model, variant, city } = namesOf(car);
  return {
    id: car.id,
    title: car.title,
    words: beginningOf(car.description, searchedDescriptionLength, car.plate),
    priceDkk: car.priceDkk,
    foreignPrice: car.foreignPrice,
    make,
    model,
    variant,
    year: car.year,
    mileageKm: car.mileageKm,
    mileagePrecision: car.mileagePrecision,
    city,
    fuel: car.fuel,
    gearbox: car.gearbox,
    sellerType: car.sellerType,
    nextInspection: car.nextInspection,
    plate: car.plate,
    photos: car.photos.map((photo) => [photo.small, photo.blurredSmall]),
    deal: car.rating.deal,
    reason: car.rating.reason,
    lowDkk: car.rating.lowDkk,
    avgDkk: car.rating.avgDkk,
    highDkk: car.rating.highDkk,
    comparableCount: car.rating.comparableCount,
    availability: car.availability,
    listedAt: car.listedAt,
    firstSeenAt: car.firstSeenAt,
    scrapedAt: car.scrapedAt,
    updatedAt: car.updatedAt,
    ownerId: car.ownerId,
    sources: sourcesOf(car),
    body: car.body,
    horsepower: car.horsepower,
    colorFamily: colorFamilyOf(car.color),
    features: car.features,
    priceDrop: lastPriceDrop(car, car.rating.reason),
    goneAt: car.goneAt,
    formerIds: car.formerIds,
    ...countFindings(car),
  };
}

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];

/** A car that another was compared with, as that one's page tells of it. `factor` makes its price comparable. */
export function toComparable(car: Car, factor: number): Comparable {
  const isUnseen = car.availability === 'unseen';
  return {
    id: car.id,
    title: car.title,
    price: car.priceDkk,
    adjusted_price: Math.round(car.priceDkk * factor),
    year: car.year,
    mileage: car.mileageKm,
    gone_after_days: car.goneAt === null || isUnseen ? null : daysListed(car, car.goneAt),
    is_age_known: isAgeKnown(car),
    last_seen: isUnseen ? car.scrapedAt : null,
  };
}
