import { QueryClient } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#core/contract/messages.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { newestCatalogVersion } from '../../../web/src/api/catalog-version.ts';
import { queryKeys } from '../../../web/src/api/queries.ts';
import { openLiveFeed, retryDelayMs, socketAddress } from '../../../web/src/live/live-feed.ts';
import { receiveMessage, useLiveFeed } from '../../../web/src/live/use-live-feed.ts';

const sockets: FakeSocket[] = [];

class FakeSocket {
  onopen?: () => void;
  onclose?: () => void;
  readonly close = vi.fn();
  constructor() {
    sockets.push(this);
  }
}

function Feed() {
  useLiveFeed();
  return null;
}

/** A page with answers of every kind, and what of them is asked for again. */
async function openPage() {
  sockets.length = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
  stubService({ 'POST /api/live/ticket': { body: { ticket: 't', url: '' } } });
  signIn();
  const { client } = renderApp(<Feed />);
  const keys = Object.values(queryKeys).filter((key) => typeof key !== 'function');
  const answerAll = () => {
    for (const key of keys) client.setQueryData(key, {});
  };
  answerAll();
  await waitFor(() => expect(sockets).toHaveLength(1));
  const stale = () =>
    keys.filter((key) => client.getQueryState(key)?.isInvalidated).map(([name]) => String(name));
  return { answerAll, stale };
}

describe('the live feed', () => {
  it('the live feed refreshes once on opening what may have changed meanwhile', async () => {
    const { stale } = await openPage();
    expect(stale()).toEqual([]);
    act(() => sockets[0]!.onopen!());
    expect(stale().toSorted()).toEqual(
      ['access', 'notifications', 'payments', 'scrape-status', 'subscription', 'usage'].toSorted(),
    );
  });

  it('the live feed also refreshes the list after a gap', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { answerAll, stale } = await openPage();
    act(() => sockets[0]!.onopen!());
    answerAll();
    act(() => sockets[0]!.onclose!());
    expect(stale()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    await waitFor(() => expect(sockets).toHaveLength(2));
    act(() => sockets[1]!.onopen!());
    expect(stale()).toEqual(expect.arrayContaining(['subscription', 'cars']));
  });
});

function receive(message: LiveMessage) {
  const client = new QueryClient();
  const refreshCars = vi.fn();
  receiveMessage(message, client, refreshCars);
  return { client, refreshCars };
}

describe('a pushed message', () => {
  it('a message about a new car refreshes the lists, which request at least that catalog version', () => {
    const { refreshCars } = receive({ type: 'car', jobId: 'j', carId: 'c', catalogVersion: 'v7' });
    expect(refreshCars).toHaveBeenCalledOnce();
    expect(newestCatalogVersion()).toBe('v7');
  });

  it('a message about an import replaces a poll', () => {
    const { client } = receive({ type: 'scrape_status_removed' });
    expect(client.getQueryData(queryKeys.scrapeStatus)).toEqual({ status: null });
  });

  it('a message about a changed plan refreshes access, limits, payments and visible cars', () => {
    const client = new QueryClient();
    const { access, subscription, usage, payments, carLists, counts, car } = queryKeys;
    const decided = [access, subscription, usage, payments, [...carLists, 'view=all'], car('c1')];
    for (const key of [...decided, counts]) client.setQueryData(key, {});
    receiveMessage({ type: 'plan_changed' }, client, vi.fn());
    const isStale = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;
    expect(decided.map(isStale)).toEqual(decided.map(() => true));
    expect(isStale(counts)).toBe(false);
  });

  it.each<LiveMessage>([{ type: 'notification', notificationId: 'n1' }, { type: 'notifications_changed' }])(
    'a message about new, read or deleted notifications ($type) refreshes them',
    (message) => {
      const client = new QueryClient();
      const keys = [
        [...queryKeys.notifications, 'list'],
        [...queryKeys.notifications, 'stats'],
      ];
      for (const key of keys) client.setQueryData(key, {});
      receiveMessage(message, client, vi.fn());
      expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
    },
  );

  it('a message of an unknown kind changes nothing', () => {
    const { client, refreshCars } = receive({ type: 'pong' });
    expect(client.getQueryCache().getAll()).toEqual([]);
    expect(refreshCars).not.toHaveBeenCalled();
  });
});

describe('the connection of the live feed', () => {
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

class PlainSocket {
  static readonly OPEN = 1;
  static readonly all: PlainSocket[] = [];
  readonly readyState = PlainSocket.OPEN;
  readonly send = vi.fn();
  readonly close = vi.fn();
  onopen?: () => void;
  onclose?: (() => void) | null;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    PlainSocket.all.push(this);
  }
}

describe('a connection that breaks silently', () => {
  let close: () => void;
  const connection = vi.fn();
  /** What a ping asks for is answered, or not. */
  const pong = (socket: PlainSocket) => socket.onmessage!({ data: JSON.stringify({ type: 'pong' }) });

  beforeEach(async () => {
    vi.useFakeTimers();
    PlainSocket.all.length = 0;
    connection.mockClear();
    vi.stubGlobal('WebSocket', PlainSocket);
    stubService({ 'POST /api/live/ticket': { body: { ticket: 't', url: '' } } });
    close = openLiveFeed({ onMessage: () => undefined, onConnection: connection });
    await vi.advanceTimersByTimeAsync(0);
    PlainSocket.all[0]!.onopen!();
  });
  afterEach(() => close());

  it('a missing pong ends the connection, which is reported and reopened', async () => {
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(PlainSocket.all[0]!.send).toHaveBeenCalledTimes(1);
    expect(connection).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection).toHaveBeenLastCalledWith(false);
    expect(PlainSocket.all[0]!.close).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(PlainSocket.all).toHaveLength(2);
  });

  it('a broken connection is checked as soon as the reader returns to the page', async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    expect(PlainSocket.all[0]!.send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connection).toHaveBeenLastCalledWith(false);
  });

  it('the connection stays open while pings are answered', async () => {
    for (let n = 1; n <= 3; n++) {
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      expect(PlainSocket.all[0]!.send).toHaveBeenCalledTimes(n);
      pong(PlainSocket.all[0]!);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connection.mock.calls).toEqual([[true]]);
  });
});
