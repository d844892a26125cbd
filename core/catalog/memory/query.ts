import { seesPlates, type Viewer } from '#core/cars/car.ts';
import {
  type CardPage,
  type CardQuery,
  type Facet,
  lockedOnPage,
  pageSize,
} from '#core/catalog/card-query.ts';
import { sortFor } from '#core/catalog/card-rules.ts';
import type { Likeness } from '#core/catalog/catalog.ts';
import { foldText, readSearch } from '#core/catalog/fold-text.ts';
import { priceSteps } from '#core/catalog/number-filters.ts';
import type { Fuel, Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { mergePage, type Place } from './merge.ts';
import { planScan, type ScanPlan } from './rows.ts';
import { type Found, type LookField, scan } from './scan.ts';
import {
  bodyOf,
  cardAt,
  colorOf,
  featuresOf,
  isLockedTo,
  rowOf,
  type Segment,
  sourcesOf,
  type TraitField,
  traitCount,
  traitOf,
  unknownMileage,
} from './segment.ts';
import { searchRows } from './words.ts';

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

/** Counts values of a packed number that can have several at once: marketplaces and features. */
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

/** Adds the facets of all segments. Deals are counted for premium viewers only. */
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

/** The rows that match the text and the ids of the query; null means all rows. */
function candidatesOf(segment: Segment, query: CardQuery, viewer: Viewer): number[] | null {
  const lists = readSearch(query.text);
  const among = query.among
    ? [...query.among].map((id) => rowOf(segment, id)).filter((row) => row >= 0)
    : null;
  if (lists.length === 0) return among;
  const { open, guarded } = segment.words;
  const marks = new Uint8Array(segment.size);
  const rows = searchRows(seesPlates(viewer) ? [open, guarded] : [open], lists, marks);
  if (among === null) return rows;
  const wanted = new Set(among);
  return rows.filter((row) => wanted.has(row));
}

export function scanSegments(segments: readonly Segment[], query: CardQuery, viewer: Viewer): Found[] {
  const plan: ScanPlan = planScan(query, viewer);
  return segments.map((segment) =>
    scan(plan, segment, candidatesOf(segment, query, viewer), new Uint32Array(segment.size)),
  );
}

/** How many more cars this viewer would see with premium. */
export function countLocked(segments: readonly Segment[], viewer: Viewer): number {
  let count = 0;
  for (const { numbers, isGone, size } of segments)
    for (let row = 0; row < size; row++)
      if (isGone[row] === 0 && isLockedTo(viewer, numbers.traits[row]!)) count++;
  return count;
}

export function pageOf(
  found: readonly Found[],
  lockedCount: number,
  query: CardQuery,
  viewer: Viewer,
): CardPage {
  const totalCount = found.reduce((sum, { rows }) => sum + rows.length, 0);
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const page = Math.min(query.page, totalPages);
  const span = [(page - 1) * pageSize, page * pageSize] as const;
  const places = mergePage(found, sortFor(query, viewer), span, query.from);
  return {
    cards: places.map(({ segment, row }) => cardAt(segment, row)),
    lockedOnPage: lockedOnPage(query, lockedCount, page),
    totalCount,
    totalPages,
    page,
    ...addFacets(found, viewer),
  };
}

export const mostSimilar = 8;
/**
 * Distances between cars: six years, or a price 2.7 times as high, count about as much as another model of the same make.
 */
export const weights = { otherModel: 1, perYear: 1 / 6, unknownFact: 0.5 };
const { otherModel, perYear, unknownFact } = weights;

const ratio = (a: number | null, b: number): number =>
  a === null || a <= 0 || b <= 0 || b === unknownMileage
    ? unknownFact
    : Math.abs(Math.log((a + 1000) / (b + 1000)));

/** For each model code, 1 if it is the subject's model in any spelling. */
function sameModels(subject: Likeness, { models }: Segment): Uint8Array {
  const wanted = subject.model === null ? '' : foldText(subject.model);
  return Uint8Array.from(models.values, (model) => (wanted !== '' && foldText(model) === wanted ? 1 : 0));
}

function difference(
  subject: Likeness,
  isSameModel: Uint8Array,
  { numbers, models }: Segment,
  row: number,
): number {
  const year = numbers.year[row]!;
  return (
    (isSameModel[models.codes[row]!] === 1 ? 0 : otherModel) +
    (subject.year === null || year === 0 ? unknownFact : Math.abs(subject.year - year) * perYear) +
    ratio(subject.priceDkk, numbers.priceDkk[row]!) +
    ratio(subject.mileageKm, numbers.mileageKm[row]!) / 2
  );
}

type Alike = Place & { difference: number };

/** Cars of the same make that the viewer may see and has not hidden, most similar first. */
export function findSimilar(
  segments: readonly Segment[],
  subject: Likeness,
  viewer: Viewer,
  hidden: ReadonlySet<string>,
): Place[] {
  const best: Alike[] = [];
  for (const segment of segments) {
    const make = segment.makes.values.indexOf(subject.make ?? '');
    if (make <= 0) continue;
    const isSameModel = sameModels(subject, segment);
    for (let row = 0; row < segment.size; row++) {
      if (segment.makes.codes[row] !== make || segment.isGone[row] === 1) continue;
      const id = segment.ids[row]!;
      if (isLockedTo(viewer, segment.numbers.traits[row]!) || id === subject.id || hidden.has(id)) continue;
      insert(best, { segment, row, difference: difference(subject, isSameModel, segment, row) });
    }
  }
  return best;
}

/** Keeps the best few in order; ids break ties. */
function insert(best: Alike[], candidate: Alike): void {
  const isBetter = (other: Alike) =>
    candidate.difference < other.difference ||
    (candidate.difference === other.difference &&
      candidate.segment.ids[candidate.row]! < other.segment.ids[other.row]!);
  const last = best.at(-1);
  if (best.length === mostSimilar && last && !isBetter(last)) return;
  const place = best.findIndex(isBetter);
  best.splice(place < 0 ? best.length : place, 0, candidate);
  best.length = Math.min(best.length, mostSimilar);
}
