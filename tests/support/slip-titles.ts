import { randomSequence } from '#core/valuation/statistics.ts';
import type { TitleRow } from './title-table.ts';

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
