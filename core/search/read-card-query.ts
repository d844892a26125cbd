import type { Fuel } from '#core/marketplace/ad/listing.ts';
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
  deals: (query.deal ?? []) as Deal[],
  minYear: query.minYear ?? null,
  maxYear: query.maxYear ?? null,
  maxMileageKm: query.maxMileage ?? null,
  fuels: (query.fuel ?? []) as Fuel[],
  gearbox: query.gearbox ?? null,
  seller: query.seller ?? null,
  inspectionAfter: query.inspection === 'valid' ? now.toISOString().slice(0, 10) : null,
  near: readNear(query),
  firstSeenFrom: query.newSince === undefined ? null : new Date(query.newSince).toISOString(),
  among,
});
