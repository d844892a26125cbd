import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '#lib/program-options.ts';
import {
  type CellResult,
  type FoldSpread,
  measureCell,
  measureFolds,
  measureTransfer,
  type Reference,
  readReference,
  readSet,
  setFile,
  type Transfer,
} from './valuation/measure.ts';

type Column = { title: string; show: (cell: CellResult) => string };

const decimals = (value: number | null, count: number) => (value === null ? '–' : value.toFixed(count));

const accuracyColumns: Column[] = [
  { title: 'set', show: (cell) => cell.set },
  { title: 'split', show: (cell) => cell.split },
  { title: 'pool', show: (cell) => `${cell.pool}${cell.pool === 'full' ? ` (${cell.poolSize})` : ''}` },
  { title: 'n', show: (cell) => String(cell.score.count) },
  { title: 'answered', show: (cell) => decimals(cell.answered, 3) },
  { title: 'MdAPE', show: (cell) => decimals(cell.score.error, 4) },
  { title: '/lgb', show: (cell) => decimals(cell.toLightgbm, 3) },
  { title: '/cat', show: (cell) => decimals(cell.toCatboost, 3) },
  { title: '/ridge', show: (cell) => decimals(cell.toRidge, 3) },
  { title: '/knn', show: (cell) => decimals(cell.toNeighbours, 3) },
  { title: 'cover', show: (cell) => decimals(cell.score.coverage, 3) },
  { title: 'below', show: (cell) => decimals(cell.score.below, 3) },
  { title: 'above', show: (cell) => decimals(cell.score.above, 3) },
  { title: 'worst bin', show: (cell) => decimals(cell.score.worstBinCoverage, 3) },
  { title: 'Winkler/lgb', show: (cell) => decimals(cell.winklerToLightgbm, 3) },
  { title: 'fit s', show: (cell) => decimals(cell.fitSeconds, 1) },
  { title: 'predict ms', show: (cell) => decimals(cell.predictMs, 3) },
  { title: 'model kB br', show: (cell) => decimals(cell.modelKb, 0) },
];

const dealColumns: Column[] = [
  { title: 'set', show: (cell) => cell.set },
  { title: 'split', show: (cell) => cell.split },
  { title: 'pool', show: (cell) => cell.pool },
  { title: 'AUC −20 %', show: (cell) => decimals(cell.deals.auc20, 3) },
  { title: 'unchanged amazing', show: (cell) => decimals(cell.deals.unchangedAmazing, 3) },
  { title: '−25 % found', show: (cell) => decimals(cell.deals.found25, 3) },
  { title: 'rated', show: (cell) => decimals(cell.deals.rated, 3) },
  { title: 'of rated: amazing', show: (cell) => decimals(cell.deals.ratedUnchangedAmazing, 3) },
  { title: '−25 % found', show: (cell) => decimals(cell.deals.ratedFound25, 3) },
];

function alignRows(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((text, column) => text.padStart(widths[column]!)).join('  ')).join('\n');
}

function showTable(columns: Column[], cells: CellResult[]): string {
  return alignRows([
    columns.map(({ title }) => title),
    ...cells.map((cell) => columns.map(({ show }) => show(cell))),
  ]);
}

function showFolds(folds: FoldSpread): string {
  const spread = (values: number[], count: number) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return `${mean.toFixed(count)} (${Math.min(...values).toFixed(count)} to ${Math.max(...values).toFixed(count)})`;
  };
  return `${folds.set}, five folds: MdAPE ${spread(folds.errors, 4)}, coverage ${spread(folds.coverages, 3)}`;
}

const transferColumns: { title: string; show: (row: Transfer) => string }[] = [
  { title: 'cars of', show: (row) => row.own },
  { title: 'lent', show: (row) => row.lent ?? '–' },
  { title: 'own cars', show: (row) => String(row.poolSize) },
  { title: 'rated', show: (row) => decimals(row.rated, 3) },
  { title: 'MdAPE', show: (row) => decimals(row.error, 4) },
  { title: 'cover', show: (row) => decimals(row.coverage, 3) },
];

function showTransfers(rows: Transfer[]): string {
  const titles = transferColumns.map(({ title }) => title);
  return alignRows([titles, ...rows.map((row) => transferColumns.map(({ show }) => show(row)))]);
}

/** The report for people; deals are told of sets in kroner alone, where the rating's bounds apply. */
export function showReport(cells: CellResult[], folds: FoldSpread[], transfers: Transfer[]): string {
  const inKroner = cells.filter((cell) => cell.set.startsWith('dk'));
  const parts = ['Accuracy and intervals', showTable(accuracyColumns, cells)];
  if (inKroner.length > 0) parts.push('', 'Deals', showTable(dealColumns, inKroner));
  if (transfers.length > 0) parts.push('', 'A lent market', showTransfers(transfers));
  return [...parts, '', ...folds.map(showFolds)].join('\n');
}

const usage = `Usage: npm run bench -- valuation --data DIR [--sets dk1,dk3] [--only dk1-split-full,…]

DIR holds <set>.csv.gz (id, make, model, variant, year, … price, obs_year, split, hard, ord) and, for the ratios,
REFERENCE.txt with what the baselines scored. Sets in kroner have names that start with "dk".`;

/** The cells the baselines were measured on; for a set without baselines the whole pool. */
function cellsOf(set: string, reference: Reference): string[] {
  const known = [...reference.keys()].filter((cell) => cell.startsWith(`${set}-`));
  return known.length > 0 ? known : [`${set}-split-full`];
}

/** What keeps the sets from being read; null when nothing does. */
function problemWith(folder: string | undefined, sets: readonly string[]): string | null {
  if (folder === undefined) return 'The benchmark reads its data from a folder: give it with --data.';
  const missing = sets.map((set) => join(folder, setFile(set))).find((path) => !existsSync(path));
  return missing === undefined ? null : `There is no file ${missing}.`;
}

/** Each Danish set as the market lent to each other one. */
function transfersBetween(folder: string, sets: readonly string[]): Transfer[] {
  const markets = sets
    .filter((set) => set.startsWith('dk'))
    .map((set) => [set, readSet(folder, set)] as const);
  return markets.flatMap((own) =>
    markets.filter((other) => other !== own).flatMap((lent) => measureTransfer(own, lent)),
  );
}

const values = readOptions(usage, {
  data: { type: 'string' },
  sets: { type: 'string', default: 'dk1,dk3' },
  only: { type: 'string' },
});

const sets = values.sets.split(',');
const problem = problemWith(values.data, sets);

if (problem === null) {
  const folder = values.data!;
  const reference = readReference(folder);
  const cells = sets.flatMap((set) => {
    const cars = readSet(folder, set);
    const wanted =
      values.only?.split(',').filter((cell) => cell.startsWith(`${set}-`)) ?? cellsOf(set, reference);
    return wanted.map((cell) => measureCell(cars, cell, reference));
  });
  const folds = sets
    .filter((set) => set.startsWith('dk'))
    .map((set) => measureFolds(set, readSet(folder, set)));
  const transfers = values.only ? [] : transfersBetween(folder, sets);
  const report = showReport(cells, folds, transfers);
  process.stdout.write(`${report}\n${JSON.stringify({ cells, folds, transfers })}\n`);
} else {
  process.stderr.write(`${problem}\n\n${usage}\n`);
  process.exitCode = 2;
}
