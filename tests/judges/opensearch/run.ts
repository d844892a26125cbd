import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Unable } from '../judge.ts';
import { type BesideResult, measureBeside } from './measure-beside.ts';
import { install, version, withEngine } from './opensearch-node.ts';
import { askTruth, type TruthResult } from './truth.ts';

const usage = `Usage: node --max-old-space-size=10000 tests/judges/opensearch/run.ts [--cars 100000,1000000] [--questions 50] [--folder DIR] [--no-truth]

Starts one node of OpenSearch ${version} on this machine (Java and Maven), asks it what tests/core/catalog/truth.long.test.ts asks the
catalog in memory, and holds it against a plain filter; then both engines beside each other on so many cars ("--cars 0": not).
Its libraries are kept in the folder, which is a cache where none is named. The last line is JSON.`;

const { values } = parseArgs({
  options: {
    cars: { type: 'string', default: '100000' },
    // Of each kind, in the comparison with memory.
    questions: { type: 'string', default: '50' },
    folder: { type: 'string' },
    'no-truth': { type: 'boolean', default: false },
  },
});
const sizes = values.cars.split(',').map(Number);
const questions = Number(values.questions);
const print = (text: string) => process.stdout.write(`${text}\n`);

const truthLine = ({ asked, others, rebuilt, differences }: TruthResult) =>
  [
    `${asked} questions of five kinds of readers and ${others} of the port's other answers, ${rebuilt} indexes rebuilt between`,
    `them, beside a plain filter: ${differences.length} differences`,
  ].join(' ');

const ms = (value: number) => value.toFixed(2).padStart(9);
const line = (name: string, { memory, engine }: Pick<BesideResult, 'memory' | 'engine'>) =>
  [name.padEnd(22), ...[memory.p50, memory.p99, engine.p50, engine.p99].map(ms)].join(' ');

const table = (size: BesideResult) =>
  [
    `${size.cars.toLocaleString('en')} cars: ${size.memoryMegabytes} MB in memory, ${size.indexMegabytes} MB of index, both filled in ${size.fillSeconds} s`,
    `${size.compared} answers compared: ${size.differences.length} differences`,
    `${'milliseconds'.padEnd(22)}   memory: p50 p99    OpenSearch: p50 p99`,
    ...size.kinds.map((kind) => line(kind.kind, kind)),
    line('all: mean, worst', size),
    '',
  ].join('\n');

/** Of the node: enough for a million cars on a machine of 24 GB beside the catalog in memory. */
const megabytesFor = (cars: number) => (cars > 300_000 ? 4096 : 2048);

async function run(libraries: string) {
  const truth = values['no-truth'] ? null : await withEngine(libraries, 1024, askTruth);
  if (truth) print(truthLine(truth));
  const beside: BesideResult[] = [];
  for (const cars of sizes.filter((size) => size > 0)) {
    const result = await withEngine(libraries, megabytesFor(cars), () => measureBeside(cars, questions));
    print(table(result));
    beside.push(result);
  }
  const differences = [truth, ...beside].flatMap((result) => result?.differences ?? []);
  for (const difference of differences) print(difference);
  print(JSON.stringify({ version, truth, beside }));
  return differences.length === 0;
}

if (sizes.every((cars) => Number.isInteger(cars) && cars >= 0) && questions >= 1) {
  try {
    const isEqual = await run(install(values.folder && resolve(values.folder)));
    process.exitCode = isEqual ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Unable)) throw error;
    print(`cannot run: ${error.message}`);
    print(JSON.stringify({ unable: error.message }));
  }
} else {
  process.stderr.write(`Sizes and questions are whole numbers.\n\n${usage}\n`);
  process.exitCode = 2;
}
