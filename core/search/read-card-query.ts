import type { Body } from '#core/marketplace/ad/body-names.ts';
import type { Fuel } from '#core/marketplace/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';
import type { ColorFamily } from '../car/color-families.ts';
import { features } from '../car/feature-names.ts';
import type { Input } from '../contract/table.ts';
import { Failure } from '../failure.ts';
import { findTown } from '../place/find-town.ts';
import type { Deal } from '../valuation/valuation.ts';
import { type CardQuery, everyCard } from './card-query.ts';

type WireQuery = Input<'GET /api/cars'>['query'];

const usualRadiusKm = 25;

function readNear(query: WireQuery): CardQuery['near'] {
  if (query.place === undefined || query.place.trim() === '') return null;
  const town = findTown(query.place);
  if (!town)
    throw new Failure(400, 'invalid_input', `We know no Danish town called "${query.place}".`, {
      field: 'place',
    });
  return { town, radiusKm: query.radius ?? usualRadiusKm };
}

const dayMs = 86_400_000;
/** A price fell lately when it fell in these days. */
const recentDropDays = 14;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** The names that are known: others are of a version to come or a typing error, and filter as a name that no car has. */
const known = <T extends string>(wanted: readonly string[] | undefined): T[] => (wanted ?? []) as T[];

/** Days as the card shows them: whole ones. */
const listedFrom = (maxDays: number, now: Date) => ago(now, (maxDays + 1) * dayMs - 1);
const listedUntil = (minDays: number, now: Date) => ago(now, minDays * dayMs);

/**
 * The query behind an address of the list. `now` decides which inspections still hold; `among` are the cars of the view,
 * null for all. Fails with `invalid_input` for a town that we do not know.
 */
export const readCardQuery = (query: WireQuery, now: Date, among: CardQuery['among']): CardQuery => ({
  sort: query.sort ?? everyCard.sort,
  page: query.page ?? everyCard.page,
  text: query.q ?? everyCard.text,
  minPriceDkk: query.minPrice ?? everyCard.minPriceDkk,
  maxPriceDkk: query.maxPrice ?? everyCard.maxPriceDkk,
  brands: query.brand ?? [],
  deals: known<Deal>(query.deal),
  minYear: query.minYear ?? null,
  maxYear: query.maxYear ?? null,
  maxMileageKm: query.maxMileage ?? null,
  fuels: known<Fuel>(query.fuel),
  gearbox: query.gearbox ?? null,
  seller: query.seller ?? null,
  models: query.model ?? [],
  sources: known<MarketplaceId>(query.source),
  bodies: known<Body>(query.body),
  colors: known<ColorFamily>(query.color),
  features: features.filter((feature) => query.feature?.includes(feature)),
  minHorsepower: query.minPower ?? null,
  droppedFrom: query.dropped === 'recent' ? ago(now, recentDropDays * dayMs) : null,
  listedFrom: query.maxDays === undefined ? null : listedFrom(query.maxDays, now),
  listedUntil: query.minDays === undefined ? null : listedUntil(query.minDays, now),
  inspectionAfter: query.inspection === 'valid' ? now.toISOString().slice(0, 10) : null,
  near: readNear(query),
  firstSeenFrom: query.newSince === undefined ? null : new Date(query.newSince).toISOString(),
  among,
});
