import type { ComparableColumns } from './evidence.ts';
import { featureKey } from './features.ts';
import { coefficientDecimals } from './hedonic.ts';
import { logDecimals, type Model } from './model.ts';
import { roundTo } from './statistics.ts';
import type { Tree } from './tree.ts';

/**
 * Lists of integers as text that compresses well: each number is one character, small ones one byte, so that gzip works on
 * the numbers' frequencies instead of their digits. Numbers near 0, of either sign, are cheapest.
 */
const firstCode = 0x23;
/** The only printable character above it that JSON escapes. */
const backslash = 0x5c;
/** The largest number that fits in one character below the surrogates; larger ones take two characters. */
const oneCharacter = 50_000;
const twoCharacters = 5_000;

const signOf = (digit: number) => {
  const code = firstCode + digit;
  return String.fromCharCode(code >= backslash ? code + 1 : code);
};

const digitAt = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code - firstCode - (code > backslash ? 1 : 0);
};

/** Throws a RangeError for numbers that are not integers or above 125 million. */
export function packIntegers(values: readonly number[]): string {
  return values
    .map((value) => {
      const folded = value < 0 ? -2 * value - 1 : 2 * value;
      if (!Number.isInteger(value) || folded >= oneCharacter * twoCharacters)
        throw new RangeError(`${value} cannot be packed`);
      if (folded < oneCharacter) return signOf(folded);
      return signOf(oneCharacter + Math.floor(folded / oneCharacter)) + signOf(folded % oneCharacter);
    })
    .join('');
}

export function unpackIntegers(text: string): number[] {
  const values: number[] = [];
  for (let at = 0; at < text.length; at++) {
    let folded = digitAt(text, at);
    if (folded >= oneCharacter) {
      at += 1;
      folded = (folded - oneCharacter) * oneCharacter + digitAt(text, at);
    }
    values.push(folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2);
  }
  return values;
}

export const packDecimals = (values: readonly number[], decimals: number): string =>
  packIntegers(values.map((value) => Math.round(value * 10 ** decimals)));

export const unpackDecimals = (text: string, decimals: number): number[] =>
  unpackIntegers(text).map((value) => value / 10 ** decimals);

/** Numbers that mostly rise or stay equal, as differences. */
export const packSteps = (values: readonly number[]): string =>
  packIntegers(values.map((value, place) => value - (values[place - 1] ?? 0)));

export function unpackSteps(text: string): number[] {
  let sum = 0;
  return unpackIntegers(text).map((step) => {
    sum += step;
    return sum;
  });
}

/** Names by number: a make is stored once instead of with each of its words. */
export class NameBook {
  readonly names: string[];
  private readonly numbers: Map<string, number>;

