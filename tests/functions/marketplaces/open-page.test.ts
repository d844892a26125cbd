import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from '#functions/marketplaces/launch-browser.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('returns the result of work that ends in time, and leaves no timer running', async () => {
  await expect(withTimeout(Promise.resolve('a page'), 1_000)).resolves.toBe('a page');
  await expect(withTimeout(Promise.reject(new Error('no page')), 1_000)).rejects.toThrow('no page');
  expect(vi.getTimerCount()).toBe(0);
});

it('abandons work that does not end in time', async () => {
  const left = vi.fn();
  const waiting = withTimeout(new Promise(() => {}), 1_000).catch(left);
  await vi.advanceTimersByTimeAsync(999);
  expect(left).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toHaveBeenCalledWith(expect.objectContaining({ message: 'no end in time' }));
  await waiting;
});
