import { act, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { queryKeys } from '../../../web/src/api/query-keys.ts';
import { useLiveFeed } from '../../../web/src/live/use-live-feed.ts';

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
