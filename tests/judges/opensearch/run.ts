import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { CardPage, CardQuery } from '#core/catalog/card-query.ts';
import { type Catalog, createCatalog } from '#core/catalog/catalog.ts';
import { indexAlias, shardsFor } from '#core/catalog/opensearch/documents.ts';
import { beginIndex, callEngine, fillIndex, searchCatalog, switchTo } from '#functions/catalog/opensearch.ts';
import { loadTextCodec } from '#functions/catalog/snapshots.ts';
import { cardOf, measure, queriesOf, queryKinds, viewer } from '#tests/bench/list/measure.ts';
import { Unable } from '../judge.ts';
import { askTruth, type TruthResult } from './opensearch.ts';
import { install, version, withEngine } from './opensearch-node.ts';

/** As the functions pack the texts of a snapshot. */
const textCodec = await loadTextCodec();

type Times = { p50: number; p99: number };
type KindResult = { kind: string; memory: Times; engine: Times };
type BesideResult = {
  cars: number;
  shards: number;
  /** What the engine took to be filled. */
  fillSeconds: number;
  indexMegabytes: number;
  memoryMegabytes: number;
  compared: number;
  differences: string[];
  kinds: KindResult[];
  /** Over all kinds: the mean of the medians, and the worst p99. */
  memory: Times;
  engine: Times;
};

const perPortion = 5_000;
const warmUps = 2;
/** Beyond what one search counts from either end. */
const middlePage = 'page in the middle';
const kinds = [...Object.keys(queryKinds), middlePage];

function questionsOf(kind: string, cars: number, perKind: number): CardQuery[] {
  if (kind !== middlePage) return queriesOf(kind, perKind, cars);
  return queriesOf('no filter', perKind, cars).map((query) => ({ ...query, page: Math.floor(cars / 60) }));
}

/** The same cars in both, which only the generator knows. */
async function fillBoth(cars: number, shards: number): Promise<{ catalog: Catalog; fillSeconds: number }> {
  const catalog = createCatalog([]);
  const index = await beginIndex(new Date(), randomBytes(4).toString('hex'), shards);
  let fillingMs = 0;
  const timed = async (work: Promise<void>) => {
    const since = performance.now();
    await work;
    fillingMs += performance.now() - since;
  };
  let filled: Promise<void> = Promise.resolve();
  for (let from = 0; from < cars; from += perPortion) {
    const size = Math.min(perPortion, cars - from);
    const cards = Array.from({ length: size }, (_, i) => cardOf(from + i));
    await filled;
    // The engine takes these while the next are made up.
    filled = timed(fillIndex(index, cards));
    catalog.apply(cards);
  }
  await filled;
  await timed(switchTo(index));
  const fillSeconds = Math.round(fillingMs / 1000);
  // As the list's functions have it: one piece.
  for (const _ of catalog.snapshot(1 << 26, textCodec));
  return { catalog, fillSeconds };
}

const timesOf = (ms: readonly number[]): Times => {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p99: at(0.99) };
};

/** Forgets what was counted before, as every change of a car makes it forget: asked again it would know the answer. */
const forget = () => callEngine({ method: 'POST', path: `/${indexAlias}/_cache/clear?request=true` });

async function timeEngine(queries: readonly CardQuery[]): Promise<{ times: Times; pages: CardPage[] }> {
  const pages: CardPage[] = [];
  const ms: number[] = [];
  for (const query of queries) {
    await forget();
    const begunAt = performance.now();
    pages.push(await searchCatalog().query(query, viewer));
    ms.push(performance.now() - begunAt);
  }
  return { times: timesOf(ms), pages };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const over = (times: readonly Times[]): Times => ({
  p50: mean(times.map(({ p50 }) => p50)),
  p99: Math.max(...times.map(({ p99 }) => p99)),
});

type Stats = { _all: { primaries: { store: { size_in_bytes: number } } } };

/** Both engines on the same cars and so many questions of each kind, whose answers must be equal. */
async function measureBeside(cars: number, perKind: number, shards: number): Promise<BesideResult> {
  const { catalog, fillSeconds } = await fillBoth(cars, shards);
  // What a node does the first time (compiling itself, reading its files) is no question's: it takes some thousand to be itself.
  for (let round = 0; round < warmUps; round++)
    for (const kind of Object.keys(queryKinds)) await timeEngine(queriesOf(kind, perKind, cars));
  const differences: string[] = [];
  const results: KindResult[] = [];
  for (const kind of kinds) {
    const queries = questionsOf(kind, cars, perKind);
    const engine = await timeEngine(queries);
    const memory = measure(queries, 3, (query) => catalog.query(query, viewer));
    for (const [i, query] of queries.entries())
      if (!isDeepStrictEqual(engine.pages[i], catalog.query(query, viewer)))
        differences.push(`${cars} cars, ${kind}: ${JSON.stringify(query)}`);
    results.push({ kind, memory: { p50: memory.p50, p99: memory.p99 }, engine: engine.times });
  }
  const stats = await callEngine<Stats>({ method: 'GET', path: `/${indexAlias}/_stats/store` });
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  return {
    cars,
    shards,
    fillSeconds,
    indexMegabytes: megabytes(stats._all.primaries.store.size_in_bytes),
    memoryMegabytes: megabytes(catalog.memoryBytes),
    compared: kinds.length * perKind,
    differences,
    kinds: results,
    memory: over(results.map(({ memory }) => memory)),
    engine: over(results.map(({ engine }) => engine)),
  };
}

const usage = `Usage: node --max-old-space-size=10000 tests/judges/opensearch/run.ts [--cars 100000,1000000] [--questions 50] [--shards N] [--folder DIR] [--no-truth]

Starts one node of OpenSearch ${version} on this machine (Java and Maven), asks it what tests/core/catalog/truth.long.test.ts asks the
catalog in memory, and holds it against a plain filter; then both engines beside each other on so many cars ("--cars 0": not), with
as many shards as the product has for them where none are named.
Its libraries are kept in the folder, which is a cache where none is named. The last line is JSON.`;

const { values } = parseArgs({
  options: {
    cars: { type: 'string', default: '100000' },
    // Of each kind, in the comparison with memory.
    questions: { type: 'string', default: '50' },
    shards: { type: 'string' },
    folder: { type: 'string' },
    'no-truth': { type: 'boolean', default: false },
  },
});
const sizes = values.cars.split(',').map(Number);
const questions = Number(values.questions);
const shards = values.shards === undefined ? null : Number(values.shards);
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
    `${size.cars.toLocaleString('en')} cars: ${size.memoryMegabytes} MB in memory, ${size.indexMegabytes} MB of index in ${size.shards} shards, filled in ${size.fillSeconds} s`,
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
    const result = await withEngine(libraries, megabytesFor(cars), () =>
      measureBeside(cars, questions, shards ?? shardsFor(cars)),
    );
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
