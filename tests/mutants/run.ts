import { fork } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startTypes } from './ask-types.ts';
import { type Mutant, mutantsOf } from './mutations.ts';
import type { Answer, Asked } from './run-tests.ts';
import { isUnit, testsNear } from './tests-near.ts';

/**
 * Changes the product in one place at a time and asks the tests: `node tests/mutants/run.ts --files 'core/**' --count 200`.
 * A change is made while Vite loads the file and never written down. The tests that load it run, the nearest first and
 * the slow ones last, until one fails; what none notices the compiler may refuse, as one of the checks of `npm test`.
 * Prints each as `fate file:line before → after`, and the counts as JSON.
 * `--near` asks the nearest tests alone: quick, and what survives may still be noticed by tests further off.
 * The same seed takes the same changes; what nobody can notice is listed in equivalent.json, each with its reason.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: ['core/**'] },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    near: { type: 'boolean', default: false },
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

/** Null when the time ran out or the runner ended; it is a new one then. A single test has its patience, in seconds. */
async function ask(
  asked: Omit<Asked, 'patience'>,
  seconds: number,
  patience = seconds,
): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  // One that ended while the compiler was asked is found out here.
  runner.send({ ...asked, patience }, (error) => error && resolve(null));
  const timer = setTimeout(resolve, seconds * 1000, null);
  const end = () => resolve(null);
  runner.once('message', (answer) => resolve(answer as Answer)).once('exit', end);
  const answer = await promise;
  clearTimeout(timer);
  runner.off('exit', end);
  if (answer && !answer.isLate) return answer;
  endRunner();
  runner = start();
  return null;
}

/** What a test file takes when nothing fails; Infinity for one that is red without any change. Known once it was asked. */
const seconds = new Map<string, number>();
const isSlow = (test: string) => ((seconds.get(test) ?? 0) > 2 ? 1 : 0);
const isRed = (test: string) => seconds.get(test) === Infinity;

/** Whether a test is green without any change: asked only about one that failed with a change, most never are. */
async function isGreen(test: string): Promise<boolean> {
  const answer = await ask({ tests: [test] }, 600);
  const green = answer !== null && answer.failed.length + answer.errors === 0;
  if (!green) console.info(`left out, red without any change: ${test}`);
  seconds.set(test, green ? answer.seconds : Infinity);
  return green;
}

type Fate = 'killed' | 'survived' | 'timedOut' | 'refused';
/**
 * What some tests say of a change; those that are red without it are left out, and the others asked again. What took too
 * long is asked once more, with ten times what the same tests take without it at this moment: load must not count.
 */
async function fateBy(tests: string[], mutant: Mutant, isLast = false): Promise<Fate> {
  const asked = tests.filter((test) => !isRed(test));
  if (asked.length === 0) return 'survived';
  // Until a test was asked by itself: most of those that need nothing take less than a second.
  const usual = asked.reduce((sum, test) => sum + (seconds.get(test) ?? (isUnit(test) ? 2 : 10)), 0);
  const limit = isLast ? usual * 10 + 60 : usual * 5 + 20;
  const answer = await ask({ mutant, tests: asked }, limit, isLast ? limit : 30);
  if (answer && answer.failed.length + answer.errors === 0) {
    if (asked.length === 1) seconds.set(asked[0]!, answer.seconds);
    return 'survived';
  }
  if (answer === null && isLast) return 'timedOut';
  // A batch of unit tests keeps what is known of them; a test with services must be green again after each failure.
  const failed = answer?.failed.length ? answer.failed : asked;
  const suspects = answer ? failed.filter((test) => !isUnit(test) || !seconds.has(test)) : asked;
  for (const test of suspects) await isGreen(test);
  return answer && !asked.some(isRed) ? 'killed' : fateBy(asked, mutant, answer === null);
}

async function fateOf(mutant: Mutant): Promise<Fate> {
  for (const round of testsNear(mutant.path).slice(0, values.near ? 1 : Infinity)) {
    // Tests with services keep what another left in the process: each is asked by itself.
    const others = round.filter((test) => !isUnit(test)).sort((a, b) => isSlow(a) - isSlow(b));
    for (const tests of [round.filter(isUnit), ...others.map((test) => [test])]) {
      const fate = await fateBy(tests, mutant);
      if (fate !== 'survived') return fate;
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
  const timedOut = tried.filter(({ fate }) => fate === 'timedOut').length;
  const refused = tried.filter(({ fate }) => fate === 'refused').length;
  const counts = { seed: Number(values.seed), noticed: ratioOf(tried), timedOut, refused };
  console.info(JSON.stringify({ ...counts, ratio }));
}
process.on('exit', printCounts);

const refuses = startTypes();
for (const mutant of sample) {
  const byTests = await fateOf(mutant);
  const fate = byTests === 'survived' && refuses(mutant) ? 'refused' : byTests;
  tried.push({ folder: mutant.path.split('/').slice(0, 2).join('/'), fate });
  const change = `${oneLine(mutant.before)}  →  ${oneLine(mutant.after)}`;
  console.info(`${fate} ${mutant.path}:${mutant.line}  ${change}`);
}
process.exit();
