/**
 * `npm run security`: tries every row of `rows.ts` and prints one table and, as its last line, the same as JSON.
 * Exits 1 when a row does not hold or nothing was tried for it. `--quick` leaves out the commands that take minutes
 * and takes some of very many cases, as `npm test` does;
 * `--rows 4,5` looks at those alone.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { extentVariable } from '#tests/support/extent.ts';
import { figuresVariable, type TriedOfRow } from './record-tried.ts';
import { type SecurityRow, securityRows } from './rows.ts';

const values = readOptions(headerOf(import.meta.filename), {
  quick: { type: 'boolean', default: false },
  rows: { type: 'string' },
});
const wanted = values.rows?.split(',').map(Number);
const rows = securityRows.filter(({ row }) => !wanted || wanted.includes(row));

const folder = mkdtempSync(join(tmpdir(), 'bilfund-security-'));
const figures = join(folder, 'figures.jsonl');
const report = join(folder, 'report.json');
const env = {
  ...process.env,
  [figuresVariable]: figures,
  ...(!values.quick && { [extentVariable]: 'all' }),
};

type FileResult = { name: string; status: string };

/** Runs the files of all rows at once. Returns those that passed. */
function runTests(files: readonly string[]): Set<string> {
  if (files.length === 0) return new Set();
  const projects = ['unit', 'web', 'local', 'services'];
  if (files.some((file) => file.startsWith('tests/e2e/'))) projects.push('e2e', 'e2e-timed');
  const args = [
    ...projects.flatMap((name) => ['--project', name]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ];
  spawnSync('vitest', ['run', ...args, ...files], { stdio: 'inherit', env });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] };
  const passed = testResults.filter(({ status }) => status === 'passed');
  return new Set(passed.map(({ name }) => relative(process.cwd(), name)));
}

function runCommand({ script, args = [] }: { script: string; args?: readonly string[] }): boolean {
  console.info(`\n── npm run ${[script, ...args].join(' ')}`);
  return spawnSync('npm', ['run', '--silent', script, '--', ...args], { stdio: 'inherit', env }).status === 0;
}

type Line = { row: number; tries: string; tried: number; held: number; holds: boolean; figure: string };

function lineOf(entry: SecurityRow, passed: ReadonlySet<string>, commandsHold: boolean): Line {
  const said = tried.filter(({ row }) => row === entry.row);
  const sum = (of: 'tried' | 'held') => said.reduce((total, each) => total + each[of], 0);
  const failed = entry.tests.filter((file) => !passed.has(file));
  const commands = (values.quick ? entry.commands : undefined) ?? [];
  const isLeftOut = entry.tests.length === 0 && commands.length > 0;
  const isComplete = sum('tried') > 0 && sum('tried') === sum('held');
  const figure = [
    ...new Set(said.flatMap((each) => each.figure ?? [])),
    ...failed.map((file) => `failed: ${file}`),
    ...(commandsHold ? [] : ['its command failed']),
    ...commands.map(({ script, args = [] }) => `left out: npm run ${[script, ...args].join(' ')}`),
    ...(said.length === 0 && !isLeftOut ? ['nothing tried'] : []),
  ];
  return {
    row: entry.row,
    tries: entry.tries,
    tried: sum('tried'),
    held: sum('held'),
    holds: isLeftOut || (isComplete && failed.length === 0 && commandsHold),
    figure: figure.join('; '),
  };
}

const passed = runTests([...new Set(rows.flatMap(({ tests }) => tests))]);
const held = new Map(
  rows.map(({ row, commands = [] }) => [row, values.quick || commands.map(runCommand).every(Boolean)]),
);
const tried: TriedOfRow[] = existsSync(figures)
  ? readFileSync(figures, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const lines = rows.map((entry) => lineOf(entry, passed, held.get(entry.row)!));

const width = Math.max(...lines.map(({ tries }) => tries.length));
const columns = (row: string, tries: string, tried: string, held: string, figure: string) =>
  `${row.padStart(3)}  ${tries.padEnd(width)}  ${tried.padStart(8)}  ${held.padStart(8)}  ${figure}`;
console.info(`\n${columns('row', 'what is tried', 'tried', 'held', '   figure')}`);
for (const { row, tries, tried, held, holds, figure } of lines)
  console.info(
    columns(
      String(row),
      tries,
      String(tried),
      String(held),
      `${holds ? (tried === 0 ? '--' : 'ok') : 'NO'} ${figure}`.trimEnd(),
    ),
  );
const isHeld = lines.every(({ holds }) => holds);
console.info(JSON.stringify({ holds: isHeld, quick: values.quick, rows: lines }));
process.exitCode = isHeld ? 0 : 1;
