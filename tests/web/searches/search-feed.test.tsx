import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { SearchFeed } from '../../../web/src/searches/search-feed.tsx';
import type { Search } from '../../../web/src/searches/use-searches.ts';

const atom = 'https://bilfund.example/feed/u/s1/secret/atom';
const json = 'https://bilfund.example/feed/u/s1/secret/json';

function open(feed_since: string | null, status = 201) {
  const of = { id: 's1', title: 'VW Golf', feed_since } as Search;
  const refused = { error: 'No.', code: 'conflict' };
  const asked = stubService({
    'POST /api/subscriptions/s1/feed': {
      status,
      body: status === 201 ? { subscription: of, atom, json } : refused,
    },
    'DELETE /api/subscriptions/s1/feed': { body: { subscription: { ...of, feed_since: null } } },
  });
  renderApp(<SearchFeed search={of} />);
  return asked;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(signIn);

describe('the feed of a search', () => {
  it('a reader makes an address, sees it in both formats and copies one', async () => {
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    open(null);
    expect(screen.queryByRole('button', { name: 'End the feed' })).toBeNull();
    press('Make an address');
    expect(await screen.findByText(atom)).toBeTruthy();
    expect(screen.getByText(json)).toBeTruthy();
    expect(screen.getByText(/the addresses are not shown again/)).toBeTruthy();
    press('Copy the JSON Feed address');
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(json);
  });

  it('tells to mark an address where the browser lets nothing be copied', async () => {
    const writeText = vi.fn(() => Promise.reject(new Error('denied')));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    open(null);
    press('Make an address');
    await screen.findByText(atom);
    press('Copy the Atom address');
    expect(await screen.findByText(/Select the address and copy it/)).toBeTruthy();
  });

  it('a feed that has an address is renewed or ended, and does not show it again', async () => {
    const asked = open('2026-11-28T10:00:00.000Z');
    expect(screen.getByText(/since November 28, 2026\. It was shown once/)).toBeTruthy();
    expect(screen.queryByText(atom)).toBeNull();
    press('New address, end the former');
    expect(await screen.findByText(atom)).toBeTruthy();
    press('End the feed');
    await waitFor(() => expect(screen.queryByText(atom)).toBeNull());
    expect(asked.map(({ key }) => key)).toContain('DELETE /api/subscriptions/s1/feed');
  });

  it('says why no address could be made', async () => {
    open(null, 409);
    press('Make an address');
    expect(await screen.findByText('No.')).toBeTruthy();
  });
});
