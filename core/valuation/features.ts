import { carMakes } from '#core/marketplaces/ad/makes.ts';
import { once } from '#core/shared.ts';
import type { Comparable } from './evidence.ts';
import { emitMovement } from './market-index.ts';
import { fillGaps, lackOfWords, type References } from './references.ts';
import { clamp, roundTo } from './statistics.ts';
import type { Subject } from './subject.ts';
import type { TreeText } from './tree.ts';

/** Receives one feature of a car: its group (the features of a group share one shrinkage), its level and its value. */
export type Emit = (group: string, level: string, value: number) => void;

const ageKnotsYears = [1, 2, 3, 4, 6, 8, 10, 13, 17, 22];
const mileageKnots100Km = [0.1, 0.3, 0.6, 1, 1.5, 2, 2.5];
/** Slopes are centred on a car of six years and 80,000 km, so that they hardly correlate with levels. */
const centreAgeYears = 6;
const centreMileage = 0.8;
const yearsPerGenerationKnot = 2;

type Derived = { age: number; mileage: number; logPower: number; engine: number };

function emitCurves(subject: Subject, { age, mileage, logPower, engine }: Derived, emit: Emit): void {
  emit('age', 'line', age / 5);
  ageKnotsYears.forEach((knot) => {
    emit('age', `hinge${knot}`, Math.max(0, age - knot) / 5);
  });
  emit('mileage', 'line', mileage);
  emit('mileage', 'root', Math.sqrt(mileage));
  mileageKnots100Km.forEach((knot) => {
    emit('mileage', `hinge${knot}`, Math.max(0, mileage - knot));
  });
  if (Number.isNaN(subject.mileageKm)) emit('mileage', 'unknown', 1);
  emit('age×mileage', 'product', (age / 10) * mileage);
  emit('power', 'line', logPower);
  emit('power', 'square', logPower * logPower);
  emit('power', 'age', (logPower * age) / 10);
  if (Number.isNaN(subject.horsepower)) emit('power', 'unknown', 1);
  emit('engine', 'line', engine);
  if (Number.isNaN(subject.engineLitres)) emit('engine', 'unknown', 1);
}

function emitMakeAndModel(subject: Subject, { age, mileage, logPower }: Derived, emit: Emit): void {
  const agePart = (age - centreAgeYears) / 5;
  const mileagePart = mileage - centreMileage;
  for (const [scope, name] of [
    ['make', subject.make],
    ['model', subject.model],
  ] as const) {
    emit(scope, name, 1);
    emit(`${scope}·age`, name, agePart);
    emit(`${scope}·mileage`, name, mileagePart);
    emit(`${scope}·power`, name, logPower);
    emitGeneration(`${scope}·generation`, name, subject.year, emit);
  }
  emit('model·age²', subject.model, agePart * agePart);
}

/** Engine size and power as levels of the model: 110 and 115 hp can be different generations. */
function emitEngines(subject: Subject, filled: Subject, { rarelyMissing }: References, emit: Emit): void {
  for (const field of ['engineLitres', 'horsepower'] as const) {
    const level = rarelyMissing.includes(field) ? filled[field] : subject[field];
    if (Number.isFinite(level)) emit(`model·${field}`, `${subject.model}|${level}`, 1);
  }
}

/** Linear interpolation between knots two model years apart: a facelift changes the price without a jump at New Year. */
function emitGeneration(group: string, name: string, year: number, emit: Emit): void {
  const place = year / yearsPerGenerationKnot;
  const knot = Math.floor(place);
  emit(group, `${name}|${knot}`, 1 - (place - knot));
  emit(group, `${name}|${knot + 1}`, place - knot);
}

export const textGroups: readonly string[] = ['variant', 'word', 'make·word', 'model·word'];
/** Stands for the words that an ad lacks (`lackOfWords`): one level per model, and the level `anyModel`. */
export const noTextGroup = 'no text';
export const anyModel = 'any';