  constructor(names: readonly string[]) {
    this.names = [...names];
    this.numbers = new Map(names.map((name, number) => [name, number]));
  }

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/**
 * The coefficients of one feature group. A level is a name ("toyota"), or two names with a bar ("toyota/yaris|style"):
 * `first` and `second` are their numbers, sorted, as differences; `second` restarts whenever `first` changes.
 */
type PackedGroup = { first: string; second?: string; values: string };
export type PackedCoefficients = Record<string, PackedGroup>;

type Entry = { first: number; second: number; value: number };

const bar = '|';

function splitLevel(level: string): [string, string | undefined] {
  const at = level.indexOf(bar);
  return at < 0 ? [level, undefined] : [level.slice(0, at), level.slice(at + 1)];
}

function packGroup(entries: Entry[]): PackedGroup {
  entries.sort((one, other) => one.first - other.first || one.second - other.second);
  const isPair = entries.some(({ second }) => second >= 0);
  const steps = entries.map(({ first, second }, place) => {
    const before = entries[place - 1];
    return before?.first === first ? second - before.second : second;
  });
  return {
    first: packSteps(entries.map(({ first }) => first)),
    ...(isPair && { second: packIntegers(steps) }),
    values: packDecimals(
      entries.map(({ value }) => value),
      coefficientDecimals,
    ),
  };
}

/** Adds new names to `book`. */
export function packCoefficients(coefficients: Record<string, number>, book: NameBook): PackedCoefficients {
  const groups: Record<string, Entry[]> = {};
  for (const [key, value] of Object.entries(coefficients)) {
    const [group, level] = splitLevel(key);
    const [first, second] = splitLevel(level!);
    groups[group] ??= [];
    groups[group].push({
      first: book.numberOf(first),
      second: second === undefined ? -1 : book.numberOf(second),
      value,
    });
  }
  return Object.fromEntries(Object.entries(groups).map(([group, entries]) => [group, packGroup(entries)]));
}

export function unpackCoefficients(
  packed: PackedCoefficients,
  names: readonly string[],
): Record<string, number> {
  const coefficients: Record<string, number> = {};
  for (const [group, { first, second, values }] of Object.entries(packed)) {
    const firsts = unpackSteps(first);
    const steps = second === undefined ? [] : unpackIntegers(second);
    let at = -1;
    unpackDecimals(values, coefficientDecimals).forEach((value, place) => {
      at = (firsts[place] === firsts[place - 1] ? at : 0) + (steps[place] ?? -1);
      const name = names[firsts[place]!]!;
      const level = at < 0 ? name : name + bar + names[at]!;
      coefficients[featureKey(group, level)] = value;
    });
  }
  return coefficients;
}

/**
 * Ids of cars as text. Ids of the most frequent length are concatenated, because a separator between random ids would cost
 * as much as three letters. `odd`: the other ids with their rows.
 */
export type PackedIds = string[] | { length: number; alike: string; odd: [row: number, id: string][] };

/** The first of the most frequent lengths; 0 without ids. */
function commonLength(ids: readonly string[]): number {
  const groups = [...Map.groupBy(ids, ({ length }) => length).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most), [])[0]?.length ?? 0;
}

export function packIds(ids: readonly string[]): PackedIds {
  const length = commonLength(ids);
  const isAlike = (id: string) => id.length === length;
  return {
    length,
    alike: ids.filter(isAlike).join(''),
    odd: ids.flatMap((id, row): [number, string][] => (isAlike(id) ? [] : [[row, id]])),
  };
}

/** Models of format 2 store them as a list. */
export function unpackIds(packed: PackedIds): string[] {
  if (Array.isArray(packed)) return packed;
  const { length, alike, odd } = packed;
  const ids = Array.from({ length: length > 0 ? alike.length / length : 0 }, (_, place) =>
    alike.slice(place * length, (place + 1) * length),
  );
  for (const [row, id] of odd) ids.splice(row, 0, id);
  return ids;
}

/** Leaf values are small parts of a log price: the rounding errors of a hundred leaves add up to less than a thousandth. */
export const treeDecimals = 4;

/**
 * Many trees as columns of nodes, each tree's root first and left children before right ones. `features`: 0 for a leaf,
 * else 1 + the feature; `cuts`: index of the feature's threshold; `values`: of the leaves only.
 */
export type PackedTrees = { features: string; cuts: string; values: string };
export type Thresholds = number[][];

/** The same tree with its nodes in that order and its numbers rounded as stored. */
export function settleTree(tree: Tree): Tree {
  const settled: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
  const take = (node: number): number => {
    const place = settled.feature.push(tree.feature[node]!) - 1;
    const isLeaf = tree.feature[node]! < 0;
    settled.threshold.push(isLeaf ? 0 : Number(tree.threshold[node]!.toPrecision(9)));
    settled.value.push(isLeaf ? roundTo(tree.value[node]!, treeDecimals) : 0);
    settled.left.push(0);
    settled.right.push(0);
    if (isLeaf) return place;
    settled.left[place] = take(tree.left[node]!);
    settled.right[place] = take(tree.right[node]!);
    return place;
  };
  take(0);
  return settled;
}

