import { expect, it } from 'vitest';
import { bitsOf } from '#core/catalog/memory/segment.ts';

it('bitsOf has a bit for each known name and ignores others', () => {
  const all = ['first', 'second', 'third'];
  expect(bitsOf(all, [])).toBe(0);
  expect(bitsOf(all, ['third', 'first'])).toBe(0b101);
  expect(bitsOf(all, ['gone', 'second', 'second'])).toBe(0b010);
});
