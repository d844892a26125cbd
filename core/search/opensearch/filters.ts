import { isLocked, seesPlates, type Viewer } from '../../car/viewer.ts';
import { distanceKm } from '../../place/find-town.ts';
import { towns } from '../../place/towns.ts';
import { deals } from '../../valuation/valuation.ts';
import type { CardQuery } from '../card-query.ts';
import { dayNumber } from '../catalog/build-segment.ts';
import { foldText, readSearch } from '../fold-text.ts';
import { noUpperPriceDkk } from '../no-limits.ts';
import type { IndexedField } from './index-definition.ts';
import { allOf, anyOf, type Clause, oneOf } from './search-body.ts';

type Bounds = { gte?: number | null; gt?: number | null; lte?: number | null };

/** Nothing where no bound is set. */
function within(field: IndexedField, bounds: Bounds): Clause[] {
  const set = Object.entries(bounds).filter(([, bound]) => bound !== null && bound !== undefined);
  return set.length === 0 ? [] : [{ range: { [field]: Object.fromEntries(set) } }];
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
const is = (field: IndexedField, value: string | boolean): Clause => ({ term: { [field]: value } });

/** Cars that are in the list at all. */
export const listed: Clause = is('isListed', true);

/** Cars of these deals the viewer may know nothing of. */
const lockedDeals = (viewer: Viewer) => deals.filter((deal) => isLocked(viewer, { deal }));

/** The cars that are locked for the viewer; null when none is. */
export function lockedClause(viewer: Viewer): Clause | null {
  const locked = lockedDeals(viewer);
  return locked.length === 0 ? null : oneOf('deal', locked);
}

/** What the viewer may know, decided here and not by who asks: locked cars are in no answer. */
export function openClauses(viewer: Viewer): Clause[] {
  const locked = lockedClause(viewer);
  return [listed, ...(locked ? [{ bool: { must_not: [locked] } }] : [])];
}

/** Words as the memory engine takes them: all words of some list, each the beginning of some word of the car. */
function wordClauses(text: string, viewer: Viewer): Clause[] {
  const lists = readSearch(text);
  if (lists.length === 0) return [];
  // Who sees no plates asks the open words alone: anything else would be an oracle.
  const fields: readonly IndexedField[] = seesPlates(viewer) ? ['openWords', 'guardedWords'] : ['openWords'];
  const begins = (word: string) => anyOf(fields.map((field) => ({ prefix: { [field]: word } })));
  return [anyOf(lists.map((words) => allOf(words.map(begins))))];
}

/** Towns are few and their distance is worked out here, as the memory engine does: the engine compares names. */
function nearClauses(near: CardQuery['near']): Clause[] {
  if (near === null) return [];
  const around = towns.filter((town) => distanceKm(town, near.town) <= near.radiusKm);
  return [
    oneOf(
      'town',
      around.map(({ name }) => name),
    ),
  ];
}

function yearClauses({ minYear, maxYear }: CardQuery): Clause[] {
  // An unknown year stands as 0 and is in no range.
  return minYear === null && maxYear === null
    ? []
    : within('year', { gte: minYear ?? 1, lte: maxYear ?? 9999 });
}

/** The viewer's entitlements and the filters that no facet counts. */
export function plainClauses(query: CardQuery, viewer: Viewer): Clause[] {
  const { maxMileageKm, inspectionAfter, minHorsepower, among } = query;
  return [
    ...openClauses(viewer),
    ...yearClauses(query),
    ...within('mileageKm', { lte: maxMileageKm }),
    ...within('inspection', { gt: inspectionAfter === null ? null : dayNumber(inspectionAfter) }),
    ...within('firstSeenMs', { gte: msOf(query.firstSeenFrom) }),
    ...within('droppedMs', { gte: msOf(query.droppedFrom) }),
    ...(query.listedFrom === null ? [] : within('ageKnown', { gte: 1 })),
    ...within('listedMs', { gte: msOf(query.listedFrom), lte: msOf(query.listedUntil) }),
    ...within('horsepower', { gte: minHorsepower === null ? null : Math.max(1, minHorsepower) }),
    ...query.features.map((feature) => is('features', feature)),
    ...nearClauses(query.near),
    ...wordClauses(query.text, viewer),
    ...(among === null ? [] : [oneOf('id', [...among])]),
  ];
}

export const facetNames = [
  'price',
  'brand',
  'model',
  'deal',
  'fuel',
  'gearbox',
  'seller',
  'source',
  'body',
  'color',
] as const;
export type FacetName = (typeof facetNames)[number];

const chosen = (field: IndexedField, values: readonly string[]): Clause[] =>
  values.length === 0 ? [] : [oneOf(field, values)];
const maybe = (value: string | null): string[] => (value === null ? [] : [value]);

/** The filters that have a facet of their own, as far as they are set: a facet counts what the others leave. */
export function facetClauses(query: CardQuery, viewer: Viewer): Record<FacetName, Clause[]> {
  const { minPriceDkk, maxPriceDkk } = query;
  return {
    price: within('priceDkk', {
      gte: minPriceDkk > 0 ? minPriceDkk : null,
      lte: maxPriceDkk >= noUpperPriceDkk ? null : maxPriceDkk,
    }),
    brand: chosen('makeFolded', query.brands.map(foldText)),
    model: chosen('modelFolded', query.models.map(foldText)),
    deal: chosen('deal', viewer.isPremium ? query.deals : []),
    fuel: chosen('fuel', query.fuels),
    gearbox: chosen('gearbox', maybe(query.gearbox)),
    seller: chosen('seller', maybe(query.seller)),
    source: chosen('sources', query.sources),
    body: chosen('body', query.bodies),
    color: chosen('color', query.colors),
  };
}
