import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the session', () => {
  // docs/spec.md, section 4.
  it('the session is loading until it is known, then follows every change, also from other tabs', async () => {
    const user = { id: 'u', email: 'mette@example.dk' };
    localStorage.setItem('bilfund_signed_in', JSON.stringify(user));
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    vi.resetModules();
    const { adoptSession, restoreSession, useSession } = await import('../../../web/src/api/session.ts');
    const { result } = renderHook(() => useSession());
    const restored = restoreSession();
    expect(result.current.status).toBe('loading');
    await vi.waitFor(() => answer(Response.json({ accessToken: 't', expiresIn: 3600, user })));
    await act(() => restored);
    expect(result.current).toMatchObject({ status: 'signed_in', session: { user } });
    const otherTab = new BroadcastChannel('bilfund-session');
    otherTab.postMessage(null);
    await vi.waitFor(() => expect(result.current.status).toBe('signed_out'));
    act(() => adoptSession({ accessToken: 't2', expiresIn: 3600, user }));
    expect(result.current.status).toBe('signed_in');
    otherTab.close();
  });

  it('the end of a session in any tab removes the personal data from the browser', async () => {
    const emptied: string[] = [];
    vi.stubGlobal('caches', { delete: async (name: string) => emptied.push(name) > 0 });
    vi.resetModules();
    const { adoptSession } = await import('../../../web/src/api/session.ts');
    const memory = await import('../../../web/src/catalog/list-state.ts');
    const compare = await import('../../../web/src/cars/compare/compare-store.ts');
    adoptSession({ accessToken: 't', expiresIn: 3600, user: { id: 'u', email: 'mette@example.dk' } });
    memory.rememberList('q=hemmelig');
    memory.rememberScroll('q=hemmelig', 700, { id: 'private-car', top: 3 });
    memory.markVisited('private-car');
    compare.setCompared([{ id: 'private-car', title: 'Golf', photo: '/photos/own/a/b.webp' }]);
    adoptSession(null);
    const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
    expect(kept).not.toMatch(/private-car|hemmelig|photos|mette/);
    expect([memory.takeLastOpened(), compare.comparedCars()]).toEqual([null, []]);
    expect(emptied.toSorted()).toEqual(['answers', 'photos']);
  });
});