/** The thresholds that the trees use, by feature, ascending. */
export function listThresholds(trees: readonly Tree[]): Thresholds {
  const found: Set<number>[] = [];
  for (const { feature, threshold } of trees)
    feature.forEach((chosen, node) => {
      if (chosen < 0) return;
      found[chosen] ??= new Set();
      found[chosen].add(threshold[node]!);
    });
  return Array.from(found, (cuts) => [...(cuts ?? [])].sort((one, other) => one - other));
}

export function packTrees(trees: readonly Tree[], thresholds: Thresholds): PackedTrees {
  const places = thresholds.map((cuts) => new Map(cuts.map((cut, place) => [cut, place])));
  const features: number[] = [];
  const cuts: number[] = [];
  const values: number[] = [];
  for (const { feature, threshold, value } of trees)
    feature.forEach((chosen, node) => {
      features.push(chosen + 1);
      if (chosen < 0) values.push(value[node]!);
      else cuts.push(places[chosen]!.get(threshold[node]!)!);
    });
  return {
    features: packIntegers(features),
    cuts: packIntegers(cuts),
    values: packDecimals(values, treeDecimals),
  };
}

export function unpackTrees(packed: PackedTrees, thresholds: Thresholds): Tree[] {
  const features = unpackIntegers(packed.features);
  const cuts = unpackIntegers(packed.cuts);
  const values = unpackDecimals(packed.values, treeDecimals);
  let nodesTaken = 0;
  let cutsTaken = 0;
  let leavesTaken = 0;
  const readNode = (tree: Tree): number => {
    const feature = features[nodesTaken++]! - 1;
    const place = tree.feature.push(feature) - 1;
    const isLeaf = feature < 0;
    tree.threshold.push(isLeaf ? 0 : thresholds[feature]![cuts[cutsTaken++]!]!);
    tree.value.push(isLeaf ? values[leavesTaken++]! : 0);
    tree.left.push(0);
    tree.right.push(0);
    if (isLeaf) return place;
    tree.left[place] = readNode(tree);
    tree.right[place] = readNode(tree);
    return place;
  };
  const trees: Tree[] = [];
  while (nodesTaken < features.length) {
    const tree: Tree = { feature: [], threshold: [], left: [], right: [], value: [] };
    readNode(tree);
    trees.push(tree);
  }
  return trees;
}

const ageDecimals = 2;
const wordColumns = ['fuel', 'gearbox', 'body', 'variant'] as const;
const logColumns = ['fitErrors', 'heldBackLogs', 'heldBackSpreads'] as const;
type WordColumn = (typeof wordColumns)[number];
type LogColumn = (typeof logColumns)[number];

type PackedComparables = Record<WordColumn | 'ageYears' | 'models', string> &
  Pick<ComparableColumns, 'mileageKm' | 'horsepower' | 'engineLitres' | 'weights'> & {
    ids: PackedIds;
    /** How many of the names, from the first, are words of the columns. */
    wordCount: number;
  };

/**
 * A model as stored: repeated values once, and numbers as text (`packIntegers`). Older models were stored as they are in
 * memory (format 1), or with a list of ids (format 2).
 */
type StoredModel = Omit<Model, 'format' | 'coefficients' | 'comparables' | LogColumn | TreesKey> & {
  format: 3;
  names: string[];
  coefficients: PackedCoefficients;
  comparables: PackedComparables;
  thresholds: Thresholds;
  correctionTrees: PackedTrees;
  secondOpinion: { share: number; trees: PackedTrees };
  spreadTrees: PackedTrees;
} & Record<LogColumn, string>;
type TreesKey = 'correctionTrees' | 'secondOpinion' | 'spreadTrees';

function packComparables(columns: ComparableColumns, book: NameBook): PackedComparables {
  const { ids, rowsByModel, words, ageYears, fuel, gearbox, body, variant, ...plain } = columns;
  const modelOf: number[] = [];
  for (const [model, rows] of Object.entries(rowsByModel))
    for (const row of rows) modelOf[row] = book.numberOf(model);
  return {
    ...plain,
    ids: packIds(ids),
    wordCount: words.length,
    models: packSteps(modelOf),
    ageYears: packDecimals(ageYears, ageDecimals),
    fuel: packIntegers(fuel),
    gearbox: packIntegers(gearbox),
    body: packIntegers(body),
    variant: packSteps(variant),
  };
}

