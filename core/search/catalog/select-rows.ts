import { farCities, type ScanPlan } from './plan.ts';
import type { Segment } from './segment.ts';

// Each filter goes over the rows that are left and moves those that pass to the front: one column at a time, one loop for
// each, so that a filter that nobody asked for costs nothing. All return how many are left.

function keepLive(rows: Uint32Array, count: number, isGone: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += 1 - isGone[row]!;
  }
  return kept;
}

function keepYears(rows: Uint32Array, count: number, year: Int16Array, min: number, max: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += year[row]! >= min && year[row]! <= max ? 1 : 0;
  }
  return kept;
}

function keepInspected(rows: Uint32Array, count: number, inspection: Uint32Array, after: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += inspection[row]! > after ? 1 : 0;
  }
  return kept;
}

function keepBetween(
  rows: Uint32Array,
  count: number,
  column: Float64Array,
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

function keepStrong(rows: Uint32Array, count: number, horsepower: Uint16Array, min: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += horsepower[row]! >= min ? 1 : 0;
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

/** Of unknown age none: it may be older. */
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
 * Writes into `rows` the candidates (null: all rows) that are live and pass the filters that have no facet. Returns how
 * many they are.
 */
export function selectRows(
  plan: ScanPlan,
  segment: Segment,
  candidates: readonly number[] | null,
  rows: Uint32Array,
): number {
  const { year, mileageKm, inspection, firstSeenMs } = segment.numbers;
  const { years, maxMileageKm, inspectionAfter, firstSeenFromMs } = plan;
  const isFar = farCities(plan, segment);
  let count = begin(segment, candidates, rows);
  if (segment.goneCount > 0) count = keepLive(rows, count, segment.isGone);
  if (years) count = keepYears(rows, count, year, years.min, years.max);
  if (inspectionAfter !== null) count = keepInspected(rows, count, inspection, inspectionAfter);
  if (isFar) count = keepNear(rows, count, segment.cities.codes, isFar);
  if (maxMileageKm !== null) count = keepBetween(rows, count, mileageKm, 0, maxMileageKm);
  if (firstSeenFromMs !== null) count = keepBetween(rows, count, firstSeenMs, firstSeenFromMs, Infinity);
  return keepMore(plan, segment, rows, count);
}

/** The filters that fewer people ask for. */
function keepMore(plan: ScanPlan, segment: Segment, rows: Uint32Array, first: number): number {
  const { horsepower, features, listedMs, droppedMs } = segment.numbers;
  const { minHorsepower, listedFromMs, listedUntilMs, droppedFromMs } = plan;
  let count = first;
  if (plan.features > 0) count = keepEquipped(rows, count, features, plan.features);
  if (minHorsepower !== null) count = keepStrong(rows, count, horsepower, Math.max(1, minHorsepower));
  if (droppedFromMs !== null) count = keepBetween(rows, count, droppedMs, droppedFromMs, Infinity);
  if (listedFromMs !== null) count = keepYoung(rows, count, segment, listedFromMs);
  if (listedUntilMs !== null) count = keepBetween(rows, count, listedMs, -Infinity, listedUntilMs);
  return count;
}
