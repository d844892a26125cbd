import { fork } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutations.ts';
import type { Answer, Asked } from './run-tests.ts';
import { testsNear } from './tests-near.ts';

/**
 * Changes the product in one place at a time and asks the tests: `npm run mutants -- --files 'core/**' --count 200`.
 * A change is made while Vite loads the file and never written down. The tests that load it run, the nearest first, until
 * one fails. Prints what no test noticed as `file:line before → after`, and the counts as JSON at the end. The same seed
 * takes the same changes; what changes nothing that anybody can see is listed in equivalent.json, each with its reason.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: ['core/**'] },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    /** Seconds for the tests of one change. */
    limit: { type: 'string', default: '120' },
  },
});
type Equivalent = { file: string; before: string; after: string; why: string };
const equivalent: Equivalent[] = JSON.parse(readFileSync('tests/mutants/equivalent.json', 'utf8'));
const isEquivalent = ({ path, before, after }: Mutant) =>
  equivalent.some((one) => one.file === path && one.before === before && one.after === after);

let state = Number(values.seed);
/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const paths = globSync(values.files, { exclude: ['node_modules/**'] }).filter((path) => path.endsWith('.ts'));
const mutants = paths
  .toSorted()
  .flatMap(mutantsOf)
  .filter((one) => !isEquivalent(one));
const drawn = mutants.map((mutant) => ({ mutant, key: random() })).sort((a, b) => a.key - b.key);
const sample = drawn.slice(0, Number(values.count)).map(({ mutant }) => mutant);

const start = () =>
  fork(`${import.meta.dirname}/run-tests.ts`, {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
let runner = start();
/** With everything it started: a change may loop for ever. */
const endRunner = () => process.kill(-(runner.pid ?? 0), 'SIGKILL');
process.on('exit', endRunner);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Null when the time ran out; the runner is a new one then. */
async function ask(asked: Asked, seconds: number): Promise<Answer | null> {
  runner.send(asked);
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const timer = setTimeout(resolve, seconds * 1000, null);
  runner.once('message', (answer) => resolve(answer as Answer));
  const answer = await promise;
  clearTimeout(timer);
  if (answer === null) {
    endRunner();
    runner = start();
  }
  return answer;
}

const near = new Map(sample.map(({ path }) => [path, testsNear(path)]));
const asked = [...new Set([...near.values()].flat())];
console.info(`${sample.length} of ${mutants.length} changes, ${asked.length} test files`);
const unchanged = await ask({ tests: asked }, 3600);
if (!unchanged) throw new Error('The tests did not end within an hour without any change.');
const red = new Set(unchanged.failed);
if (red.size > 0) console.info(`left out, red without any change: ${[...red].join(', ')}`);

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 90);
const counts = { tried: 0, killed: 0, survived: 0, timedOut: 0 };
const folders: Record<string, { tried: number; noticed: number }> = {};
for (const mutant of sample) {
  const tests = (near.get(mutant.path) ?? []).filter((test) => !red.has(test));
  const answer = await ask({ mutant, tests }, Number(values.limit));
  const fate =
    answer === null ? 'timedOut' : answer.failed.length + answer.errors > 0 ? 'killed' : 'survived';
  counts.tried += 1;
  counts[fate] += 1;
  const name = mutant.path.split('/').slice(0, 2).join('/');
  const { tried, noticed } = folders[name] ?? { tried: 0, noticed: 0 };
  folders[name] = { tried: tried + 1, noticed: noticed + (fate === 'survived' ? 0 : 1) };
  if (fate !== 'killed')
    console.info(
      `${fate} ${mutant.path}:${mutant.line}  ${oneLine(mutant.before)}  →  ${oneLine(mutant.after)}`,
    );
}
const ratio = Object.fromEntries(
  Object.entries(folders).map(([folder, { tried, noticed }]) => [folder, `${noticed}/${tried}`]),
);
console.info(JSON.stringify({ ...counts, seed: Number(values.seed), ratio }));
process.exit();
