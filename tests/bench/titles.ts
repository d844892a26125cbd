/**
 * How truly make and model are read from titles as people write them, and from the tidy ones with slips made at random: `npm run bench -- titles [--wrong]`. Prints a
 * table by class and the time a title takes, with `--wrong` also every misread title; the last line is one JSON object.
 */
import { parseArgs } from 'node:util';
import { readTitle } from '#core/marketplace/ad/title.ts';
import { slipTitles } from '#tests/support/slip-titles.ts';
import { measureTitles, readTitleTable } from '#tests/support/title-table.ts';

const { values } = parseArgs({ options: { wrong: { type: 'boolean', default: false } } });
const rows = readTitleTable();
const seeds = [1, 2, 3];
const slipped = (['make', 'model', 'both'] as const).map(
  (where) => measureTitles(seeds.flatMap((seed) => slipTitles(rows, where, seed))).at(0)!,
);
const figures = [...measureTitles(rows), ...slipped];
const rounds = 10;
const from = performance.now();
for (let round = 0; round < rounds; round++) for (const { title } of rows) readTitle(title);
const msPerTitle = (performance.now() - from) / rounds / rows.length;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(9);
const lines = figures.map(
  ({ class: kind, titles, make, model, wrong }) =>
    `${kind.padEnd(16)}${String(titles).padStart(7)}${percent(make)}${percent(model)}${percent(wrong)}`,
);
const heading = `${'class'.padEnd(16)} titles     make    model    wrong`;
process.stdout.write(`${[heading, ...lines].join('\n')}\n${msPerTitle.toFixed(3)} ms a title\n`);
if (values.wrong)
  process.stdout.write(
    `${figures.flatMap(({ class: kind, misread }) => (kind === 'all' ? [] : misread)).join('\n')}\n`,
  );
const results = figures.map(({ misread: _, ...shares }) => shares);
process.stdout.write(`${JSON.stringify({ bench: 'titles', msPerTitle, results })}\n`);
