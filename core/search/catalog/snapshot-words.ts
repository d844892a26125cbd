import { type Columns, columnIn, joinLines, linesIn, type NamedColumn } from './named-columns.ts';
import { packRows, unpackRows } from './packed-rows.ts';
import type { Segment } from './segment.ts';
import type { WordIndex } from './word-index.ts';

/** An index of words as columns to be written. */
export const wordColumns = (name: string, index: WordIndex): NamedColumn[] => [
  [`${name}.words`, joinLines(index.words)],
  [`${name}.offsets`, index.offsets],
  [`${name}.packedRows`, packRows(index)],
];

/** The rows, packed until somebody searches for words. */
function rowsIn(columns: Columns, name: string, offsets: Uint32Array): () => WordIndex['rows'] {
  const column = columnIn(columns);
  let rows: WordIndex['rows'] | undefined;
  return () => {
    rows ??= unpackRows(offsets, column<Uint8Array<ArrayBuffer>>(`${name}.packedRows`));
    return rows;
  };
}

/** The indexes of words in columns. */
export function wordsOf(columns: Columns): Segment['words'] {
  const index = (name: string): WordIndex => {
    const offsets = columnIn(columns)<WordIndex['offsets']>(`${name}.offsets`);
    const rows = rowsIn(columns, name, offsets);
    return {
      words: linesIn(columns, `${name}.words`),
      offsets,
      get rows() {
        return rows();
      },
    };
  };
  return { open: index('open'), guarded: index('guarded') };
}
