import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { AddToListDialog, SaveSearchDialog } from '../../../web/src/searches/collection-dialogs.tsx';
import CollectionsView from '../../../web/src/searches/collections-view.tsx';
import OwnList from '../../../web/src/searches/own-list.tsx';

beforeEach(signIn);

const made = '2026-11-20T10:00:00Z';
const list = (id: string, name: string, count = 0, has_car: boolean | null = null) => ({
  id,
  name,
  count,
  created_at: made,
  has_car,
  shared: null,
});
const search = { id: 's1', name: 'Cheap diesels', filters: { fuel: 'diesel' }, created_at: made };
const refusal = { status: 503, body: { error: 'Try again later.', code: 'unavailable' } };
const keysOf = (requests: { key: string }[]) =>
  requests.map(({ key }) => key).filter((key) => !key.startsWith('GET'));

describe('lists and saved searches', () => {
  const open = (answers: Parameters<typeof stubService>[0] = {}, language: 'en' | 'da' = 'en') => {
    const requests = stubService({
      'GET /api/lists': {
        body: { lists: [list('l1', 'To call', 3), list('l2', 'For Ida')], shared_with_me: [] },
      },
      'GET /api/saved-searches': { body: { searches: [search] } },
      ...answers,
    });
    renderApp(<CollectionsView />, { language });
    return requests;
  };
  const row = (name: string) => screen.findByRole('link', { name });

  it('an own list links to its cars, and a saved search to the list with its filters', async () => {
    open();
    expect((await row('To call')).getAttribute('href')).toBe('/?view=list&list=l1');
    expect((await row('Cheap diesels')).getAttribute('href')).toBe('/?fuel=diesel');
    expect(screen.getByText('3 cars · created November 20, 2026')).toBeTruthy();
    expect(screen.getByText('Diesel')).toBeTruthy();
  });

  it('the collections view explains lists and saved searches while there are none', async () => {
    open(
      {
        'GET /api/lists': { body: { lists: [], shared_with_me: [] } },
        'GET /api/saved-searches': { body: { searches: [] } },
      },
      'da',
    );
    expect(await screen.findByText(/Du har ingen lister endnu/)).toBeTruthy();
    expect(await screen.findByText(/Du har ingen gemte søgninger endnu/)).toBeTruthy();
  });

  it('the collections view reports a loading error and can retry', async () => {
    const requests = open({ 'GET /api/lists': { status: 403, body: { error: 'No.', code: 'forbidden' } } });
    await screen.findByText(/could not be loaded. No./);
    const before = requests.length;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(requests.length).toBe(before + 1));
  });

  it('lists and saved searches are renamed in place, and Escape keeps the old name', async () => {
    const requests = open({ 'PUT /api/lists/l1': { body: { ok: true } } });
    await row('To call');
    fireEvent.click(screen.getByRole('button', { name: 'Rename To call' }));
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' });
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Rename To call' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: ' On Sunday ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(keysOf(requests)).toEqual(['PUT /api/lists/l1']));
    expect(requests.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ name: 'On Sunday' });
  });

  it('a saved search that nobody named is called by its filters, and an emptied name makes it so', async () => {
    const requests = open({
      'GET /api/saved-searches': {
        body: {
          searches: [
            { ...search, name: null },
            { ...search, id: 's2' },
          ],
        },
      },
      'PUT /api/saved-searches/s2': { body: { ok: true } },
    });
    expect((await row('Diesel')).getAttribute('href')).toBe('/?fuel=diesel');
    fireEvent.click(screen.getByRole('button', { name: 'Rename Cheap diesels' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(keysOf(requests)).toEqual(['PUT /api/saved-searches/s2']));
    expect(requests.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ name: null });
  });

  it('lists and saved searches are deleted at once, and undo restores the same one', async () => {
    let kept = [search];
    const requests = open({
      'GET /api/saved-searches': () => ({ body: { searches: kept } }),
      'DELETE /api/saved-searches/s1': () => {
        kept = [];
        return { body: { ok: true } };
      },
      'PUT /api/saved-searches/s1': () => {
        kept = [search];
        return { body: { ok: true } };
      },
    });
    await row('Cheap diesels');
    fireEvent.click(screen.getByRole('button', { name: 'Delete Cheap diesels' }));
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Cheap diesels' })).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await row('Cheap diesels');
    await vi.waitFor(() =>
      expect(keysOf(requests)).toEqual(['DELETE /api/saved-searches/s1', 'PUT /api/saved-searches/s1']),
    );
  });

  it('lists and saved searches reappear with the reason if the service refuses to delete them', async () => {
    open({ 'DELETE /api/lists/l2': refusal });
    await row('For Ida');
    fireEvent.click(screen.getByRole('button', { name: 'Delete For Ida' }));
    await screen.findByText('Try again later.');
    await row('For Ida');
  });

  it('a deleted list shows a message instead of cars', async () => {
    stubService({ 'GET /api/lists': { body: { lists: [list('l1', 'To call')] } } });
    renderApp(<OwnList listId="l9">{() => 'its cars'}</OwnList>);
    await screen.findByText('This list no longer exists');
    expect(screen.queryByText('its cars')).toBeNull();
    renderApp(<OwnList listId="l1">{() => 'its cars'}</OwnList>);
    await screen.findByRole('heading', { name: 'To call' });
    expect(screen.getByText('its cars')).toBeTruthy();
  });
});