function emitWords(subject: Subject, references: References, emit: Emit): void {
  if (subject.variant) emit('variant', `${subject.model}|${subject.variant}`, 1);
  const lack = lackOfWords(subject, references);
  // The mean that stands for an ad's words already includes the words of its title.
  for (const token of lack > 0 ? subject.telling : subject.tokens) {
    emit('word', token, 1);
    emit('make·word', `${subject.make}|${token}`, 1);
    emit('model·word', `${subject.model}|${token}`, 1);
  }
  emit(noTextGroup, subject.model, lack);
  emit(noTextGroup, anyModel, lack);
}

function emitCategories(subject: Subject, age: number, emit: Emit): void {
  const agePart = (age - centreAgeYears) / 5;
  for (const kind of ['fuel', 'gearbox', 'body', 'seller', 'region'] as const) {
    const level = subject[kind];
    if (!level) continue;
    emit(kind, level, 1);
    emit(`${kind}·age`, level, agePart);
    if (kind === 'region' || kind === 'seller') continue;
    emit(`make·${kind}`, `${subject.make}|${level}`, 1);
    emit(`model·${kind}`, `${subject.model}|${level}`, 1);
  }
}

/** All features of the hedonic model, including those that are zero. A middle dot in a group marks an interaction. */
export function emitFeatures(subject: Subject, references: References, emit: Emit): void {
  const filled = fillGaps(subject, references);
  const derived: Derived = {
    age: subject.ageYears,
    mileage: filled.mileageKm / 100_000,
    logPower: Math.log(filled.horsepower / references.horsepower),
    engine: filled.engineLitres - references.engineLitres,
  };
  emitCurves(subject, derived, emit);
  emitMakeAndModel(subject, derived, emit);
  emitEngines(subject, filled, references, emit);
  emitWords(subject, references, emit);
  emitCategories(filled, derived.age, emit);
  emitMovement(subject, references, emit);
  if (Number.isFinite(subject.newPrice)) {
    const logNewPrice = Math.log(subject.newPrice) - references.logNewPrice;
    emit('new price', 'line', logNewPrice);
    emit('new price', 'age', (logNewPrice * (derived.age - centreAgeYears)) / 5);
  } else {
    emit('new price', 'unknown', 1);
  }
}

/** The pool as a sparse matrix. Row r holds `columns[i]` and `values[i]` for i in [rowStart[r], rowStart[r + 1]). */
export type DesignMatrix = {
  rowCount: number;
  rowStart: Int32Array;
  columns: Int32Array;
  values: Float64Array;
  /** For each column: the number of its group and its key in the model, `group|level`. */
  groupOf: Int32Array;
  keys: string[];
  groups: string[];
};

export function featureKey(group: string, level: string): string {
  return `${group}|${level}`;
}

const wordGroups = new Set(['word', 'make·word', 'model·word']);

/** A word in fewer than two ads, or in fewer than one of 5,000, is ignored. */
function findSharedWords(subjects: readonly Subject[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { tokens } of subjects)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const least = Math.max(2, subjects.length / 5000);
  return new Set([...counts].filter(([, count]) => count >= least).map(([token]) => token));
}

export function buildDesignMatrix(subjects: readonly Subject[], references: References): DesignMatrix {
  const sharedWords = findSharedWords(subjects);
  const columnOf = new Map<string, number>();
  const groupNumbers = new Map<string, number>();
  const groupOf: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  const rowStart = new Int32Array(subjects.length + 1);
  const columnFor = (group: string, level: string): number => {
    const key = featureKey(group, level);
    const existing = columnOf.get(key);
    if (existing !== undefined) return existing;
    if (!groupNumbers.has(group)) groupNumbers.set(group, groupNumbers.size);
    columnOf.set(key, groupOf.length);
    groupOf.push(groupNumbers.get(group)!);
    return groupOf.length - 1;
  };
  subjects.forEach((subject, row) => {
    emitFeatures(subject, references, (group, level, value) => {
      if (value === 0 || (group === noTextGroup && value < 1)) return;
      if (wordGroups.has(group) && !sharedWords.has(level.slice(level.lastIndexOf('|') + 1))) return;
      columns.push(columnFor(group, level));
      values.push(value);
    });
    rowStart[row + 1] = columns.length;
  });
  return {
    rowCount: subjects.length,
    rowStart,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    groupOf: Int32Array.from(groupOf),
    keys: [...columnOf.keys()],
    groups: [...groupNumbers.keys()],
  };
}

