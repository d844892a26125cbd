import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTitle } from '#core/marketplaces/ad/title.ts';
import { randomSequence } from '#core/valuation/statistics.ts';

/** An ad's title, and its make and model as a person reads them; null for what the title does not name. */
export type TitleRow = { class: string; title: string; make: string | null; model: string | null };
/** Shares from 0 to 1; `wrong` is the share of titles of which a wrong value was read instead of none. */
export type TitleFigures = {
  class: string;
  titles: number;
  make: number;
  model: number;
  wrong: number;
  misread: string[];
};

const file = join(import.meta.dirname, '../fixtures/titles/danish.tsv');
const nameOf = (cell: string) => (cell === '-' ? null : cell);

/** `tests/fixtures/titles/danish.tsv`: a heading, then class, title, make and model of each row. */
export function readTitleTable(): TitleRow[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [kind, title, make, model] = line.split('\t') as [string, string, string, string];
    return { class: kind, title, make: nameOf(make), model: nameOf(model) };
  });
}

function figuresOf(kind: string, rows: readonly TitleRow[]): TitleFigures {
  const read = rows.map((row) => {
    const said = readTitle(row.title);
    const isMakeRight = said.make === row.make;
    const isModelRight = isMakeRight && said.model === row.model;
    const isWrong = (said.make !== null && !isMakeRight) || (said.model !== null && !isModelRight);
    const readAs = `${said.make ?? '-'} ${said.model ?? '-'}`;
    const line = `${isWrong ? 'wrong' : 'none'}: ${kind}: "${row.title}" is ${row.make ?? '-'} ${row.model ?? '-'}, read as ${readAs}`;
    return { isMakeRight, isModelRight, isWrong, line };
  });
  const share = (count: number) => count / rows.length;
  return {
    class: kind,
    titles: rows.length,
    make: share(read.filter(({ isMakeRight }) => isMakeRight).length),
    model: share(read.filter(({ isModelRight }) => isModelRight).length),
    wrong: share(read.filter(({ isWrong }) => isWrong).length),
    misread: read.filter(({ isModelRight }) => !isModelRight).map(({ line }) => line),
  };
}

/** The figures by class, in the table's order; the last row is of all titles ("all"). */
export function measureTitles(rows: readonly TitleRow[]): TitleFigures[] {
  const classes = [...Map.groupBy(rows, (row) => row.class)];
  return [...classes.map(([kind, own]) => figuresOf(kind, own)), figuresOf('all', rows)];
}

/** One slip as fingers make it, in any letter but the first: left out, doubled, swapped or another one. */
function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const other = String.fromCharCode(97 + Math.floor(random() * 26));
  const ways = [
    before + after,
    before + letter + letter + after,
    before + after.slice(0, 1) + letter + after.slice(1),
    before + other + after,
  ];
  return ways[Math.floor(random() * ways.length)]!;
}

const isWord = (word: string) => /^[a-zë]{4,}$/i.test(word);

/**
 * The tidy titles whose make is written with four letters at least and stands before a model of such a word, each with a
 * slip in the make's word, the model's or both (`where`); the same slips for the same `seed`.
 */
export function slipTitles(
  rows: readonly TitleRow[],
  where: 'make' | 'model' | 'both',
  seed: number,
): TitleRow[] {
  const random = randomSequence(seed);
  return rows.flatMap((row) => {
    const words = row.title.split(' ');
    const names = new Set(row.model?.toLowerCase().split(' '));
    const model = words.findIndex((word) => isWord(word) && names.has(word.toLowerCase()));
    const make = words.findIndex((word, at) => at < 2 && isWord(word) && !names.has(word.toLowerCase()));
    if (row.class !== 'tidy' || make < 0 || model <= make) return [];
    for (const at of where === 'both' ? [make, model] : [where === 'make' ? make : model])
      words[at] = slip(words[at]!, random);
    return [{ ...row, class: `a slip in ${where}`, title: words.join(' ') }];
  });
}
