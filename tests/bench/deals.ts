import { statSync } from 'node:fs';
import { readOptions } from '#lib/program-options.ts';
import { measureDeals, type Pool, pools, showDeals } from './deals/measure-deals.ts';
import { readSet } from './valuation/measure.ts';

const usage = `Usage: npm run bench -- deals --data DIR [--sets dk1,dk3]

How many unchanged cars are called amazing, and how many of those made a quarter cheaper: by the product's own rating,
for pools of tidy ads, of ads as private people write them, and of both, for ads that leave their trim out (bare)
and for ads written as text and read again (written) in a pool of tidy ones, five seeds each.
DIR holds <set>.csv.gz with prices in kroner.`;

const values = readOptions(usage, { data: { type: 'string' }, sets: { type: 'string', default: 'dk1,dk3' } });
const folder = values.data;
if (folder && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  const results = values.sets.split(',').flatMap((set) => {
    const cars = readSet(folder, set);
    return (Object.keys(pools) as Pool[]).map((pool) => measureDeals(set, cars, pool));
  });
  process.stdout.write(`${showDeals(results)}\n${JSON.stringify({ results })}\n`);
} else {
  process.stderr.write(`The benchmark reads its data from a folder: give it with --data.\n\n${usage}\n`);
  process.exitCode = 2;
}
