import { seesPlates, type Viewer } from '#core/cars/car.ts';
import { features } from '#core/cars/features.ts';
import { type CardQuery, noUpperPriceDkk } from '#core/catalog/card-query.ts';
import { foldText, readAvoided } from '#core/catalog/fold-text.ts';
import { boundsOf } from '#core/catalog/number-filters.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { distanceKm } from '#core/places/towns.ts';
import {
  bitsOf,
  bodyOf,
  colorOf,
  dayNumber,
  isLockedTo,
  lookCount,
  type NumberColumn,
  type NumberColumns,
  rowOf,
  type Segment,
  type TraitField,
  traitCount,
  traitFields,
  traitNames,
} from './segment.ts';
import { markAvoided } from './words.ts';

/** One bit for each filter with a facet that a row fails. A row that fails exactly one is still counted in that facet. */
export const fails = {
  price: 1,
  make: 2,
  deal: 4,
  fuel: 8,
  gearbox: 16,
  seller: 32,
  locked: 64,
  source: 128,
  body: 256,
  color: 512,
  model: 1024,
} as const;

function failsOfTraits(query: CardQuery, viewer: Viewer): Uint8Array {
  const wanted: Record<TraitField, readonly string[]> = {
    deal: viewer.isPremium ? query.deals : [],
    fuel: query.fuels,
    gearbox: query.gearbox === null ? [] : [query.gearbox],
    seller: query.seller === null ? [] : [query.seller],
  };
  const table = new Uint8Array(traitCount);
  for (const field of traitNames) {
    if (wanted[field].length === 0) continue;
    const { shift, mask, values } = traitFields[field];
    const failing = Uint8Array.from({ length: mask + 1 }, (_, code) =>
      wanted[field].includes(values[code] ?? '') ? 0 : fails[field],
    );
    for (let traits = 0; traits < traitCount; traits++) table[traits]! |= failing[(traits >> shift) & mask]!;
  }
  for (let traits = 0; traits < traitCount; traits++)
    if (isLockedTo(viewer, traits)) table[traits]! |= fails.locked;
  return table;
}

const anyLooks = new Uint16Array(lookCount);

function failsOfLooks({ sources, bodies, colors }: CardQuery): Uint16Array {
  if (sources.length + bodies.length + colors.length === 0) return anyLooks;
  const wantedSources = bitsOf(marketplaceIds, sources);
  return Uint16Array.from({ length: lookCount }, (_, looks) => {
    const body = bodyOf(looks);
    const color = colorOf(looks);
    const isElsewhere = sources.length > 0 && (looks & wantedSources) === 0;
    return (
      (isElsewhere ? fails.source : 0) |
      (bodies.length > 0 && !(body && bodies.includes(body)) ? fails.body : 0) |
      (colors.length > 0 && !(color && colors.includes(color)) ? fails.color : 0)
    );
  });
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/** A query prepared for scanning segments. Null and what is empty do not filter; a price without a bound is infinite. */
export function planScan(query: CardQuery, viewer: Viewer) {
  const { minPriceDkk, maxPriceDkk, minYear, maxYear } = query;
  return {
    minPriceDkk: minPriceDkk > 0 ? minPriceDkk : -Infinity,
    maxPriceDkk: maxPriceDkk >= noUpperPriceDkk ? Infinity : maxPriceDkk,
    years: minYear === null && maxYear === null ? null : { min: minYear ?? 1, max: maxYear ?? 9999 },
    limits: boundsOf(query),
    inspectionAfter: query.inspectionAfter === null ? null : dayNumber(query.inspectionAfter),
    firstSeenFromMs: msOf(query.firstSeenFrom),
    listedFromMs: msOf(query.listedFrom),
    listedUntilMs: msOf(query.listedUntil),
    droppedFromMs: msOf(query.droppedFrom),
    /** Bit set. */
    features: bitsOf(features, query.features),
    near: query.near,
    /** Folded, as models and words to avoid are. */
    makes: new Set(query.brands.map(foldText)),
    /** Indexed by packed traits, and by packed looks: bits of the filters that fail. */
    failsOfTraits: failsOfTraits(query, viewer),
    failsOfLooks: failsOfLooks(query),
    models: new Set(query.models.map(foldText)),
    avoided: readAvoided(query.avoid),
    /** Whether the words that only some readers may search are among those to avoid. */
    seesGuarded: seesPlates(viewer),
    hidden: query.hidden,
  };
}
export type ScanPlan = ReturnType<typeof planScan>;

/** Indexed by make code: the filter's bit if it fails. */
export const failsOfMakes = ({ makes }: ScanPlan, { values }: Segment['makes']): Uint8Array =>
  Uint8Array.from(values, (make) => (makes.size === 0 || makes.has(foldText(make)) ? 0 : fails.make));

/** Indexed by model code: the filter's bit if it fails; null if the query names no model. */
export const failsOfModels = ({ models }: ScanPlan, { values }: Segment['models']): Uint16Array | null =>
  models.size === 0
    ? null
    : Uint16Array.from(values, (model) => (models.has(foldText(model)) ? 0 : fails.model));

/** Indexed by city code: 1 if it is too far away or unknown; null if the query names no place. */
export function farCities({ near }: ScanPlan, { towns }: Segment): Uint8Array | null {
  if (near === null) return null;
  const isNear = (town: Segment['towns'][number]) =>
    town !== null && distanceKm(town, near.town) <= near.radiusKm;
  return Uint8Array.from(towns, (town) => (isNear(town) ? 0 : 1));
}

/** Indexed by row: 1 if it has words to avoid or is hidden; null if there are no such words and cars. */
function excludedRows({ avoided, seesGuarded, hidden }: ScanPlan, segment: Segment): Uint8Array | null {
  if (avoided.length + hidden.size === 0) return null;
  const { words, size } = segment;
  const marks = markAvoided(seesGuarded ? [words.open, words.guarded] : [words.open], avoided, size);
  for (const id of hidden) {
    const row = rowOf(segment, id);
    if (row >= 0) marks[row] = 1;
  }
  return marks;
}

// Each filter loops over one column and moves the remaining rows that pass to the front, so that unused filters cost
// nothing. Each returns the number of rows left.

function keepUnmarked(rows: Uint32Array, count: number, marks: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += 1 - marks[row]!;
  }
  return kept;
}

