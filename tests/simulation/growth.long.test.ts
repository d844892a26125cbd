import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGrown } from '#lib/operations/cost.ts';

const script = join(import.meta.dirname, 'growth.ts');

it('the simulation of growth counts a few hours of a small town, in figures that the costs can read', () => {
  const size = ['--people', '20', '--cars', '200', '--days', '0.1', '--links', '3'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...size], { encoding: 'utf8' });
  expect(`${status} ${stderr}`).toBe('0 ');
  const lines = stdout.trim().split('\n');
  const said = JSON.parse(lines.at(-1)!);
  const rows = new Map(
    lines.slice(2, -1).map((line) => [line.slice(0, 42).trim(), line.slice(42).trim().split(/ +/)]),
  );
  // Two and a half hours begin three times: each link is asked that often, by one lane's message after the other.
  expect(said.perDay.newAds).toBeGreaterThanOrEqual(3 * 3 * 10);
  expect(Number(rows.get('revalue')![0])).toBe(30);
  expect(Number(rows.get('scrape hourly')![0])).toBeGreaterThanOrEqual(3 * 3 * 10);
  expect(Number(rows.get('catalog')![0])).toBe(100);
  const sumOf = (column: number) =>
    [...rows.values()].reduce((sum, figures) => sum + Number(figures[column]), 0);
  for (const [column, figure] of [said.perDay.invocations, said.perDay.reads, said.perDay.writes].entries())
    expect(Math.abs(sumOf(column) - figure)).toBeLessThanOrEqual(rows.size);
  const folder = mkdtempSync(join(tmpdir(), 'bilfund-growth-'));
  const file = join(folder, 'growth.json');
  writeFileSync(file, stdout);
  const { people, consumption } = readGrown(file);
  rmSync(folder, { recursive: true });
  expect(people).toBe(20);
  const reads = Object.values(consumption).reduce((sum, { tableReads = 0 }) => sum + tableReads, 0);
  expect(Math.abs(reads * 10 - said.perDay.reads)).toBeLessThanOrEqual(5);
}, 120_000);
