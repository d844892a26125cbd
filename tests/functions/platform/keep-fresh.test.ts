import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFresh } from '#functions/platform/keep-fresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reads a cached value once for all who ask while it is fresh', async () => {
  const read = vi.fn(async () => read.mock.calls.length);
  const get = keepFresh(1_000, read);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  vi.advanceTimersByTime(1_000);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await get()).toBe(2);
});

it('passes a failed reading to those who waited for it and does not cache it', async () => {
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue('there');
  const get = keepFresh(1_000, read);
  await expect(get()).rejects.toThrow('gone');
  expect(await get()).toBe('there');
});
