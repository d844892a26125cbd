/**
 * `npm test`: the checks and the tests that a person waits for, one after the other, with the counts at the end.
 * `npm run test:all`: every check and every test; with `--rest` those alone that `npm test` leaves out (`*.long.test.ts`).
 * Exits 1 when anything failed.
 * The last line reads `N passed, N failed`; a check (lint and unused code, types, synth) counts as one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headerOf } from '#lib/program-options.ts';

/** What is read here of a report of vitest's `json` reporter. */
type TestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    /** The file's path. */
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** The file, the name and the messages of each test that did not pass. */
function failuresOf({ testResults }: TestReport): string[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) => `${file}\n  ${test.fullName}\n  ${test.failureMessages.join('\n').slice(0, 1000)}`),
  );
}

/** The file, the name and the failure of each test that passed when it was tried again: its report keeps both. */
function secondTriesOf({ testResults }: TestReport): string[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => `${file}\n  ${test.fullName}\n  ${test.failureMessages[0]!.slice(0, 1000)}`),
  );
}

type Counts = {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  failures?: string[];
  secondTries?: string[];
};

if (process.argv.includes('--help')) {
  console.info(headerOf(import.meta.filename));
  process.exit(0);
}
const isAll = process.argv.includes('--all');
const isRest = process.argv.includes('--rest');
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const reports = mkdtempSync(join(tmpdir(), 'bilfund-tests-'));

const env = { ...process.env, CI: 'true', TEST_PART: isRest ? 'long' : isAll ? 'all' : 'quick' };

function run(command: string, args: string[]): number {
  return spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
}

/** A script of package.json that says yes or no. What it prints is shown when it has ended: the checks run side by side. */
async function check(name: string, script: string): Promise<Counts> {
  const from = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const status = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
  console.info(`\n── ${name}\n${Buffer.concat(said).toString()}`);
  const failed = status === 0 ? 0 : 1;
  return { name, passed: 1 - failed, failed, seconds: (performance.now() - from) / 1000 };
}

/** Projects of vitest.config.ts. A run that died without a report, or that executed nothing, is a failure. */
function suite(name: string, ...more: string[]): Counts {
  const from = performance.now();
  console.info(`\n── tests: ${name}`);
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const status = run('vitest', [
    'run',
    ...[name, ...more].flatMap((each) => ['--project', each]),
    ...reporters,
  ]);
  const seconds = (performance.now() - from) / 1000;
  try {
    const counts: TestReport = JSON.parse(readFileSync(report, 'utf8'));
    const failed = counts.numFailedTests + counts.numPendingTests;
    const passed = counts.numPassedTests;
    const isBroken = (status !== 0 && failed === 0) || passed + failed === 0;
    const [failures, secondTries] = [failuresOf(counts), secondTriesOf(counts)];
    return { name, passed, failed: isBroken ? failed + 1 : failed, seconds, failures, secondTries };
  } catch {
    return { name, passed: 0, failed: 1, seconds };
  }
}

/** Each uses one core for the most part. */
const quickChecks: [name: string, label: string][] = [
  ['lint', 'lint, unused code'],
  ['types', 'types'],
];
const longChecks: [name: string, label: string][] = [['synth', 'synth']];
const checks = isRest ? longChecks : isAll ? [...quickChecks, ...longChecks] : quickChecks;
const suites: [name: string, ...projects: string[]][] = isRest
  ? [['unit'], ['local'], ['e2e', 'e2e-timed']]
  : [['unit'], ['web'], ['local'], ['e2e', 'e2e-timed']];
const isWanted = ([name]: readonly [string, ...unknown[]]) => only.length === 0 || only.includes(name);

const results = await Promise.all(checks.filter(isWanted).map(([script, label]) => check(label, script)));
for (const projects of suites.filter(isWanted)) results.push(suite(...projects));
// Here once more: the end of a long log is what is kept and read. A second try hides no fault: it is named.
for (const test of results.flatMap(({ secondTries = [] }) => secondTries))
  console.info(`\npassed at the second try: ${test}`);
for (const failure of results.flatMap(({ failures = [] }) => failures)) console.info(`\nfailed: ${failure}`);
console.info('\n');
for (const { name, passed, failed, seconds } of results)
  console.info(
    `${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
  );
const passed = results.reduce((sum, each) => sum + each.passed, 0);
const failed = results.reduce((sum, each) => sum + each.failed, 0);
console.info(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
