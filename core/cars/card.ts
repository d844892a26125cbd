import type { Body } from '#core/marketplaces/ad/listing.ts';
import { type MarketplaceId, marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { cutPlates, nameWithoutPlates } from '#core/plates/written-plates.ts';
import type { Deal, RatingReason } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';
import { runningFactsOf } from './cost.ts';
import { electricFactsOf } from './electric.ts';
import { type ColorFamily, colorFamilyOf, type Feature } from './features.ts';
import { countFindings, type FindingName } from './findings.ts';
import { lastPriceDrop, type PriceDrop } from './price-drop.ts';

/** What the list needs of a car, to filter, sort, search and show it. */
export type Card = {
  id: string;
  title: string;
  /** The description, for search. A catalog in memory keeps its words in an index and leaves this empty. */
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
  /** ISO date of the next inspection, from the register. */
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
  sources: MarketplaceId[];
  body: Body | null;
  horsepower: number | null;
  colorFamily: ColorFamily | null;
  features: Feature[];
  priceDrop: PriceDrop | null;
  goneAt: string | null;
  /** Ids of cars that were merged into this one. */
  formerIds: string[];
  /** Number of findings, and of those that weigh heavily; 0 also if they were not counted. */
  findingCount: number;
  heavyFindingCount: number;
  /** The heaviest finding; null also if it was not stored. */
  heaviestFinding: FindingName | null;
} & ReturnType<typeof runningFactsOf> &
  ReturnType<typeof electricFactsOf>;

/** Marks a car that has left the catalog, so that catalogs in memory remove it. */
export type Tombstone = { id: string; updatedAt: string; isListed: false };

export type CatalogChange = Card | Tombstone;

export const isCard = (change: CatalogChange): change is Card => !('isListed' in change);

/**
 * The names taken from an ad's text, without plates. Cars stored before plates were cut may hold them, and a personal plate
 * may be found in them later.
 */
export function namesOf({ make, model, variant, city, color, plate }: Car) {
  const nameOf = (name: string | null) => nameWithoutPlates(name, plate);
  // A personal plate next to a town is cut. Makes and models may look like one ("ALFA") and are kept.
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
    words: car.description,
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
    ...runningFactsOf(car),
    ...electricFactsOf(car),
  };
}
