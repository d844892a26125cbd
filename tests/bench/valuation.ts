import { statSync } from 'node:fs';
import { readOptions } from '#lib/program-options.ts';
import { measureGone } from './valuation/gone.ts';
import { groupTitles, measureGroups } from './valuation/groups.ts';
import {
  measureCell,
  measureFolds,
  measureThinned,
  measureTime,
  measureTransfer,
  type Reference,
  readReference,
  readSet,
  type Transfer,
} from './valuation/measure.ts';
import { alignRows, showGone, showReport, showThinned, showTime } from './valuation/report.ts';

const usage = `Usage: npm run bench -- valuation --data DIR [--sets dk1,dk3] [--only dk1-split-full,…]
       npm run bench -- valuation --data DIR --gone [--sets dk1,eb1]   what cars that are gone teach
       npm run bench -- valuation --data DIR --groups [--sets dk1,de1] [--predictions DIR]   by fuel, age, price, rarity
       npm run bench -- valuation --data DIR --time [--sets dk1,de1] [--write DIR]   what a year teaches in a moving market
       npm run bench -- valuation --data DIR --thinned [--sets de1]   what a fit of a part of the market loses

DIR holds <set>.csv.gz (id, make, model, variant, year, … price, obs_year, split, hard, ord) and, for the ratios,
REFERENCE.txt with what the baselines scored. Sets in kroner have names that start with "dk". Predictions of another
tool, by the same five folds, are read from folds-<set>.csv (id, price, prediction). --write leaves the months and prices of
a planted market in time-<set>-<movement>.csv, for other tools to be taught the same.`;

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
  gone: { type: 'boolean', default: false },
  groups: { type: 'boolean', default: false },
  predictions: { type: 'string' },
  thinned: { type: 'boolean', default: false },
  time: { type: 'boolean', default: false },
  write: { type: 'string' },
});

if (isFolder(values.data) && values.gone) {
  const folder = values.data;
  const rows = values.sets.split(',').flatMap((set) => measureGone(set, readSet(folder, set)));
  process.stdout.write(`${showGone(rows)}\n${JSON.stringify({ gone: rows })}\n`);
} else if (isFolder(values.data) && values.groups) {
  const folder = values.data;
  const rows = values.sets
    .split(',')
    .flatMap((set) => measureGroups(set, readSet(folder, set), values.predictions));
  process.stdout.write(`${alignRows([groupTitles, ...rows])}\n`);
} else if (isFolder(values.data) && values.time) {
  const folder = values.data;
  const rows = [];
  for (const set of values.sets.split(','))
    for (const row of measureTime(set, readSet(folder, set), values.write)) {
      process.stderr.write(`${JSON.stringify(row)}\n`);
      rows.push(row);
    }
  process.stdout.write(`${showTime(rows)}\n${JSON.stringify({ time: rows })}\n`);
} else if (isFolder(values.data) && values.thinned) {
  const folder = values.data;
  const rows = [];
  for (const set of values.sets.split(','))
    for (const row of measureThinned(set, readSet(folder, set))) {
      // A fit of a whole market takes minutes.
      process.stderr.write(`${JSON.stringify(row)}\n`);
      rows.push(row);
    }
  process.stdout.write(`${showThinned(rows)}\n${JSON.stringify({ thinned: rows })}\n`);
} else if (isFolder(values.data)) {
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
