import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '#core/alerts/settings.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { SearchFeed } from '../../../web/src/searches/search-feed.tsx';
import SearchesPanel, {
  isOverdue,
  minutesUntil,
  timeLeft,
} from '../../../web/src/searches/searches-panel.tsx';
import { type Search, useStartSearch } from '../../../web/src/searches/use-searches.ts';

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

function search(change: Partial<Search> = {}): Search {
  return {
    id: 's1',
    search_url: 'https://www.facebook.com/marketplace/odense/search?query=octavia',
    title: 'octavia, Odense',
    name: null,
    start_time: '2026-11-20T10:00:00Z',
    end_time: inHours(75.5),
    interval_hours: 1,
    status: 'active',
    next_run: inHours(0.2),
    last_run: { at: inHours(-1), status: 'completed', cars_found: 18, cars_new: 2, failure: null },
    paused_for: null,
    kind: 'link',
    browser: null,
    rule: usualRule('s1'),
    feed_since: null,
    ...change,
  };
}

const answer = (subscriptions: Search[], limit = 1) => ({
  'GET /api/subscriptions/u': {
    body: { subscriptions, limit, used: subscriptions.filter((each) => each.status === 'active').length },
  },
});

function renderPanel(hasPremium = false) {
  const upgrade = vi.fn();
  renderApp(<SearchesPanel userId="u" hasPremium={hasPremium} onUpgrade={upgrade} />);
  return upgrade;
}

beforeEach(signIn);

