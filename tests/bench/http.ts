/**
 * The list, car pages and notifications over HTTP, through everything that `npm start` runs:
 * `npm run bench -- http [--cars 100000 --connections 50 --seconds 30 --rate 200]`. Writes the cars into the table, lets the
 * hour's job write the snapshot, and asks: first at the rate that the API admits (its stage's limit is 200 a second), where
 * the figures must hold, then as fast as one machine answers, for information. Prints a table and, as its last line, JSON.
 */

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '#demo/cars/random.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { buildProject } from '#local/project-build.ts';
import { copyAssembly } from '#tests/support/assembly-copy.ts';
import { eventually, type Product, signUp, startProduct } from '#tests/support/product.ts';
import { type Asked, type LoadOptions, runLoad, type Visitor } from './http/load.ts';
import { seedCars } from './http/seed.ts';

const budget = { p99Ms: 150, errors: 0, memoryGrowth: 1.05 };
const values = readOptions(headerOf(import.meta.filename), {
  cars: { type: 'string', default: '100000' },
  connections: { type: 'string', default: '50' },
  seconds: { type: 'string', default: '30' },
  rate: { type: 'string', default: '200' },
});
const cars = Number(values.cars);
const seconds = Number(values.seconds);
const warmUpSeconds = 15;
const dataFolder = mkdtempSync(join(tmpdir(), 'bilfund-http-'));
// Fifty connections are fifty people, of whom three have an account here.
const assembly = copyAssembly(await buildProject(() => undefined), { RATE_FACTOR: '100' });
const start = () => startProduct({ dataFolder, empty: true, demo: false, cdkOut: assembly.folder });

async function seed(): Promise<void> {
  await (await start()).close();
  const from = performance.now();
  await seedCars(dataFolder, cars, (done) => console.info(`${done} cars written`));
  console.info(`${cars} cars written in ${((performance.now() - from) / 1000).toFixed(0)} s`);
}

/**
 * Lets a quarter of an hour strike: the job that writes the snapshot runs. Then the first visitors wake the functions.
 * It is the first quarter of an hour, whenever this is started: what else the clock brings about (every car is rated as the
 * hour strikes) is neither waited for nor under way while the figures are taken.
 */
async function awaken({ url, control }: Product): Promise<{ snapshotMs: number; coldMs: number }> {
  const from = performance.now();
  const hourSeconds = 3600;
  const sinceHour = ((await control.now()).getTime() / 1000) % hourSeconds;
  await control.skip(hourSeconds - sinceHour + 14 * 60);
  await control.advance(2 * 60);
  const written = await eventually(
    'the snapshot',
    async () =>
      (await control.logs()).find((entry) => JSON.stringify(entry).includes('the catalog was written')),
    300_000,
  );
  const snapshotMs = performance.now() - from;
  if (!written) throw new Error('No snapshot was written.');
  const coldFrom = performance.now();
  const { totalCount } = (await (await fetch(`${url}/api/cars`)).json()) as { totalCount: number };
  if (!(totalCount > cars / 2)) throw new Error(`The list has ${totalCount} cars.`);
  return { snapshotMs, coldMs: performance.now() - coldFrom };
}

/** Processor time that the product's process has taken. Fields 14 and 15 of the kernel's line count hundredths of a second. */
function cpuMs({ process: child }: Product): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of the product's process, in which every function runs. */
function memoryMb({ process: child }: Product): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

async function withMemory(
  product: Product,
  load: LoadOptions,
): Promise<{ asked: Asked[]; memory: number[] }> {
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(memoryMb(product)), 250);
  const asked = await runLoad(load);
  clearInterval(timer);
  return { asked, memory };
}

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

function summarise(asked: readonly Asked[], forSeconds: number) {
  const row = (kind: string, some: readonly Asked[]) => {
    const ms = some.map((one) => one.ms).sort((a, b) => a - b);
    const round = (value: number) => Number(value.toFixed(1));
    return {
      kind,
      requests: some.length,
      perSecond: round(some.length / forSeconds),
      errors: some.filter(({ status }) => status !== 200).length,
      ...{
        p50: round(at(ms, 0.5)),
        p95: round(at(ms, 0.95)),
        p99: round(at(ms, 0.99)),
        max: round(ms.at(-1)!),
      },
    };
  };
  const kinds = [...new Set(asked.map(({ kind }) => kind))].sort();
  return [
    ...kinds.map((kind) =>
      row(
        kind,
        asked.filter((one) => one.kind === kind),
      ),
    ),
    row('all', asked),
  ];
}

/** What was answered but 200, and how often: `car 503 × 3`. */
function unkindAnswers(asked: readonly Asked[]): string {
  const bad = asked.filter(({ status }) => status !== 200).map(({ kind, status }) => `${kind} ${status}`);
  return [...Map.groupBy(bad, (name) => name)].map(([name, all]) => `${name} × ${all.length}`).join(', ');
}

function show(rows: readonly Record<string, string | number>[]): void {
  const names = Object.keys(rows[0]!);
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(14) : String(cell).padStart(10))).join('');
  console.info([line(names), ...rows.map((row) => line(names.map((name) => row[name]!)))].join('\n'));
}

await seed();
const product = await start();
try {
  const awake = await awaken(product);
  console.info(
    `snapshot after ${awake.snapshotMs.toFixed(0)} ms, first list after ${awake.coldMs.toFixed(0)} ms`,
  );
  const people = await Promise.all(['a', 'b', 'c'].map((name) => signUp(product, `${name}@example.dk`)));
  const visitors: Visitor[] = [null, null, null, ...people.map(({ token, id }) => ({ token, id }))];
  const random = createRandom(2026, 'http-load');
  const load = { url: product.url, cars, connections: Number(values.connections), visitors, random };
  const rate = Number(values.rate);
  await runLoad({ ...load, rate, seconds: warmUpSeconds });
  const cpuBefore = cpuMs(product);
  const { asked, memory } = await withMemory(product, { ...load, rate, seconds });
  const cpuMsPerRequest = Number(((cpuMs(product) - cpuBefore) / asked.length).toFixed(2));
  const rows = summarise(asked, seconds);
  show(rows);
  if (unkindAnswers(asked)) console.info(`not answered 200: ${unkindAnswers(asked)}`);
  const flatOut = summarise(await runLoad({ ...load, rate: null, seconds: 10 }), 10);
  console.info('As fast as this machine answers:');
  show(flatOut);
  const all = rows.at(-1)!;
  const memoryGrowth = mean(memory.slice(-40)) / mean(memory.slice(0, 20));
  const holds = all.p99 < budget.p99Ms && all.errors <= budget.errors && memoryGrowth <= budget.memoryGrowth;
  console.info(
    `memory ${mean(memory.slice(0, 20)).toFixed(0)} → ${mean(memory.slice(-40)).toFixed(0)} MB, ${cpuMsPerRequest} ms of processor time a request`,
  );
  const figures = {
    cpuMsPerRequest,
    memoryMb: Math.round(mean(memory.slice(-40))),
    memoryGrowth: Number(memoryGrowth.toFixed(3)),
  };
  console.info(
    JSON.stringify({ bench: 'http', cars, seconds, rate, holds, ...awake, ...figures, rows, flatOut }),
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  await product.remove();
  assembly.remove();
}
