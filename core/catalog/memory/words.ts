/** An inverted index. `words` are sorted; the rows of word i are `rows[offsets[i]..offsets[i + 1])`. */
export type WordIndex = {
  words: readonly string[];
  offsets: Uint32Array<ArrayBuffer>;
  readonly rows: Uint32Array<ArrayBuffer>;
};

/** Pairs of word and row, in the order of the rows. */
type Occurrences = { ids: Map<string, number>; words: Uint32Array; rows: Uint32Array; count: number };

const startOf = (rowCount: number): Occurrences => {
  const room = Math.max(64, rowCount * 32);
  return { ids: new Map(), words: new Uint32Array(room), rows: new Uint32Array(room), count: 0 };
};

function addWord(found: Occurrences, word: string, row: number): void {
  if (word === '') return;
  const id = found.ids.get(word) ?? found.ids.size;
  if (id === found.ids.size) found.ids.set(word, id);
  if (found.count === found.rows.length) {
    for (const key of ['words', 'rows'] as const) {
      const larger = new Uint32Array(found.count * 2);
      larger.set(found[key]);
      found[key] = larger;
    }
  }
  found.words[found.count] = id;
  found.rows[found.count++] = row;
}

/** Counting sort of the pairs by word. The rows of a word stay ascending. */
function closeIndex({ ids, words: wordIds, rows: foundRows, count }: Occurrences): WordIndex {
  const words = [...ids.keys()].sort();
  const placeOf = new Uint32Array(words.length);
  for (const [place, word] of words.entries()) placeOf[ids.get(word)!] = place;
  const offsets = new Uint32Array(words.length + 1);
  for (let i = 0; i < count; i++) offsets[placeOf[wordIds[i]!]! + 1]!++;
  for (let i = 0; i < words.length; i++) offsets[i + 1]! += offsets[i]!;
  const next = offsets.slice();
  const rows = new Uint32Array(count);
  for (let i = 0; i < count; i++) rows[next[placeOf[wordIds[i]!]!]!++] = foundRows[i]!;
  return { words, offsets, rows };
}

/** The text that everybody may search, and the full one that only signed-in readers may. Both folded. */
export type SearchedTexts = { open: string; full: string };

/** Two indexes: words that everybody may search, and the additional ones for readers who may see plates. */
export function buildWordIndexes(
  rowCount: number,
  textsOf: (row: number) => SearchedTexts,
): { open: WordIndex; guarded: WordIndex } {
  const open = startOf(rowCount);
  const guarded = startOf(rowCount / 16);
  for (let row = 0; row < rowCount; row++) {
    const text = textsOf(row);
    const openWords = new Set(text.open.split(' '));
    for (const word of openWords) addWord(open, word, row);
    // If the text itself has no plate, the full text is the open one followed by the car's plate.
    const rest = text.full.startsWith(`${text.open} `) ? text.full.slice(text.open.length) : text.full;
    if (text.full !== text.open)
      for (const word of new Set(rest.split(' '))) if (!openWords.has(word)) addWord(guarded, word, row);
  }
  return { open: closeIndex(open), guarded: closeIndex(guarded) };
}

/** The first position whose word is not before `word`. */
function placeFrom(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows with a word that begins with `prefix`, possibly repeated: a view that must not be changed. */
function rowsOfPrefix({ words, offsets, rows }: WordIndex, prefix: string): Uint32Array {
  const last = placeFrom(words, `${prefix}\uffff`);
  return rows.subarray(offsets[placeFrom(words, prefix)]!, offsets[last]!);
}

function rowsOfWord({ words, offsets, rows }: WordIndex, word: string): Uint32Array {
  const place = placeFrom(words, word);
  return words[place] === word ? rows.subarray(offsets[place]!, offsets[place + 1]!) : rows.subarray(0, 0);
}

/** The rows that have all words. Counts in `marks` (cleared) how many of the words each row has. */
function rowsOfAll(
  indexes: readonly WordIndex[],
  words: readonly string[],
  marks: Uint8Array,
  rowsOf = rowsOfPrefix,
): number[] {
  let rows: number[] = [];
  for (const [done, word] of words.entries()) {
    rows = [];
    for (const index of indexes) {
      for (const row of rowsOf(index, word)) {
        if (marks[row] !== done) continue;
        marks[row] = done + 1;
        rows.push(row);
      }
    }
  }
  return rows;
}

/**
 * The rows, each once and unordered, that match all words of some list; a word matches if a word of the row begins with it.
 * `marks` is scratch space, one byte per row.
 */
export function searchRows(
  indexes: readonly WordIndex[],
  lists: readonly (readonly string[])[],
  marks: Uint8Array,
): number[] {
  const [first, ...others] = lists.map((words) => {
    marks.fill(0);
    return rowsOfAll(indexes, words, marks);
  });
  if (!first) return [];
  return others.length === 0 ? first : [...new Set([first, ...others].flat())];
}

/** For each row 1 if it has all words of some list, each as a whole word. */
export function markAvoided(
  indexes: readonly WordIndex[],
  lists: readonly (readonly string[])[],
  size: number,
): Uint8Array {
  const avoided = new Uint8Array(size);
  const marks = new Uint8Array(size);
  for (const words of lists) {
    marks.fill(0);
    for (const row of rowsOfAll(indexes, words, marks, rowsOfWord)) avoided[row] = 1;
  }
  return avoided;
}

/** An index with the new row of each of its rows; `gone` for rows that are dropped. */
export type MovedIndex = { index: WordIndex; newRows: Uint32Array };

export const gone = 0xffffffff;

/** Merges sorted lists of words without duplicates. */
function mergeWords(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? [...first] : [...new Set(lists.flat())].sort();
}

/** Merges indexes. The rows of a word are not sorted afterwards, which no search needs. */
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
