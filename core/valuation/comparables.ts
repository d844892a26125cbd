import type { Subject } from './subject.ts';

/**
 * The pool's cars as columns, as the model keeps them: enough to find a car's nearest comparables.
 * Unknown numbers are null (JSON has no NaN); categories point into `words`.
 */
export type ComparableColumns = {
  ids: string[];
  /** Rows of each model, by model key. */
  rowsByModel: Record<string, number[]>;
  ageYears: number[];
  mileageKm: (number | null)[];
  horsepower: (number | null)[];
  engineLitres: (number | null)[];
  words: string[];
  fuel: number[];
  gearbox: number[];
  body: number[];
  variant: number[];
  /** How much each counts, where that is not 1 for all; models of before do not say. */
  weights?: number[];
};

export type Comparable = { row: number; distance: number };

/** Distance 1 ≈ one and a half year, 25,000 km or another fuel; what is farther than 6 is no comparable, below 2.5 it is near. */
const comparableReach = 6;
const nearReach = 2.5;
/** So many of the nearest are the evidence of a rating: those that are counted, adjusted and shown. */
const mostShown = 12;
/** Where fewer are within reach, the nearest so many up to twice as far stand in: their prices are adjusted the more. */
const fewShown = 5;
const widestReach = 2 * comparableReach;
/** How much farther away another model of the make counts. */
const otherModel = 2;

export function toComparableColumns(
  subjects: readonly Subject[],
  weights: readonly number[] = [],
): ComparableColumns {
  const numbers = new Map<string, number>();
  const wordNumber = (word: string): number => {
    if (!numbers.has(word)) numbers.set(word, numbers.size);
    return numbers.get(word)!;
  };
  const rowsByModel: Record<string, number[]> = {};
  subjects.forEach(({ model }, row) => {
    rowsByModel[model] ??= [];
    rowsByModel[model].push(row);
  });
  const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    ids: subjects.map((car) => car.id),
    rowsByModel,
    ageYears: subjects.map((car) => Math.round(car.ageYears * 100) / 100),
    mileageKm: subjects.map((car) => orNull(car.mileageKm)),
    horsepower: subjects.map((car) => orNull(car.horsepower)),
    engineLitres: subjects.map((car) => orNull(car.engineLitres)),
    fuel: subjects.map((car) => wordNumber(car.fuel)),
    gearbox: subjects.map((car) => wordNumber(car.gearbox)),
    body: subjects.map((car) => wordNumber(car.body)),
    variant: subjects.map((car) => wordNumber(car.variant)),
    words: [...numbers.keys()],
    ...(weights.some((weight) => weight < 1) && {
      weights: weights.map((weight) => Math.round(weight * 100) / 100),
    }),
  };
}

const byDistance = (one: Comparable, other: Comparable) =>
  one.distance - other.distance || one.row - other.row;

/** A gap in either car's facts costs as much as a moderate difference. */
function gap(ours: number, theirs: number | null, unit: number, whenUnknown: number): number {
  return Number.isFinite(ours) && theirs !== null ? Math.abs(ours - theirs) / unit : whenUnknown;
}

function distanceTo(subject: Subject, columns: ComparableColumns, row: number): number {
  const { words } = columns;
  let distance = Math.abs(columns.ageYears[row]! - subject.ageYears) / 1.5;
  distance += gap(subject.mileageKm, columns.mileageKm[row]!, 25_000, 1);
  distance += gap(subject.horsepower, columns.horsepower[row]!, 15, 0.5);
  if (gap(subject.engineLitres, columns.engineLitres[row]!, 1, 0) > 0) distance += 0.7;
  if (words[columns.fuel[row]!] !== subject.fuel) distance += 1;
  if (words[columns.gearbox[row]!] !== subject.gearbox) distance += 0.7;
  if (words[columns.body[row]!] !== subject.body) distance += 0.7;
  if (words[columns.variant[row]!] !== subject.variant) distance += 0.8;
  // Of two that are as alike the one that is offered today is nearer.
  distance += 1 - (columns.weights?.[row] ?? 1);
  return distance;
}

/** Cars of the same model within reach, nearest first; never the car itself. `isAllowed` keeps rows out (other folds). */
export function findComparables(
  subject: Subject,
  columns: ComparableColumns,
  isAllowed: (row: number) => boolean = () => true,
  reach = comparableReach,
): Comparable[] {
  const found: Comparable[] = [];
  for (const row of columns.rowsByModel[subject.model] ?? []) {
    if (columns.ids[row] === subject.id || !isAllowed(row)) continue;
    const distance = distanceTo(subject, columns, row);
    if (distance <= reach) found.push({ row, distance });
  }
  return found.sort(byDistance);
}

/** Other models of the car's make, nearest first: what a reader would look at where the model itself is rare. */
function findCarsOfMake(subject: Subject, columns: ComparableColumns): Comparable[] {
  const make = subject.model.slice(0, subject.model.indexOf('/') + 1);
  return Object.keys(columns.rowsByModel)
    .filter((model) => model.startsWith(make) && model !== subject.model)
    .flatMap((model) => findComparables({ ...subject, model }, columns, () => true, widestReach - otherModel))
    .map(({ row, distance }) => ({ row, distance: distance + otherModel }))
    .sort(byDistance);
}

/** `comparables`: those of the model within reach. `shown`: what a rating shows as its evidence, `otherModels` of it of other models. */
export type Evidence = { comparables: Comparable[]; shown: Comparable[]; otherModels: number };

export function findEvidence(subject: Subject, columns: ComparableColumns): Evidence {
  const wide = findComparables(subject, columns, () => true, widestReach);
  const comparables = wide.filter(({ distance }) => distance <= comparableReach);
  if (comparables.length >= fewShown)
    return { comparables, shown: comparables.slice(0, mostShown), otherModels: 0 };
  const missing = fewShown - wide.length;
  const others = missing > 0 ? findCarsOfMake(subject, columns).slice(0, missing) : [];
  return { comparables, shown: [...wide.slice(0, fewShown), ...others], otherModels: others.length };
}

/** How many of the pool's other cars share the car's model, and how many its variant too. */
export function countFamiliar(
  subject: Subject,
  { rowsByModel, ids, words, variant }: ComparableColumns,
  isAllowed: (row: number) => boolean = () => true,
): { modelCount: number; variantCount: number } {
  const others = (rowsByModel[subject.model] ?? []).filter(
    (row) => ids[row] !== subject.id && isAllowed(row),
  );
  const alike = others.filter((row) => words[variant[row]!] === subject.variant);
  return { modelCount: others.length, variantCount: alike.length };
}

export function countNear(comparables: readonly Comparable[]): number {
  return comparables.filter(({ distance }) => distance < nearReach).length;
}
