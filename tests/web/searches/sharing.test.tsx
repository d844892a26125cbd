import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SharedListWire } from '#core/contract/routes/collections.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { adoptSession } from '../../../web/src/api/session.ts';
import CollectionsView from '../../../web/src/searches/collections-view.tsx';
import { keepInvitation, takeInvitation } from '../../../web/src/searches/kept-invitation.ts';
import OwnList from '../../../web/src/searches/own-list.tsx';
import SharedList from '../../../web/src/searches/shared-list-screen.tsx';

beforeEach(signIn);

const done = { body: { ok: true } };
const gone = { status: 404, body: { error: 'x', code: 'not_found' } };
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('sharing an own list', () => {
  it('says what each will see, makes a link, and takes it back', async () => {
    let shared: object | null = null;
    const list = () => ({
      ...{ id: 'l1', name: 'For us', count: 1, created_at: '2026-11-20T10:00:00Z', has_car: null, shared },
    });
    const requests = stubService({
      'GET /api/lists': () => ({ body: { lists: [list()], shared_with_me: [] } }),
      'PUT /api/lists/l1/share': () => {
        shared = { since: '2026-11-29T10:00:00Z', has_partner: false };
        return { body: { secret: 'words' } };
      },
      'DELETE /api/shared-lists/u/l1': () => {
        shared = null;
        return done;
      },
    });
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    renderApp(<OwnList listId="l1">{() => 'its cars'}</OwnList>);
    await press('Share');
    await screen.findByText(/each of you sees the note, the stage and the day/);
    expect(requests.filter(({ key }) => !key.startsWith('GET'))).toEqual([]);
    await press('Make a link');
    await press('Copy');
    const link = `${location.origin}/shared-list/u/l1#words`;
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(link));
    expect(screen.getByText(link)).toBeTruthy();
    await press('Take the link back');
    await screen.findByRole('button', { name: 'Make a link' });
    expect(screen.queryByText(link)).toBeNull();
  });
});

describe('a shared list', () => {
  const path = '/shared-list/o/l#words';
  const page = <SharedList owner="o" list="l" />;
  const words = (note: string) => ({ note, stage: 'viewing' as const, day: null });
  const shared = (fields: Partial<SharedListWire> = {}): SharedListWire => ({
    ...{ name: 'For us', is_owner: false, has_partner: true, left_out: 2 },
    cars: [
      {
        car: sampleCar({ id: '42', title: 'VW Polo' }),
        mine: words('Rust?'),
        partner: words('Call Monday.'),
      },
      { car: { id: 'locked-1', deal: 'amazing', locked: true }, mine: null, partner: null },
    ],
    ...fields,
  });

  it('tells whoever has the link what the other will see, before they accept it', async () => {
    let isJoined = false;
    const requests = stubService({
      'GET /api/shared-lists/o/l': () => (isJoined ? { body: shared() } : gone),
      'PUT /api/shared-lists/o/l': () => {
        isJoined = true;
        return done;
      },
    });
    renderApp(page, { path });
    await screen.findByText(/each of you sees the note, the stage and the day/);
    expect(requests.map(({ key }) => key)).toEqual(['GET /api/shared-lists/o/l']);
    await press('Accept');
    const car = await screen.findByRole('link', { name: /VW Polo/ });
    expect(car).toHaveProperty('pathname', '/car/42');
    expect(requests.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ secret: 'words' });
    expect(car.closest('li')!.textContent).toMatch(/You: Viewing · Rust\?The other: Viewing · Call Monday\./);
    expect(screen.getByText('1 car hidden: locked on the plan of one of you')).toBeTruthy();
    expect(screen.getByText('2 cars from pages that only the owner of the list sees')).toBeTruthy();
  });

  it('waits for a guest who logs in in the same tab, once, with the secret of its link', async () => {
    adoptSession(null);
    renderApp(page, { path });
    await screen.findByText(/Log in to see it/);
    expect(takeInvitation()).toBe(path);
    expect(takeInvitation()).toBeNull();
    keepInvitation('https://elsewhere.example/');
    expect(takeInvitation()).toBeNull();
  });

  it('does not wait for whoever logs in after its member has logged out on it', async () => {
    stubService({ 'GET /api/shared-lists/o/l': gone });
    renderApp(page, { path });
    await screen.findByText('A link to a list of cars');
    act(() => adoptSession(null));
    await screen.findByText(/Log in to see it/);
    expect(takeInvitation()).toBeNull();
  });

  it('says in Danish that a link leads nowhere any more', async () => {
    stubService({ 'GET /api/shared-lists/o/l': gone, 'PUT /api/shared-lists/o/l': gone });
    renderApp(page, { path, language: 'da' });
    await press('Tag imod');
    await screen.findByText('Listen er ikke delt med dig');
    renderApp(page, { path: '/shared-list/o/l' });
    await screen.findByText('This list is not shared with you');
  });

  it('is left by the partner', async () => {
    const requests = stubService({
      'GET /api/shared-lists/o/l': { body: shared() },
      'DELETE /api/shared-lists/o/l': done,
    });
    renderApp(page, { path });
    await press('Leave this list');
    await screen.findByText('The list is no longer among yours');
    expect(requests.some(({ key }) => key.startsWith('DELETE'))).toBe(true);
  });

  it('stands among the reader’s lists, and says so once it is shared no more', async () => {
    const requests = stubService({
      'GET /api/lists': {
        body: {
          lists: [],
          shared_with_me: [
            { owner: 'o', id: 'l', name: 'For us' },
            { owner: 'p', id: 'm', name: null },
          ],
        },
      },
      'GET /api/saved-searches': { body: { searches: [] } },
      'DELETE /api/shared-lists/p/m': done,
    });
    renderApp(<CollectionsView />);
    expect(await screen.findByRole('link', { name: 'For us' })).toHaveProperty(
      'pathname',
      '/shared-list/o/l',
    );
    await press('Remove A list that is no longer shared with you');
    await waitFor(() =>
      expect(requests.some(({ key }) => key === 'DELETE /api/shared-lists/p/m')).toBe(true),
    );
  });
});
