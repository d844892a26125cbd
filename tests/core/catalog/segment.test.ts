import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bitsOf, packRows, unpackRows } from '#core/catalog/memory/segment.ts';

it('bitsOf has a bit for each known name and ignores others', () => {
  const all = ['first', 'second', 'third'];
  expect(bitsOf(all, [])).toBe(0);
  expect(bitsOf(all, ['third', 'first'])).toBe(0b101);
  expect(bitsOf(all, ['gone', 'second', 'second'])).toBe(0b010);
});

const rowsOfWord = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 2 }), { maxLength: 30 });

it('unpackRows gives the packed rows of every word again, sorted', () => {
  fc.assert(
    fc.property(fc.array(rowsOfWord, { maxLength: 20 }), (words) => {
      const ends = words.map((_, i) => words.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
      const offsets = Uint32Array.from([0, ...ends]);
      const packed = packRows({ words: [], offsets, rows: Uint32Array.from(words.flat()) });
      const sorted = words.flatMap((rows) => rows.toSorted((a, b) => a - b));
      expect([...unpackRows(offsets, packed)]).toEqual(sorted);
    }),
  );
});

it('packRows takes one byte for a row that is close to the one before', () => {
  const rows = Uint32Array.from({ length: 1000 }, (_, i) => i * 100);
  expect(packRows({ words: [], offsets: Uint32Array.of(0, 1000), rows })).toHaveLength(1000);
});