function unpackComparables(packed: PackedComparables, names: readonly string[]): ComparableColumns {
  const { ids, models, wordCount, ageYears, fuel, gearbox, body, variant, ...plain } = packed;
  const rowsByModel: Record<string, number[]> = {};
  unpackSteps(models).forEach((number, row) => {
    const model = names[number]!;
    rowsByModel[model] ??= [];
    rowsByModel[model].push(row);
  });
  return {
    ...plain,
    ids: unpackIds(ids),
    rowsByModel,
    words: names.slice(0, wordCount),
    ageYears: unpackDecimals(ageYears, ageDecimals),
    fuel: unpackIntegers(fuel),
    gearbox: unpackIntegers(gearbox),
    body: unpackIntegers(body),
    variant: unpackSteps(variant),
  };
}

/** Log prices as differences from the asking price, which are small. */
const packHeldBack = ({ heldBackLogs, prices }: Model) =>
  packDecimals(
    heldBackLogs.map((log, row) => log - baseOf(prices[row]!)),
    logDecimals,
  );
const baseOf = (price: number) => Math.round(Math.log(price) * 10 ** logDecimals) / 10 ** logDecimals;

export function serialiseModel(model: Model): string {
  const { correctionTrees, secondOpinion, spreadTrees } = model;
  const book = new NameBook(model.comparables.words);
  const thresholds = listThresholds([...correctionTrees, ...secondOpinion.trees, ...spreadTrees]);
  const stored: StoredModel = {
    ...model,
    format: 3,
    coefficients: packCoefficients(model.coefficients, book),
    comparables: packComparables(model.comparables, book),
    fitErrors: packDecimals(model.fitErrors, logDecimals),
    heldBackLogs: packHeldBack(model),
    heldBackSpreads: packDecimals(model.heldBackSpreads, logDecimals),
    thresholds,
    correctionTrees: packTrees(correctionTrees, thresholds),
    secondOpinion: { share: secondOpinion.share, trees: packTrees(secondOpinion.trees, thresholds) },
    spreadTrees: packTrees(spreadTrees, thresholds),
    names: book.names,
  };
  return JSON.stringify(stored);
}

function unpack({ names, thresholds, ...stored }: StoredModel): Model {
  const distances = unpackDecimals(stored.heldBackLogs, logDecimals);
  return {
    ...stored,
    format: 1,
    coefficients: unpackCoefficients(stored.coefficients, names),
    comparables: unpackComparables(stored.comparables, names),
    fitErrors: unpackDecimals(stored.fitErrors, logDecimals),
    heldBackLogs: distances.map((distance, row) => roundLog(baseOf(stored.prices[row]!) + distance)),
    heldBackSpreads: unpackDecimals(stored.heldBackSpreads, logDecimals),
    correctionTrees: unpackTrees(stored.correctionTrees, thresholds),
    secondOpinion: {
      share: stored.secondOpinion.share,
      trees: unpackTrees(stored.secondOpinion.trees, thresholds),
    },
    spreadTrees: unpackTrees(stored.spreadTrees, thresholds),
  };
}
const roundLog = (log: number) => Math.round(log * 10 ** logDecimals) / 10 ** logDecimals;

/** Throws if the text is not a model; the model must then be fitted again. */
export function parseModel(text: string): Model {
  const parsed: unknown = JSON.parse(text);
  const format = typeof parsed === 'object' && parsed !== null && 'format' in parsed ? parsed.format : null;
  if (format === 1) return parsed as Model;
  if (format === 2 || format === 3) return unpack(parsed as StoredModel);
  throw new TypeError('Not a valuation model of a known format');
}