/** The chosen rows by column: column c holds indexes `rows[i]` (into `chosen`) for i in [start[c], start[c + 1]). */
export type ColumnMatrix = { start: Int32Array; rows: Int32Array; values: Float64Array };

export function turnToColumns(matrix: DesignMatrix, chosen: ArrayLike<number>): ColumnMatrix {
  const start = new Int32Array(matrix.keys.length + 1);
  const eachEntry = (visit: (column: number, place: number, value: number) => void) => {
    for (let place = 0; place < chosen.length; place++) {
      const row = chosen[place]!;
      for (let i = matrix.rowStart[row]!; i < matrix.rowStart[row + 1]!; i++) {
        visit(matrix.columns[i]!, place, matrix.values[i]!);
      }
    }
  };
  eachEntry((column) => {
    start[column + 1]! += 1;
  });
  for (let column = 0; column < matrix.keys.length; column++) start[column + 1]! += start[column]!;
  const next = start.slice();
  const rows = new Int32Array(start[matrix.keys.length]!);
  const values = new Float64Array(rows.length);
  eachEntry((column, place, value) => {
    const at = next[column]!;
    next[column] = at + 1;
    rows[at] = place;
    values[at] = value;
  });
  return { start, rows, values };
}

/** What the comparables say about a car: the hedonic fit's errors on them, and their number. */
export type Neighbourhood = { meanError: number; weight: number; nearCount: number } & Familiarity;

/** How many cars of the pool have the car's model, and how many also its variant. */
export type Familiarity = { modelCount: number; variantCount: number };

/** Errors of neighbours are clipped to this many robust deviations before trees learn from them. */
export const errorLimitDeviations = 4;

/** `errors`: the hedonic fit's log errors by pool row, from a fit that did not see the car. */
export function summariseNeighbours(
  comparables: readonly Comparable[],
  errors: ArrayLike<number>,
  errorLimit: number,
  counts: { nearCount: number } & Familiarity,
): Neighbourhood {
  let weight = 0;
  let weighted = 0;
  for (const { row, distance } of comparables) {
    const share = Math.exp(-0.8 * distance);
    weight += share;
    weighted += share * clamp(errors[row]!, -errorLimit, errorLimit);
  }
  return { meanError: weighted / (weight + 1), weight, ...counts };
}

/**
 * The features of a car for the trees. Categories are represented by the hedonic coefficients, the fit's estimate of what a
 * make or a fuel is worth. `coefficient`, `logPrice` and `neighbours` must come from a fit that did not see the car;
 * otherwise the trees learn to trust them too much.
 */
export function stackFeatures(
  subject: Subject,
  logPrice: number,
  coefficient: (key: string) => number,
  settledCoefficient: (key: string) => number,
  neighbours: Neighbourhood,
  text: TreeText,
): number[] {
  const of = (group: string, level: string) => coefficient(featureKey(group, level));
  const settled = (group: string, level: string) => settledCoefficient(featureKey(group, level));
  return [
    logPrice,
    subject.ageYears,
    subject.mileageKm,
    subject.mileageKm / (subject.ageYears + 0.5),
    subject.horsepower,
    subject.engineLitres,
    subject.year,
    subject.newPrice,
    of('make', subject.make),
    of('model', subject.model),
    of('model·age', subject.model),
    of('model·mileage', subject.model),
    settled('fuel', subject.fuel),
    settled('gearbox', subject.gearbox),
    settled('body', subject.body),
    settled('seller', subject.seller),
    neighbours.meanError,
    neighbours.weight,
    neighbours.nearCount,
    Math.log1p(neighbours.modelCount),
    // Older models refer to the features above by position, so new features are added below.
    text.count,
    Math.log1p(neighbours.variantCount),
    subject.tokens.filter((word) => of('word', word) === 0).length,
    ...text.has,
  ];
}

const wordList = (words: string) => new Set(words.trim().split(/\s+/));

