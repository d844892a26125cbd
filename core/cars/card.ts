import { type MarketplaceId, marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { cutPlates, nameWithoutPlates } from '#core/plates/written-plates.ts';
import type { Car } from './car.ts';
import { runningFactsOf } from './cost.ts';
import { electricFactsOf } from './electric.ts';
import { colorFamilyOf } from './features.ts';
import { countFindings } from './findings.ts';
import { lastPriceDrop } from './price-drop.ts';

/** What the list needs of a car, to filter, sort, search and show it. */
export type Card = ReturnType<typeof toCard>;

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

export function toCard(car: Car) {
  const { make, model, variant, city } = namesOf(car);
  return {
    id: car.id,
    title: car.title,
    /** The description, for search. A catalog in memory keeps its words in an index and leaves this empty. */
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
    /** ISO date of the next inspection, from the register. */
    nextInspection: car.nextInspection,
    plate: car.plate,
    /** Small pictures: with plate, and with the plate blurred or null. */
    photos: car.photos.map((photo): [string, string | null] => [photo.small, photo.blurredSmall]),
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
    /** Ids of cars that were merged into this one. */
    formerIds: car.formerIds,
    /** 0 and null also if they were not counted or stored. */
    ...countFindings(car),
    ...runningFactsOf(car),
    ...electricFactsOf(car),
  };
}