describe('adding a car to a list', () => {
  const open = (answers: Parameters<typeof stubService>[0]) => {
    const lists = [list('l1', 'To call', 3, true), list('l2', 'For Ida', 0, false)];
    const requests = stubService({ 'GET /api/lists': { body: { lists } }, ...answers });
    renderApp(<AddToListDialog car={{ id: '42', title: 'Golf' }} onClose={vi.fn()} />);
    return requests;
  };
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

  it('the dialog shows which lists hold the car and saves every tick at once', async () => {
    const requests = open({
      'PUT /api/lists/l2/cars/42': { body: { ok: true } },
      'DELETE /api/lists/l1/cars/42': { body: { ok: true } },
    });
    expect((await box(/To call/)).checked).toBe(true);
    fireEvent.click(await box(/For Ida/));
    fireEvent.click(await box(/To call/));
    await vi.waitFor(() =>
      expect(keysOf(requests)).toEqual(['PUT /api/lists/l2/cars/42', 'DELETE /api/lists/l1/cars/42']),
    );
  });

  it('the dialog reverts a tick if the service refuses it', async () => {
    open({ 'PUT /api/lists/l2/cars/42': refusal });
    fireEvent.click(await box(/For Ida/));
    await screen.findByText('Try again later.');
    await vi.waitFor(async () => expect((await box(/For Ida/)).checked).toBe(false));
  });

  it('the dialog creates a list with the car on it, but not with a blank name', async () => {
    const requests = open({
      'POST /api/lists': { status: 201, body: { id: 'l3' } },
      'PUT /api/lists/l3/cars/42': { body: { ok: true } },
    });
    const make = screen.getByRole<HTMLButtonElement>('button', { name: 'Create and add' });
    const field = screen.getByRole('textbox', { name: 'Name of the new list' });
    fireEvent.change(field, { target: { value: '  ' } });
    expect(make.disabled).toBe(true);
    fireEvent.change(field, { target: { value: 'Weekend' } });
    fireEvent.click(make);
    // A double click.
    fireEvent.click(make);
    await vi.waitFor(() =>
      expect(keysOf(requests)).toEqual(['POST /api/lists', 'PUT /api/lists/l3/cars/42']),
    );
  });

  it('the dialog shows the message of the service if there are too many lists', async () => {
    open({ 'POST /api/lists': { status: 409, body: { error: 'You have 50 lists.', code: 'conflict' } } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the new list' }), {
      target: { value: 'One more' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Create and add' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You have 50 lists.');
  });
});

describe('saving a search', () => {
  it('saving a search suggests the filters as its name and stores them under their wire names', async () => {
    const requests = stubService({ 'POST /api/saved-searches': { status: 201, body: { id: 's2' } } });
    const close = vi.fn();
    renderApp(<SaveSearchDialog filters={{ fuel: 'diesel' }} description="Diesel" onClose={close} />);
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('Diesel');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(close).toHaveBeenCalled());
    expect(requests[0]?.body).toEqual({ name: null, filters: { fuel: 'diesel' } });
    expect(await screen.findByText('Saved as “Diesel”')).toBeTruthy();
  });

  it('saving a search stores the name that a person gives it', async () => {
    const requests = stubService({ 'POST /api/saved-searches': { status: 201, body: { id: 's2' } } });
    renderApp(<SaveSearchDialog filters={{ fuel: 'diesel' }} description="Diesel" onClose={vi.fn()} />);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'For Ida' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(requests[0]?.body).toMatchObject({ name: 'For Ida' }));
  });
});