/** Sales words, which say nothing about the trim. */
const salesWords = wordList(`
  sælges saelges sælger salg til billig billigt super flot flotte pæn pænt paen fin fint god godt lækker laekker perfekt
  velholdt velkørende velkoerende meget rigtig kun byd byttes bytte sendes hurtig hurtigt handel pris fast kr dkk km tkm
  årg årgang aarg aargang model fra med og en et den det som ny nye lille stor bil bilen biler obs`);

/** Other names of a make ("VW"). */
const aliasesByMake = once(() => new Map(carMakes().map(({ name, aliases }) => [foldName(name), aliases])));

/** Ads and the register spell makes differently ("Mercedes-Benz", "MERCEDES BENZ"); one model must not be split by that. */
export function foldName(name: string | null): string {
  return (name ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function foldText(text: string | null): string {
  return (text ?? '').normalize('NFC').toLowerCase().trim();
}

/** The distinct words of a title or variant that have at least two letters or digits. */
export function readTokens(...texts: (string | null)[]): string[] {
  const found = texts.flatMap((text) => foldText(text).match(/[\p{L}\p{N}][\p{L}\p{N},.\-+]*/gu) ?? []);
  const tokens = found.map((token) => token.replace(/[,.-]+$/, '').replace(',', '.'));
  return [...new Set(tokens)].filter((token) => token.length > 1);
}

function namesOf(make: string | null, model: string | null): Set<string> {
  const names = [make, model, ...(aliasesByMake().get(foldName(make)) ?? [])];
  return new Set(names.flatMap((name) => [foldName(name), ...foldText(name).split(/[^\p{L}\p{N}]+/u)]));
}

/** The words that distinguish cars of one model: without its make, model and year, and without sales words. */
export function readTellingWords(
  { make, model, year }: { make: string | null; model: string | null; year: number | null },
  ...texts: (string | null)[]
): string[] {
  const names = namesOf(make, model);
  return readTokens(...texts).filter(
    (word) =>
      !names.has(word) && !names.has(foldName(word)) && !salesWords.has(word) && word !== String(year),
  );
}

/** With this many cars, a model's own mean counts as much as the pool's. */
const priorCars = 3;

export type ExpectedText = {
  coefficients: Record<string, number>;
  /** Standard deviation, in log price, of the words of single cars around their model's mean. */
  deviation: number;
};

/**
 * The mean worth of words and variant per model, as coefficients for ads that have neither. If every ad of the pool has a
 * title, a car without one must count as an ordinary trim, not as one that lacks all words. A pool with such ads has learnt
 * these coefficients itself; the caller prefers those.
 */
export function expectText(
  matrix: DesignMatrix,
  coefficients: Float64Array,
  subjects: readonly Subject[],
): ExpectedText {
  const isText = matrix.groups.map((group) => textGroups.includes(group));
  const worthOf = (row: number): number => {
    let sum = 0;
    for (let i = matrix.rowStart[row]!; i < matrix.rowStart[row + 1]!; i++) {
      const column = matrix.columns[i]!;
      if (isText[matrix.groupOf[column]!]) sum += coefficients[column]! * matrix.values[i]!;
    }
    return sum;
  };
  const rowsByModel = Map.groupBy(subjects.keys(), (row) => subjects[row]!.model);
  const totalOf = (rows: Iterable<number>) => [...rows].reduce((sum, row) => sum + worthOf(row), 0);
  const everywhere = totalOf(subjects.keys()) / Math.max(1, subjects.length);
  const expected: Record<string, number> = { [featureKey(noTextGroup, anyModel)]: everywhere };
  for (const [model, rows] of rowsByModel) {
    const ownMean = (totalOf(rows) + priorCars * everywhere) / (rows.length + priorCars);
    expected[featureKey(noTextGroup, model)] = ownMean - everywhere;
  }
  const squares = [...rowsByModel].flatMap(([model, rows]) =>
    [...rows].map((row) => (worthOf(row) - everywhere - expected[featureKey(noTextGroup, model)]!) ** 2),
  );
  const variance = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length);
  return { coefficients: expected, deviation: roundTo(Math.sqrt(variance), 4) };
}
