import type { WordIndex } from './word-index.ts';

const lowBits = 7;
const more = 1 << lowBits;

/**
 * The rows of each word as the steps between them, the first from 0: a step is seven bits a byte, the lowest first, with the
 * eighth bit where more follow (LEB128). Rows of a word lie in no order after a merge: they are put in theirs.
 */
export function packRows({ offsets, rows }: WordIndex): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(rows.length * 5);
  let end = 0;
  for (let word = 0; word < offsets.length - 1; word++) {
    let before = 0;
    for (const row of rows.slice(offsets[word]!, offsets[word + 1]!).sort()) {
      let step = row - before;
      before = row;
      for (; step >= more; step >>>= lowBits) packed[end++] = (step % more) | more;
      packed[end++] = step;
    }
  }
  return packed.slice(0, end);
}

/** The rows again; `offsets` says how many each word has. */
export function unpackRows(offsets: Uint32Array, packed: Uint8Array): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(offsets.at(-1)!);
  let at = 0;
  for (let word = 0; word < offsets.length - 1; word++) {
    let row = 0;
    for (let place = offsets[word]!; place < offsets[word + 1]!; place++) {
      let byte = packed[at++]!;
      row += byte % more;
      for (let scale = more; byte >= more; scale *= more) {
        byte = packed[at++]!;
        row += (byte % more) * scale;
      }
      rows[place] = row;
    }
  }
  return rows;
}
