import type { CardQuery } from '#core/catalog/card-query.ts';
import { limitNames, limits } from '#core/catalog/number-filters.ts';

const daysBefore = (instant: string) =>
  Math.max(0, Math.round((Date.UTC(2026, 10, 22) - Date.parse(instant)) / 86_400_000));

/** The query as the address carries it. `among` is a view's and has no name there. */
export function toWireQuery(query: CardQuery): Record<string, string> {
  const { near } = query;
  const fields: Record<string, string | number | null> = {
    sort: query.sort,
    page: query.page,
    q: query.text || null,
    avoid: query.avoid.join(',') || null,
    minPrice: query.minPriceDkk || null,
    maxPrice: query.maxPriceDkk === 1_000_000 ? null : query.maxPriceDkk,
    brand: query.brands.join(',') || null,
    deal: query.deals.join(',') || null,
    minYear: query.minYear,
    maxYear: query.maxYear,
    fuel: query.fuels.join(',') || null,
    gearbox: query.gearbox,
    seller: query.seller,
    inspection: query.inspectionAfter && 'valid',
    place: near?.town.name ?? null,
    radius: near?.radiusKm ?? null,
    from: query.from?.name ?? null,
    model: query.models.join(',') || null,
    source: query.sources.join(',') || null,
    body: query.bodies.join(',') || null,
    color: query.colors.join(',') || null,
    feature: query.features.join(',') || null,
    ...Object.fromEntries(limitNames.map((name) => [limits[name].name, query[name]])),
    // Days are counted from the moment of the question: some number of them for some instant.
    dropped: query.droppedFrom && 'recent',
    maxDays: query.listedFrom && daysBefore(query.listedFrom),
    minDays: query.listedUntil && daysBefore(query.listedUntil),
    newSince: query.firstSeenFrom,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
