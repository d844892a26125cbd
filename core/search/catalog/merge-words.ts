import type { WordIndex } from './word-index.ts';

/** An index with the row that each of its rows becomes; `gone` for those that are left out. */
export type MovedIndex = { index: WordIndex; newRows: Uint32Array };

export const gone = 0xffffffff;

/** All words of sorted lists, each once, sorted. */
function mergeWords(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? [...first] : [...new Set(lists.flat())].sort();
}

/** One index of several. The rows of a word follow the indexes, not their own order: nobody who searches needs it. */
export function mergeIndexes(parts: readonly MovedIndex[]): WordIndex {
  const words = mergeWords(parts.map(({ index }) => index.words));
  const offsets = new Uint32Array(words.length + 1);
  const rows = new Uint32Array(parts.reduce((sum, { index }) => sum + index.rows.length, 0));
  const at = parts.map(() => 0);
  const kept: string[] = [];
  let end = 0;
  for (const word of words) {
    const before = end;
    for (const [p, { index, newRows }] of parts.entries()) {
      const place = at[p]!;
      if (index.words[place] !== word) continue;
      at[p] = place + 1;
      for (let i = index.offsets[place]!; i < index.offsets[place + 1]!; i++) {
        const row = newRows[index.rows[i]!]!;
        if (row !== gone) rows[end++] = row;
      }
    }
    if (end === before) continue;
    kept.push(word);
    offsets[kept.length] = end;
  }
  return { words: kept, offsets: offsets.slice(0, kept.length + 1), rows: rows.slice(0, end) };
}
