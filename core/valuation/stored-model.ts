import type { ComparableColumns } from './comparables.ts';
import {
  packDecimals,
  packIntegers,
  packSteps,
  unpackDecimals,
  unpackIntegers,
  unpackSteps,
} from './integer-text.ts';
import { logDecimals, type Model } from './model.ts';
import {
  NameBook,
  type PackedCoefficients,
  packCoefficients,
  unpackCoefficients,
} from './packed-coefficients.ts';
import { type PackedIds, packIds, unpackIds } from './packed-ids.ts';
import { listThresholds, type PackedTrees, packTrees, type Thresholds, unpackTrees } from './packed-trees.ts';

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
 * A model as it is kept: what stands in many places once, and numbers as text (`integer-text.ts`). Models of before were
 * kept as they are used (format 1), or with a list of ids (format 2).
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

/** Log prices as their distance from the price asked, which is small. */
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

/** Throws when the text is no model: it is fitted anew then, never guessed at. */
export function parseModel(text: string): Model {
  const parsed: unknown = JSON.parse(text);
  const format = typeof parsed === 'object' && parsed !== null && 'format' in parsed ? parsed.format : null;
  if (format === 1) return parsed as Model;
  if (format === 2 || format === 3) return unpack(parsed as StoredModel);
  throw new TypeError('Not a valuation model of a known format');
}
