import { expect, it, test } from 'vitest';
import { readLanguage, shardOf } from '#core/shared.ts';

it('readLanguage takes Danish only from "da", and English from anything else', () => {
  expect(['da', 'en', 'DA', 'x', undefined].map(readLanguage)).toEqual(['da', 'en', 'en', 'en', 'en']);
});

test('ids are spread evenly over shards, and an id always gets the same shard', () => {
  expect([shardOf('', 7), shardOf('a', 7), shardOf('ab', 2 ** 32)]).toEqual([0, 97 % 7, 97 * 31 + 98]);
  const parts = Array.from({ length: 8 }, () => 0);
  for (let n = 0; n < 8_000; n++) parts[shardOf(`car-${n}`, 8)]!++;
  expect(Math.min(...parts)).toBeGreaterThan(800);
});
