import { describe, expect, it } from 'vitest';
import { retryDelayMs, socketAddress } from '../../../web/src/api/live-feed.ts';

describe('the live feed', () => {
  it('waits longer after each failure, a minute at most, and not all clients at once', () => {
    expect(retryDelayMs(0, 0)).toBe(500);
    expect(retryDelayMs(0, 1)).toBe(1_000);
    expect(retryDelayMs(3, 1)).toBe(8_000);
    expect(retryDelayMs(30, 1)).toBe(60_000);
  });

  it('opens the address of its ticket with the scheme of the page', () => {
    const page = 'https://bilfund.example/?view=all';
    expect(socketAddress('/live?ticket=t1', 't1', page)).toBe('wss://bilfund.example/live?ticket=t1');
    expect(socketAddress('/live', 't2', 'http://127.0.0.1:3000/')).toBe('ws://127.0.0.1:3000/live?ticket=t2');
    expect(socketAddress('', 't3', page)).toBe('wss://bilfund.example/live?ticket=t3');
  });
});
