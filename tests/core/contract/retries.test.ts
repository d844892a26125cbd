import { expect, test } from 'vitest';
import { maxReceives, retryWaitSeconds } from '#core/contract/messages.ts';

test('a message waits longer after each try, and not at all after its last', () => {
  const waits = Array.from({ length: maxReceives + 1 }, (_, tries) => retryWaitSeconds(tries + 1));
  expect(waits).toEqual([15, 30, 60, 90, 0, 0]);
});
