import type { CellResult, FoldSpread, Transfer } from './measure.ts';

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
