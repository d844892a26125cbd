import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import SearchesPanel from '../../../web/src/searches/searches-panel.tsx';
import { useStartSearch } from '../../../web/src/searches/use-searches.ts';

const search = {
  id: 's1',
  search_url: 'https://www.facebook.com/marketplace/odense/search?query=octavia',
  title: 'octavia, Odense',
  name: null,
  start_time: '2026-11-20T10:00:00Z',
  end_time: new Date(Date.now() + 80 * 3_600_000).toISOString(),
  interval_hours: 1,
  status: 'active',
  next_run: new Date(Date.now() + 600_000).toISOString(),
  last_run: null,
  paused_for: null,
};
const broken = { status: 500, body: { code: 'internal' } };

function Follow() {
  const { mutate } = useStartSearch(() => {});
  return (
    <button type="button" onClick={() => mutate(search.search_url)}>
      follow
    </button>
  );
}

function open(language: 'en' | 'da' = 'en') {
  stubService({
    'GET /api/subscriptions/u': { body: { subscriptions: [search], limit: 1, used: 1 } },
    'PUT /api/subscriptions/s1/prolong': broken,
    'DELETE /api/subscriptions/s1': broken,
  });
  renderApp(<SearchesPanel userId="u" hasPremium={false} onUpgrade={() => {}} />, { language });
}

beforeEach(signIn);

describe('an automated search', () => {
  // docs/spec.md, section 8.
  it('extending an automated search fails with the words of the specification', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Extend to 7 days' }));
    expect(await screen.findByText('Failed to extend the automated search')).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('creating an automated search fails with the words of the specification', async () => {
    stubService({ 'POST /api/subscriptions': broken });
    renderApp(<Follow />);
    fireEvent.click(screen.getByRole('button', { name: 'follow' }));
    expect(
      await screen.findByText('The automated search was not set up: Failed to create the automated search'),
    ).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('cancelling an automated search fails with the words of the specification', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getAllByRole('button').at(-1)!);
    expect(await screen.findByText('Failed to stop the automated search')).toBeTruthy();
  });
});