function keepBetween(
  rows: Uint32Array,
  count: number,
  column: NumberColumns[NumberColumn],
  min: number,
  max: number,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += column[row]! >= min && column[row]! <= max ? 1 : 0;
  }
  return kept;
}

function keepEquipped(rows: Uint32Array, count: number, features: Uint8Array, wanted: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += (features[row]! & wanted) === wanted ? 1 : 0;
  }
  return kept;
}

/** Excludes cars of unknown age, which may be older. */
function keepYoung(rows: Uint32Array, count: number, { numbers }: Segment, fromMs: number): number {
  const { listedMs, firstSeenMs } = numbers;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    const since = listedMs[row]!;
    rows[kept] = row;
    kept += since >= fromMs && since < firstSeenMs[row]! ? 1 : 0;
  }
  return kept;
}

function keepNear(rows: Uint32Array, count: number, cities: Uint32Array, isFar: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += 1 - isFar[cities[row]!]!;
  }
  return kept;
}

function begin(segment: Segment, candidates: readonly number[] | null, rows: Uint32Array): number {
  if (candidates) rows.set(candidates);
  else for (let row = 0; row < segment.size; row++) rows[row] = row;
  return candidates?.length ?? segment.size;
}

/**
 * Writes the candidates (null: all rows) that are live and pass the filters without facets into `rows`, and returns their
 * number.
 */
export function selectRows(
  plan: ScanPlan,
  segment: Segment,
  candidates: readonly number[] | null,
  rows: Uint32Array,
): number {
  const { numbers } = segment;
  const { years, inspectionAfter, firstSeenFromMs } = plan;
  const isFar = farCities(plan, segment);
  let count = begin(segment, candidates, rows);
  if (segment.goneCount > 0) count = keepUnmarked(rows, count, segment.isGone);
  if (years) count = keepBetween(rows, count, numbers.year, years.min, years.max);
  if (inspectionAfter !== null)
    count = keepBetween(rows, count, numbers.inspection, inspectionAfter + 1, Infinity);
  if (isFar) count = keepNear(rows, count, segment.cities.codes, isFar);
  for (const { of, least, most } of plan.limits) count = keepBetween(rows, count, numbers[of], least, most);
  if (firstSeenFromMs !== null)
    count = keepBetween(rows, count, numbers.firstSeenMs, firstSeenFromMs, Infinity);
  return keepMore(plan, segment, rows, count);
}

/** Applies the filters that are used less often. */
function keepMore(plan: ScanPlan, segment: Segment, rows: Uint32Array, first: number): number {
  const { features, listedMs, droppedMs } = segment.numbers;
  const { listedFromMs, listedUntilMs, droppedFromMs } = plan;
  const excluded = excludedRows(plan, segment);
  let count = first;
  if (excluded) count = keepUnmarked(rows, count, excluded);
  if (plan.features > 0) count = keepEquipped(rows, count, features, plan.features);
  if (droppedFromMs !== null) count = keepBetween(rows, count, droppedMs, droppedFromMs, Infinity);
  if (listedFromMs !== null) count = keepYoung(rows, count, segment, listedFromMs);
  if (listedUntilMs !== null) count = keepBetween(rows, count, listedMs, -Infinity, listedUntilMs);
  return count;
}
