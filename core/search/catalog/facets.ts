import type { Fuel, Gearbox, SellerType } from '#core/marketplace/ad/listing.ts';
import type { Viewer } from '../../car/viewer.ts';
import type { Deal } from '../../valuation/valuation.ts';
import type { CardPage, Facet } from '../card-query.ts';
import { priceSteps } from '../price-scale.ts';
import type { Found } from './scan.ts';
import { type TraitField, traitCount, traitOf } from './traits.ts';

type Facets = Pick<CardPage, 'brands' | 'deals' | 'fuels' | 'gearboxes' | 'sellers' | 'priceHistogram'>;

const byCount = (a: Facet<string>, b: Facet<string>) => b.count - a.count || (a.name < b.name ? -1 : 1);

const sorted = <T extends string>(counts: ReadonlyMap<T, number>): Facet<T>[] =>
  [...counts].map(([name, count]) => ({ name, count })).sort(byCount);

function add<T>(counts: Map<T, number>, name: T | null, count: number): void {
  if (name !== null && count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
}

function countMakes(found: readonly Found[]): Facet<string>[] {
  const counts = new Map<string, number>();
  for (const { byMake, segment } of found)
    for (let code = 1; code < byMake.length; code++) add(counts, segment.makes.values[code]!, byMake[code]!);
  return sorted(counts);
}

function countTrait<T extends string>(found: readonly Found[], field: TraitField): Facet<T>[] {
  const counts = new Map<T, number>();
  for (const { byTraits } of found) {
    const byPacked = byTraits[field];
    for (let traits = 0; traits < traitCount; traits++)
      if (byPacked[traits]! > 0) add(counts, traitOf(traits, field) as T | null, byPacked[traits]!);
  }
  return sorted(counts);
}

const addSteps = (found: readonly Found[]): number[] =>
  Array.from({ length: priceSteps }, (_, step) =>
    found.reduce((sum, { bySteps }) => sum + bySteps[step]!, 0),
  );

/** The facets of all segments together. Deals are premium's. */
export const addFacets = (found: readonly Found[], viewer: Viewer): Facets => ({
  brands: countMakes(found),
  deals: viewer.isPremium ? countTrait<Deal>(found, 'deal') : null,
  fuels: countTrait<Fuel>(found, 'fuel'),
  gearboxes: countTrait<Gearbox>(found, 'gearbox'),
  sellers: countTrait<SellerType>(found, 'seller'),
  priceHistogram: addSteps(found),
});
