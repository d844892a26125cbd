import { fork } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutations.ts';
import type { Answer, Asked } from './run-tests.ts';
import { isUnit, testsNear } from './tests-near.ts';

/**
 * Changes the product in one place at a time and asks the tests: `npm run mutants -- --files 'core/**' --count 200`.
 * A change is made while Vite loads the file and never written down. The tests that load it run, the nearest first and
 * the slow ones last, until one fails. Prints what no test noticed as `file:line before → after`, and the counts as JSON.
 * The same seed takes the same changes; what nobody can notice is listed in equivalent.json, each with its reason.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: ['core/**'] },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
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
/** With everything it started: a change may loop for ever, or have ended the process by itself. */
function endRunner(): void {
  try {
    process.kill(-runner.pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
process.on('exit', endRunner);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Null when the time ran out or the runner ended; it is a new one then. */
async function ask(asked: Asked, seconds: number): Promise<Answer | null> {
  runner.send(asked);
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const timer = setTimeout(resolve, seconds * 1000, null);
  const end = () => resolve(null);
  runner.once('message', (answer) => resolve(answer as Answer)).once('exit', end);
  const answer = await promise;
  clearTimeout(timer);
  runner.off('exit', end);
  if (answer !== null) return answer;
  endRunner();
  runner = start();
  return null;
}

/** What a test file takes when nothing fails; Infinity for one that is red without any change. */
const seconds = new Map<string, number>();
const isSlow = (test: string) => ((seconds.get(test) ?? 0) > 2 ? 1 : 0);

/** Those that are green without any change, the slow ones last. Each is asked once, when it is needed first. */
async function ready(tests: string[]): Promise<string[]> {
  for (const test of tests) {
    if (seconds.has(test)) continue;
    const answer = await ask({ tests: [test] }, 600);
    const isGreen = answer && answer.failed.length + answer.errors === 0;
    if (!isGreen) console.info(`left out, red without any change: ${test}`);
    seconds.set(test, isGreen ? answer.seconds : Infinity);
  }
  const green = tests.filter((test) => seconds.get(test) !== Infinity);
  return green.sort((a, b) => isSlow(a) - isSlow(b));
}

type Fate = 'killed' | 'survived' | 'timedOut';
async function fateOf(mutant: Mutant): Promise<Fate> {
  for (const round of testsNear(mutant.path)) {
    const green = await ready(round);
    // Tests with services keep what another left in the process: each is asked by itself.
    const unit = green.filter(isUnit);
    const others = green.filter((test) => !isUnit(test)).map((test) => [test]);
    for (const tests of [...(unit.length > 0 ? [unit] : []), ...others]) {
      const usual = tests.reduce((sum, test) => sum + (seconds.get(test) ?? 0), 0);
      const answer = await ask({ mutant, tests }, 20 + 5 * usual);
      if (answer === null) return 'timedOut';
      if (answer.failed.length + answer.errors === 0) continue;
      if (tests === unit) return 'killed';
      // Such a test must be green again without the change.
      for (const test of tests) seconds.delete(test);
      if ((await ready(tests)).length > 0) return 'killed';
    }
  }
  return 'survived';
}

console.info(`${sample.length} of ${mutants.length} changes`);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 90);
const tried: { folder: string; fate: Fate }[] = [];
const ratioOf = (some: typeof tried = []) =>
  `${some.filter(({ fate }) => fate !== 'survived').length}/${some.length}`;
/** Also of a run that was stopped. */
function printCounts() {
  const folders = Object.entries(Object.groupBy(tried, ({ folder }) => folder));
  const ratio = Object.fromEntries(folders.map(([folder, some]) => [folder, ratioOf(some)]));
  console.info(JSON.stringify({ seed: Number(values.seed), noticed: ratioOf(tried), ratio }));
}
process.on('exit', printCounts);

for (const mutant of sample) {
  const fate = await fateOf(mutant);
  tried.push({ folder: mutant.path.split('/').slice(0, 2).join('/'), fate });
  const change = `${oneLine(mutant.before)}  →  ${oneLine(mutant.after)}`;
  if (fate !== 'killed') console.info(`${fate} ${mutant.path}:${mutant.line}  ${change}`);
}
process.exit();