describe('the panel of automated searches', () => {
  // docs/spec.md, section 2.
  it('an automated search shows time left, frequency, start date, next and last run, and a link to the search', async () => {
    stubService(answer([search()]));
    renderPanel();
    const item = within(await screen.findByRole('listitem'));
    for (const text of [
      '3 days 3 h',
      'Every hour',
      'November 20, 2026',
      'In 12 minutes',
      '18 cars, 2 of them new',
    ])
      expect(item.getByText(text)).toBeTruthy();
    expect(item.getByRole('link', { name: /Open the search/ })).toHaveProperty('href', search().search_url);
  });

  it('what a search tells is chosen in its card, and closing that returns the focus', async () => {
    stubService(answer([search()]));
    renderPanel();
    const opener = await screen.findByRole('button', { name: 'What you are told', expanded: false });
    fireEvent.click(opener);
    expect(screen.getByRole('button', { name: 'What you are told', expanded: true })).toBe(opener);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'What you are told' }));
  });

  it.each([
    [[], 'Mute Škoda', ['s1']],
    [['s0', 's1'], 'Unmute Škoda', ['s0']],
  ])(
    'an automated search is muted and unmuted in its card, whichever others are (%j)',
    async (muted, press, saved) => {
      const settings = { ...defaultSettings, muted_searches: muted };
      const asked = stubService({
        ...answer([search({ id: 's1', title: 'Škoda' })]),
        'GET /api/notification-settings': { body: { settings } },
        'PUT /api/notification-settings': { body: { settings: { ...settings, muted_searches: saved } } },
      });
      renderPanel();
      fireEvent.click(await screen.findByRole('button', { name: press }));
      await waitFor(() =>
        expect(asked.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({
          ...settings,
          muted_searches: saved,
        }),
      );
      expect(screen.queryByText(/^Muted:/) !== null).toBe(saved.includes('s1'));
    },
  );

  it('an automated search by filters links to the list', async () => {
    stubService(answer([search({ search_url: '/?brand=Skoda', title: 'Škoda' })]));
    renderPanel();
    const link = await screen.findByRole('link', { name: 'Open in the list' });
    expect(link.getAttribute('href')).toBe('/?brand=Skoda');
    expect(screen.queryByRole('link', { name: /Marketplace/ })).toBeNull();
  });

  it.each([
    [0.5, 'In 30 minutes'],
    [25.1, 'In 25 hours'],
  ])('a next run in %d hours is told as “%s”', async (hours, said) => {
    stubService(answer([search({ next_run: inHours(hours) })]));
    renderPanel();
    expect(await screen.findByText(said)).toBeTruthy();
  });

  // docs/spec.md, section 4.
  it('an automated search without time left is shown as Expired', async () => {
    stubService(answer([search({ end_time: inHours(-1), status: 'expired', next_run: null })]));
    renderPanel();
    expect((await screen.findAllByText('Expired')).length).toBeGreaterThan(0);
  });

  it.each([
    ['login_wall', /wanted a login.*stopped repeating this search\. Extend it to try again\.$/],
    // A retry would not help, because the marketplace refused nothing.
    [
      'location_not_recognised',
      /^Marketplace did not know the place .* We have stopped repeating this search\.$/,
    ],
  ] as const)('an automated search that is paused for %s says why', async (pausedFor, said) => {
    stubService(answer([search({ status: 'paused', next_run: null, paused_for: pausedFor })]));
    renderPanel();
    expect((await screen.findByRole('alert')).textContent).toMatch(said);
  });

  // docs/spec.md, sections 2 and 8.
  it('extending an automated search sets it to seven days from now', async () => {
    const requests = stubService({
      ...answer([search()]),
      'PUT /api/subscriptions/s1/prolong': { body: { subscription: search() } },
    });
    renderPanel();
    fireEvent.click(await screen.findByRole('button', { name: 'Extend to 7 days' }));
    expect(await screen.findByText('The automated search is extended to 7 days from now!')).toBeTruthy();
    expect(requests.some(({ key }) => key === 'PUT /api/subscriptions/s1/prolong')).toBe(true);
  });

  const renaming = async (title: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Rename ${title}` }));
    return screen.getByLabelText<HTMLInputElement>('Name of the search');
  };
  const renamed = (change: Partial<Search>) =>
    stubService({
      ...answer([search(change)]),
      'PUT /api/subscriptions/s1': { body: { subscription: search() } },
    });
  const sent = (requests: { key: string; body?: unknown }[]) =>
    requests.find(({ key }) => key === 'PUT /api/subscriptions/s1')?.body;

  it('automated searches are requested with names in the reader’s language', async () => {
    const requests = stubService(answer([search()]));
    renderApp(<SearchesPanel userId="u" hasPremium={false} onUpgrade={() => {}} />, { language: 'da' });
    await screen.findByRole('listitem');
    const asked = requests.find(({ key }) => key === 'GET /api/subscriptions/u');
    expect(asked?.query.get('language')).toBe('da');
  });

  it('an automated search can be renamed with the keyboard alone', async () => {
    const requests = renamed({});
    renderPanel();
    const field = await renaming('octavia, Odense');
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('');
    fireEvent.change(field, { target: { value: '  Til Anna ' } });
    fireEvent.submit(field.form!);
    const button = await screen.findByRole('button', { name: 'Rename octavia, Odense' });
    expect(sent(requests)).toEqual({ name: 'Til Anna' });
    expect(document.activeElement).toBe(button);
  });

  it('an emptied name field restores the name made from the filters', async () => {
    const requests = renamed({ title: 'Til Anna', name: 'Til Anna' });
    renderPanel();
    const field = await renaming('Til Anna');
    expect(field.value).toBe('Til Anna');
    fireEvent.change(field, { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Rename Til Anna' });
    expect(sent(requests)).toEqual({ name: null });
  });

  it('an automated search keeps its name after Escape or an unchanged form', async () => {
    const requests = renamed({});
    renderPanel();
    fireEvent.keyDown(await renaming('octavia, Odense'), { key: 'Escape' });
    fireEvent.submit((await renaming('octavia, Odense')).form!);
    await screen.findByRole('button', { name: 'Rename octavia, Odense' });
    expect(sent(requests)).toBeUndefined();
  });

  // docs/spec.md, sections 2, 5 and 8.
  it('cancelling an automated search asks first in the words of the specification', async () => {
    const requests = stubService({
      ...answer([search()]),
      'DELETE /api/subscriptions/s1': { body: { ok: true } },
    });
    renderPanel();
    const asked = () => requests.some(({ key }) => key === 'DELETE /api/subscriptions/s1');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(
      dialog.getByText(
        'Are you sure you want to stop this automated search? You will no longer be told about its new cars.',
      ),
    ).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Keep the search' }));
    expect(asked()).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop the search' }));
    expect(await screen.findByText('The automated search is stopped')).toBeTruthy();
    expect(asked()).toBe(true);
  });

  // docs/spec.md, section 8.
  it('a search that cannot be added shows the message of the service', async () => {
    const error = 'This search cannot be repeated.';
    stubService({
      ...answer([]),
      'POST /api/subscriptions': { status: 400, body: { error, code: 'conflict' } },
    });
    renderPanel();
    fireEvent.change(await screen.findByLabelText('Marketplace search link'), {
      target: { value: 'facebook.com/marketplace/odense/search?query=golf' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Repeat this search' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      `The automated search was not set up: ${error}`,
    );
  });

  it('the search limit leads free readers to the plans and premium readers to cancelling a search', async () => {
    stubService(answer([search()]));
    const upgrade = renderPanel();
    fireEvent.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }));
    expect(upgrade).toHaveBeenCalledWith('automated_searches');
    stubService(answer([search({ id: 'a' }), search({ id: 'b' }), search({ id: 'c' })], 3));
    renderPanel(true);
    expect(
      await screen.findByText('Three searches are already running. Cancel one of them first.'),
    ).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('the searches panel says that the data could not be loaded', async () => {
    stubService({ 'GET /api/subscriptions/u': { status: 403, body: { error: 'No.', code: 'forbidden' } } });
    renderPanel();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load your automated searches');
  });
});

function Follow() {
  const { mutate } = useStartSearch(() => {});
  return (
    <button type="button" onClick={() => mutate(search().search_url)}>
      follow
    </button>
  );
}

describe('failures of an automated search', () => {
  const broken = { status: 500, body: { code: 'internal' } };

  // docs/spec.md, section 8.
  it('extending an automated search fails with the words of the specification', async () => {
    stubService({ ...answer([search()]), 'PUT /api/subscriptions/s1/prolong': broken });
    renderPanel();
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
    stubService({ ...answer([search()]), 'DELETE /api/subscriptions/s1': broken });
    renderPanel();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Stop the search' }));
    expect(await screen.findByText('Failed to stop the automated search')).toBeTruthy();
  });
});

describe('the time left', () => {
  it('the time left is null after the end', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(timeLeft('2026-11-21T12:00:00Z', now)).toBeNull();
    expect(timeLeft('2026-11-23T15:59:59Z', now)).toEqual({ days: 2, hours: 3 });
    expect(minutesUntil('2026-11-21T11:00:00Z', now)).toBe(0);
    expect(minutesUntil('2026-11-21T12:00:01Z', now)).toBe(1);
  });
});

describe('a search that the reader’s browser watches', () => {
  const browser = {
    interval_minutes: 90,
    last_seen_at: inHours(-1),
    times_seen: 12,
    last_found: { new: 2, dropped: 1, back: 0, gone: 3 },
  };
  const watched = (change: Partial<typeof browser> = {}) =>
    search({
      id: 'browser-s1',
      kind: 'browser',
      next_run: null,
      last_run: null,
      start_time: inHours(-30),
      browser: { ...browser, ...change },
    });
  const show = async (one: Search, language: 'en' | 'da' = 'en') => {
    stubService(answer([one]));
    renderApp(<SearchesPanel userId="u" hasPremium={false} onUpgrade={vi.fn()} />, { language });
    return (await screen.findAllByRole('listitem'))[0]!.textContent;
  };

  it('says when it was seen, how often, and what it found last', async () => {
    const text = await show(watched());
    expect(text).toContain('Every 90 minutes');
    expect(text).toContain('Seen12 times');
    expect(text).toContain('2 new, 1 cheaper, 3 no longer among the results');
    expect(text).toContain('Watched in your browser');
    expect(text).not.toContain('longer than');
  });

  it('says so when it was not sent for longer than its interval', async () => {
    expect(await show(watched({ last_seen_at: inHours(-2) }))).toContain(
      'It has not been sent for longer than 90 minutes, so we know nothing newer.',
    );
  });

  it('says so in Danish too', async () => {
    const text = await show(watched({ last_seen_at: inHours(-2) }), 'da');
    expect(text).toContain('Hvert 90. minut');
    expect(text).toContain('Den er ikke blevet sendt i mere end 90 minutter, så vi ved ikke noget nyere.');
    expect(text).toContain('2 nye, 1 billigere, 3 ikke længere blandt resultaterne');
  });

  it('is made of a link, at the interval that was chosen', async () => {
    const requests = stubService({
      ...answer([]),
      'POST /api/subscriptions': { status: 201, body: { subscription: watched() } },
    });
    renderPanel();
    const press = await screen.findByRole('button', { name: 'Watch in my browser' });
    expect(press).toHaveProperty('disabled', true);
    const link = 'https://www.bilbasen.dk/brugt/bil/vw/golf-vii';
    fireEvent.change(screen.getByLabelText('Marketplace search link'), { target: { value: ` ${link} ` } });
    fireEvent.change(screen.getByLabelText('How often'), { target: { value: '180' } });
    fireEvent.click(press);
    expect(await screen.findByText(/on your list for a week. A connected browser begins/)).toBeTruthy();
    expect(requests.find(({ key }) => key === 'POST /api/subscriptions')?.body).toEqual({
      ...{ searchUrl: link, browserIntervalMinutes: 180 },
    });
    const about = screen.getByRole('link', { name: 'About the extension, and how to connect it' });
    expect(about.getAttribute('href')).toBe('/extension');
  });

  it('is what a link becomes where we visit nothing ourselves', async () => {
    const requests = stubService({
      ...answer([]),
      'GET /api/about': { body: { importsEnabled: false } },
      'POST /api/subscriptions': { status: 201, body: { subscription: watched() } },
    });
    renderPanel();
    fireEvent.change(await screen.findByLabelText('Marketplace search link'), {
      target: { value: watched().search_url },
    });
    await screen.findByText(/we do not visit it/);
    fireEvent.click(await screen.findByRole('button', { name: 'Watch in my browser' }));
    expect(await screen.findByText(/on your list for a week. A connected browser begins/)).toBeTruthy();
    expect(requests.find(({ key }) => key === 'POST /api/subscriptions')?.body).toEqual({
      ...{ searchUrl: watched().search_url, browserIntervalMinutes: 60 },
    });
  });

  it('gets another interval from its card, where its own is one of the choices', async () => {
    const requests = stubService({
      ...answer([watched()]),
      'POST /api/subscriptions': { status: 200, body: { subscription: watched() } },
    });
    renderPanel();
    const item = within((await screen.findAllByRole('listitem'))[0]!);
    const field = item.getByLabelText('How often');
    expect(field).toHaveProperty('value', '90');
    // The arrow keys select each option on the way.
    for (const value of ['180', '360']) fireEvent.change(field, { target: { value } });
    expect(await screen.findByText(/told of the new interval/)).toBeTruthy();
    const told = requests.filter(({ key }) => key === 'POST /api/subscriptions').map(({ body }) => body);
    expect(told).toEqual([{ searchUrl: watched().search_url, browserIntervalMinutes: 360 }]);
  });

  it('an interval that is chosen just before the panel closes is sent all the same', async () => {
    const requests = stubService({
      ...answer([watched()]),
      'POST /api/subscriptions': { status: 200, body: { subscription: watched() } },
    });
    renderPanel();
    const item = within((await screen.findAllByRole('listitem'))[0]!);
    fireEvent.change(item.getByLabelText('How often'), { target: { value: '360' } });
    cleanup();
    const told = () => requests.filter(({ key }) => key === 'POST /api/subscriptions');
    await waitFor(() =>
      expect(told().map(({ body }) => body)).toEqual([
        { searchUrl: watched().search_url, browserIntervalMinutes: 360 },
      ]),
    );
  });

  it('shows the stored interval after it was changed elsewhere', async () => {
    let minutes = 90;
    stubService({
      'GET /api/subscriptions/u': () =>
        answer([watched({ interval_minutes: minutes })])['GET /api/subscriptions/u'],
      'POST /api/subscriptions': () => {
        minutes = 30;
        return { status: 200, body: { subscription: watched() } };
      },
    });
    renderPanel();
    const field = () => within(screen.getAllByRole('listitem')[0]!).getByLabelText('How often');
    await screen.findAllByRole('listitem');
    fireEvent.change(field(), { target: { value: '360' } });
    expect(field()).toHaveProperty('value', '360');
    await waitFor(() => expect(field()).toHaveProperty('value', '30'), { timeout: 5_000 });
  });

  it('an expired search offers no interval, and links to the extension while it was never read', async () => {
    stubService(answer([{ ...watched({ last_seen_at: null } as never), status: 'expired' }], 0));
    renderPanel();
    const item = within((await screen.findAllByRole('listitem'))[0]!);
    expect(item.queryByLabelText('How often')).toBeNull();
    expect(item.getByRole('link', { name: 'About the extension, and how to connect it' })).toBeTruthy();
  });

  it('the panel says that the reader’s own browser may repeat a search, and does not say that we repeat all', async () => {
    await show(watched());
    expect(screen.getByText(/repeated by us or, where it says so, by your own browser/)).toBeTruthy();
    expect(screen.queryByText(/^We repeat/)).toBeNull();
  });

  it('a search that was never read is overdue after its first interval', () => {
    const never = { ...browser, last_seen_at: null, last_found: null };
    const start = '2026-11-21T08:00:00.000Z';
    expect(isOverdue(never, start, Date.parse('2026-11-21T09:30:00.000Z'))).toBe(false);
    expect(isOverdue(never, start, Date.parse('2026-11-21T09:30:00.001Z'))).toBe(true);
  });
});

describe('the feed of a search', () => {
  const atom = 'https://bilfund.example/feed/u/s1/secret/atom';
  const json = 'https://bilfund.example/feed/u/s1/secret/json';
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  function open(feed_since: string | null, status = 201) {
    const of = search({ feed_since });
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
