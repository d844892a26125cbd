import type { Fuel, Gearbox, SellerType } from '#core/marketplace/ad/listing.ts';
import type { Viewer } from '../../car/viewer.ts';
import type { Deal } from '../../valuation/valuation.ts';
import type { CardPage, Facet } from '../card-query.ts';
import { priceSteps } from '../price-scale.ts';
import { bodyOf, colorOf, featuresOf, sourcesOf } from './looks.ts';
import type { Found, LookField } from './scan.ts';
import { type TraitField, traitCount, traitOf } from './traits.ts';

type Facets = Omit<CardPage, 'cards' | 'lockedOnPage' | 'totalCount' | 'totalPages' | 'page'>;

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

function countModels(found: readonly Found[]): Facet<string>[] {
  const counts = new Map<string, number>();
  for (const { byModel, segment } of found)
    for (let code = 1; code < (byModel?.length ?? 0); code++)
      add(counts, segment.models.values[code]!, byModel![code]!);
  return sorted(counts);
}

/** What several values of one packed number name: a car may stand on two marketplaces, and have all there is. */
function countPacked<T extends string>(
  tables: readonly Uint32Array[],
  namesOf: (packed: number) => readonly T[],
): Facet<T>[] {
  const counts = new Map<T, number>();
  for (const table of tables)
    for (let packed = 0; packed < table.length; packed++)
      if (table[packed]! > 0) for (const name of namesOf(packed)) add(counts, name, table[packed]!);
  return sorted(counts);
}

const some = <T>(name: T | null): T[] => (name === null ? [] : [name]);

const addSteps = (found: readonly Found[]): number[] =>
  Array.from({ length: priceSteps }, (_, step) =>
    found.reduce((sum, { bySteps }) => sum + bySteps[step]!, 0),
  );

const tablesOf = (found: readonly Found[], field: LookField) => found.map(({ byLooks }) => byLooks[field]);

/** The facets of all segments together. Deals are premium's. */
export const addFacets = (found: readonly Found[], viewer: Viewer): Facets => ({
  brands: countMakes(found),
  deals: viewer.isPremium ? countTrait<Deal>(found, 'deal') : null,
  fuels: countTrait<Fuel>(found, 'fuel'),
  gearboxes: countTrait<Gearbox>(found, 'gearbox'),
  sellers: countTrait<SellerType>(found, 'seller'),
  models: countModels(found),
  sources: countPacked(tablesOf(found, 'source'), sourcesOf),
  bodies: countPacked(tablesOf(found, 'body'), (looks) => some(bodyOf(looks))),
  colors: countPacked(tablesOf(found, 'color'), (looks) => some(colorOf(looks))),
  features: countPacked(
    found.map(({ byFeatures }) => byFeatures),
    featuresOf,
  ),
  priceHistogram: addSteps(found),
});
