// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { PopupMessage, State } from '../../extension/messages.ts';

const search = 'https://www.facebook.com/marketplace/copenhagen/vehicles?query=golf';

let asked: PopupMessage[];
let state: State;
let address: string;

const shown = () => document.querySelector('#popup')!;
const button = (text: string) =>
  [...shown().querySelectorAll('button')].find(({ textContent }) => textContent === text)!;

/** Opens the extension's window, which asks for its state and then for what was chosen on the installation. */
async function open(): Promise<void> {
  document.body.innerHTML = '<main id="popup" aria-busy="true"></main>';
  vi.resetModules();
  await import('../../extension/popup/popup.ts');
  await vi.waitFor(() => expect(asked.map(({ ask }) => ask)).toEqual(['state', 'look']));
  await vi.waitFor(() => expect(shown().getAttribute('aria-busy')).toBe('false'));
  asked = [];
}

beforeEach(() => {
  asked = [];
  address = search;
  state = {
    ...{
      refusal: null,
      starting: null,
      origin: 'https://bilfund.example',
      language: 'en',
      isPaired: true,
      off: [],
      walls: {},
    },
    ...{ watches: [], isWatching: true, pagesToday: 3, pagesPerDay: 48, log: [] },
  };
  vi.stubGlobal('installation', { origin: state.origin, demoOrigin: null });
  vi.stubGlobal('chrome', {
    runtime: {
      sendMessage: async (message: PopupMessage) => {
        asked.push(message);
        return state;
      },
    },
    tabs: { query: async () => [{ url: address }] },
  });
});

it('the open search is watched at the interval that is chosen, hourly unless another is', async () => {
  await open();
  const select = shown().querySelector<HTMLSelectElement>('select[aria-label="How often"]')!;
  expect([...select.options].map(({ textContent }) => textContent)).toEqual([
    ...['every 30 minutes', 'every hour', 'every 3 hours', 'every 6 hours', 'once a day'],
  ]);
  button('Watch this search here').click();
  select.value = '1440';
  button('Watch this search here').click();
  expect(asked).toMatchObject([
    { ask: 'watch', href: search, intervalMinutes: 60 },
    { ask: 'watch', href: search, intervalMinutes: 1440 },
  ]);
  state.starting = search;
  await vi.waitFor(() => expect(shown().textContent).toContain('This search is being listed on Bilfund'));
  expect(button('Watch this search here')).toBeUndefined();
});

it('a search that is watched is not offered again, whatever the site has added to its address', async () => {
  address = `${search}&ref=notif#top`;
  const watch = { id: 'browser-1', source: 'facebook', href: search, name: 'Golf' } as const;
  state.watches = [{ ...watch, intervalMinutes: 60, nextAtMs: 0, lastSeenAtMs: null }];
  await open();
  expect(button('Watch this search here')).toBeUndefined();
  button('Stop watching').click();
  expect(asked).toEqual([{ ask: 'unwatch', id: 'browser-1' }]);
});

it('the budget of the day and the quiet hours are shown', async () => {
  await open();
  expect(shown().textContent).toContain('3 of at most 48 pages opened today');
  expect(shown().textContent).toContain('Nothing is opened between 23 and 7');
});

it('the log says in words why a site was stopped and what was refused', async () => {
  state.log = [
    { atMs: 0, source: 'dba', event: 'wall', detail: 'captcha' },
    { atMs: 0, source: 'dba', event: 'refused', detail: 'limit_reached' },
  ];
  await open();
  const lines = [...shown().querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/ · DBA · Stopped · asked whether you are human/),
    expect.stringMatching(/ · DBA · Refused · Your plan has no room/),
  ]);
});

it.each([
  ['limit_reached', /no room for another automated search/],
  ['token_refused', /connection has ended/],
  ['offline', /did not answer/],
] as const)('a press that is refused with %s says why', async (refusal, says) => {
  state.refusal = refusal;
  await open();
  expect(shown().querySelector('.wall')!.textContent).toMatch(says);
});

it('names that hold markup are shown as text', async () => {
  const watch = { id: 'browser-1', source: 'dba', href: 'https://www.dba.dk/mobility/search/car' } as const;
  state.watches = [{ ...watch, name: '<img src=x>', intervalMinutes: 60, nextAtMs: 0, lastSeenAtMs: null }];
  await open();
  expect(shown().querySelector('img')).toBeNull();
  expect(shown().textContent).toContain('<img src=x>');
});

it('what has the keyboard’s focus keeps it when it is pressed, and its neighbour gets it when it is gone', async () => {
  const watch = { source: 'dba', href: 'https://www.dba.dk/mobility/search/car' } as const;
  const row = (name: string) => ({
    ...{ ...watch, id: name, name, intervalMinutes: 60, nextAtMs: 0, lastSeenAtMs: null },
  });
  state.watches = [row('Golf'), row('Polo')];
  await open();
  const focused = () => document.activeElement as HTMLElement;
  const stops = () =>
    [...shown().querySelectorAll('button')].filter(({ textContent }) => textContent === 'Stop watching');
  stops()[0]!.focus();
  state.watches = [row('Polo')];
  focused().click();
  await vi.waitFor(() => expect(stops()).toHaveLength(1));
  expect(focused()).toBe(stops()[0]);
  button('Stop all watching').focus();
  state.isWatching = false;
  focused().click();
  await vi.waitFor(() => expect(focused().textContent).toBe('Start watching again'));
});
