import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '#tests/web/support/render-app.tsx';
import { openLiveFeed, retryDelayMs, socketAddress } from '../../../web/src/live/live-feed.ts';

describe('the live feed', () => {
  it('the live feed waits longer after each failure, at most a minute, with random jitter', () => {
    expect(retryDelayMs(0, 0)).toBe(500);
    expect(retryDelayMs(0, 1)).toBe(1_000);
    expect(retryDelayMs(3, 1)).toBe(8_000);
    expect(retryDelayMs(30, 1)).toBe(60_000);
  });

  it('the live feed opens the address of its ticket with the scheme of the page', () => {
    const page = 'https://bilfund.example/?view=all';
    expect(socketAddress('/live?ticket=t1', 't1', page)).toBe('wss://bilfund.example/live?ticket=t1');
    expect(socketAddress('/live', 't2', 'http://127.0.0.1:3000/')).toBe('ws://127.0.0.1:3000/live?ticket=t2');
    expect(socketAddress('', 't3', page)).toBe('wss://bilfund.example/live?ticket=t3');
  });
});

class FakeSocket {
  static readonly OPEN = 1;
  static readonly all: FakeSocket[] = [];
  readonly readyState = FakeSocket.OPEN;
  readonly send = vi.fn();
  readonly close = vi.fn();
  onopen?: () => void;
  onclose?: (() => void) | null;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    FakeSocket.all.push(this);
  }
}

describe('a line that breaks without a word', () => {
  let close: () => void;
  const connection = vi.fn();
  /** What a ping asks for is answered, or not. */
  const pong = (socket: FakeSocket) => socket.onmessage!({ data: JSON.stringify({ type: 'pong' }) });

  beforeEach(async () => {
    vi.useFakeTimers();
    FakeSocket.all.length = 0;
    connection.mockClear();
    vi.stubGlobal('WebSocket', FakeSocket);
    stubService({ 'POST /api/live/ticket': { body: { ticket: 't', url: '' } } });
    close = openLiveFeed({ onMessage: () => undefined, onConnection: connection });
    await vi.advanceTimersByTimeAsync(0);
    FakeSocket.all[0]!.onopen!();
  });
  afterEach(() => close());

  it('a missing pong ends the connection, which is reported and reopened', async () => {
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(FakeSocket.all[0]!.send).toHaveBeenCalledTimes(1);
    expect(connection).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection).toHaveBeenLastCalledWith(false);
    expect(FakeSocket.all[0]!.close).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('a broken connection is checked as soon as the reader returns to the page', async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.all[0]!.send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection).toHaveBeenLastCalledWith(false);
  });

  it('the connection stays open while pings are answered', async () => {
    for (let n = 1; n <= 3; n++) {
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      expect(FakeSocket.all[0]!.send).toHaveBeenCalledTimes(n);
      pong(FakeSocket.all[0]!);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connection.mock.calls).toEqual([[true]]);
  });
});
