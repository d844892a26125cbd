import { statSync } from 'node:fs';
import { readOptions } from '#lib/program-options.ts';
import {
  measureCell,
  measureFolds,
  measureTransfer,
  type Reference,
  readReference,
  readSet,
  type Transfer,
} from './valuation/measure.ts';
import { showReport } from './valuation/report.ts';

const usage = `Usage: npm run bench -- valuation --data DIR [--sets dk1,dk3] [--only dk1-split-full,…]

DIR holds <set>.csv.gz (id, make, model, variant, year, … price, obs_year, split, hard, ord) and, for the ratios,
REFERENCE.txt with what the baselines scored. Sets in kroner have names that start with "dk".`;

/** The cells the baselines were measured on; for a set without baselines the whole pool. */
function cellsOf(set: string, reference: Reference): string[] {
  const known = [...reference.keys()].filter((cell) => cell.startsWith(`${set}-`));
  return known.length > 0 ? known : [`${set}-split-full`];
}

function isFolder(path: string | undefined): path is string {
  return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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

if (isFolder(values.data)) {
  const folder = values.data;
  const reference = readReference(folder);
  const sets = values.sets.split(',');
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
  const problem = values.data
    ? `No folder at ${values.data}.`
    : 'The benchmark reads its data from a folder: give it with --data.';
  process.stderr.write(`${problem}\n\n${usage}\n`);
  process.exitCode = 2;
}
