import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserPagesPerDay } from '#core/imports/own-page.ts';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { Message, PageAnswer, PopupMessage, State } from '../../extension/messages.ts';
import { Worker } from '../../extension/worker/worker.ts';
import { extensionId, fakeBrowser } from './support/fake-browser.ts';

const origin = 'https://bilfund.example';
const site = 'https://www.facebook.com/marketplace/copenhagen/vehicles';
const token = 'bf_secret';

let browser: ReturnType<typeof fakeBrowser>;
let worker: Worker;
let now: Date;
let calls: { path: string; token: string | null; body: string }[];
let status: number;
let statusOfImports: number;
let headers: Record<string, string>;
let statusOfSearches: string;
/** Ids of the searches that run on the installation. */
let running: Set<string>;
/** What is listed of those that were chosen there, by their ids. */
let chosen: Record<string, object>;
/** The installation's list is handed out when this is over. */
let listIsHeldBy: Promise<unknown>;
const listed = (id: string) => ({ id, status: statusOfSearches, browser: null, ...chosen[id] });
/** Addresses of ads. */
let known: Set<string>;
let preliminary: Set<string>;

beforeEach(async () => {
  browser = fakeBrowser();
  now = new Date(2026, 5, 1, 12, 0);
  calls = [];
  status = 200;
  statusOfImports = 200;
  headers = {};
  known = new Set();
  preliminary = new Set();
  running = new Set();
  chosen = {};
  listIsHeldBy = Promise.resolve();
  statusOfSearches = 'active';
  const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  worker = new Worker(
    {
      browser: browser.api,
      keys: { key: () => key },
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input));
        const body = String(init?.body ?? '');
        calls.push({ path: pathname + search, token: new Headers(init?.headers).get('authorization'), body });
        if (pathname.startsWith('/api/subscriptions')) {
          if (init?.method === undefined) await listIsHeldBy;
          if (status !== 200) return Response.json({ code: 'limit_reached' }, { status });
          if (init?.method === 'POST') {
            const id = `browser-${(JSON.parse(body) as { searchUrl: string }).searchUrl}`;
            running.add(id);
            return Response.json({ subscription: { id } });
          }
          if (init?.method === 'DELETE') running.delete(decodeURIComponent(pathname.split('/').at(-1)!));
          const subscriptions = [...running].map(listed);
          return Response.json({ subscriptions });
        }
        if (pathname !== '/api/cars/known')
          return Response.json(
            { carsFound: 1, ...(statusOfImports === 403 && { code: 'limit_reached' }) },
            { status: status === 200 ? statusOfImports : status },
          );
        const { links } = JSON.parse(body) as { links: string[] };
        const cars = links.map((link) => ({
          car: known.has(link)
            ? {
                ...{ id: 'c1', deal: 'amazing', gap: -12_300, findings: { count: 2 } },
                is_preliminary: preliminary.has(link),
              }
            : null,
        }));
        return Response.json({ cars }, { status, headers });
      },
      now: () => now,
      random: () => 0.5,
    },
    { origin, demoOrigin: null },
  );
});

const from = (url: string, tabId = 99): chrome.runtime.MessageSender => ({
  id: extensionId,
  url,
  frameId: 0,
  tab: { id: tabId, active: tabId === 99 } as chrome.tabs.Tab,
});
const popup: chrome.runtime.MessageSender = {
  id: extensionId,
  url: `chrome-extension://${extensionId}/popup.html`,
};
const ask = (message: Message, sender = from(site)) => worker.answer(message, sender);
const state = () => ask({ ask: 'state' }, popup) as Promise<State>;
/** A press in the extension's window, and what it shows once the installation has taken or refused it. */
const press = async (message: PopupMessage) => {
  await ask(message, popup);
  return ask({ ask: 'settled' }, popup) as Promise<State>;
};
const pair = () => ask({ ask: 'pair', token, language: 'en' }, from(`${origin}/extension`));
const pageOf = (...ids: string[]): HandedPage => ({
  kind: 'search',
  path: '/marketplace/copenhagen/vehicles',
  hasNoResults: false,
  ads: ids.map((id) => ({ id, marketplace_listing_title: `Car ${id}` })),
  cards: [],
});
const rate = (page: HandedPage, sender = from(site)) =>
  ask({ ask: 'rate', page }, sender) as Promise<PageAnswer>;
const watch = () => press({ ask: 'watch', href: site, name: 'Vehicles', intervalMinutes: 60 });
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const openTabs = () => browser.tabs.filter(({ isOpen }) => isOpen);

describe('pairing', () => {
  it('a token from the installation’s own page is kept encrypted and used in the header alone', async () => {
    expect(await pair()).toEqual({ isPaired: true });
    expect(JSON.stringify(browser.local.all())).not.toContain(token);
    await rate(pageOf('1'));
    expect(calls.every((call) => call.token === `Bearer ${token}`)).toBe(true);
    expect(JSON.stringify(calls.map(({ path, body }) => [path, body]))).not.toContain(token);
  });

  it('no other page can hand over a token or ask whether there is one', async () => {
    for (const url of ['https://evil.example/extension', site, 'http://bilfund.example/extension'])
      expect(await ask({ ask: 'pair', token, language: 'en' }, from(url))).toBeNull();
    expect((await state()).isPaired).toBe(false);
  });

  it('a frame, another extension and an unknown sender get no answer', async () => {
    await pair();
    const page = pageOf('1');
    expect(await ask({ ask: 'rate', page }, { ...from(site), frameId: 3 })).toBeNull();
    expect(await ask({ ask: 'rate', page }, { ...from(site), id: 'another' })).toBeNull();
    expect(await ask({ ask: 'rate', page }, { id: extensionId })).toBeNull();
    expect(calls).toEqual([]);
  });

  it('a token that is refused is forgotten, and the page is told to connect again', async () => {
    await pair();
    status = 401;
    expect((await rate(pageOf('1'))).silence).toBe('token_refused');
    expect((await state()).isPaired).toBe(false);
    expect((await rate(pageOf('1'))).silence).toBe('not_paired');
  });
});

it('a former token that is refused late ends no connection that was made since', async () => {
  await pair();
  let refuse = (_: unknown) => {};
  listIsHeldBy = new Promise((resolve) => {
    refuse = resolve;
  });
  const looking = ask({ ask: 'look' }, popup);
  await vi.waitFor(() => expect(calls).not.toEqual([]));
  await ask({ ask: 'pair', token: 'bf_newer', language: 'en' }, from(`${origin}/extension`));
  status = 401;
  refuse(null);
  expect(await looking).toMatchObject({ isPaired: true });
});

describe('ratings on a page', () => {
  beforeEach(pair);

  it('cars that are known are not sent again, the others are sent once', async () => {
    known.add('https://www.facebook.com/marketplace/item/1/');
    const answer = await rate(pageOf('1', '2'));
    expect(answer).toEqual({
      ratings: [
        {
          adId: '1',
          deal: 'amazing',
          gapDkk: -12_300,
          findings: 2,
          isPreliminary: false,
          carPath: '/car/c1',
        },
      ],
      adCount: 2,
      isUnfinished: true,
      retryAfterMs: null,
      silence: null,
      origin,
    });
    await rate(pageOf('1', '2'));
    const sent = calls.filter(({ path }) => path.startsWith('/api/imports/page'));
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toContain('Car 2');
    expect(sent[0]!.body).not.toContain('Car 1');
  });

  it('while the others are rated only they are asked for, and after half a minute all are again', async () => {
    const address = (id: string) => `https://www.facebook.com/marketplace/item/${id}/`;
    const asked = () => {
      const last = calls.findLast(({ path }) => path === '/api/cars/known')!;
      return (JSON.parse(last.body) as { links: string[] }).links;
    };
    known.add(address('1'));
    await rate(pageOf('1', '2'));
    expect(asked()).toEqual([address('1'), address('2')]);
    known.add(address('2'));
    expect((await rate(pageOf('1', '2'))).ratings.map(({ adId }) => adId)).toEqual(['1', '2']);
    expect(asked()).toEqual([address('2')]);
    later(1);
    await rate(pageOf('1', '2'));
    expect(asked()).toEqual([address('1'), address('2')]);
  });

  it('a car that is rated by its ad alone is asked for until its photos have been searched', async () => {
    const address = 'https://www.facebook.com/marketplace/item/1/';
    known.add(address);
    preliminary.add(address);
    const first = await rate(pageOf('1'));
    expect(first).toMatchObject({ ratings: [{ isPreliminary: true }], isUnfinished: true });
    preliminary.clear();
    const second = await rate(pageOf('1'));
    expect(second).toMatchObject({ ratings: [{ isPreliminary: false }], isUnfinished: false });
  });

  it('a car that stands by its ad alone is sent once, and waited for also where other cars are refused', async () => {
    const address = 'https://www.facebook.com/marketplace/item/1/';
    known.add(address);
    preliminary.add(address);
    await rate(pageOf('1'));
    statusOfImports = 403;
    expect(await rate(pageOf('1', '2'))).toMatchObject({
      ratings: [{ isPreliminary: true }],
      isUnfinished: true,
      silence: 'limit_reached',
    });
    const sent = calls.filter(({ path }) => path.startsWith('/api/imports/page'));
    expect(sent.map(({ body }) => [body.includes('Car 1'), body.includes('Car 2')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('a rating by the ad alone is not said again once the car is locked', async () => {
    const address = 'https://www.facebook.com/marketplace/item/1/';
    known.add(address);
    preliminary.add(address);
    await rate(pageOf('1'));
    known.clear();
    expect(await rate(pageOf('1'))).toMatchObject({ ratings: [], isUnfinished: true });
  });

  it('nothing but the fields of the car leaves the page', async () => {
    const page = pageOf('1');
    page.ads[0]!.marketplace_listing_seller = { name: 'Seller' };
    await rate({ ...page, ...{ profile: 'me' } });
    expect(JSON.stringify(calls)).not.toMatch(/Seller|profile/);
  });

  it('a page that speaks of another site’s ads sends nothing', async () => {
    expect((await rate(pageOf('1'), from('https://evil.example/marketplace/x'))).silence).toBe('not_a_page');
    const bilbasen = from('https://www.bilbasen.dk/brugt/bil/vw/polo/5400001');
    expect((await rate(pageOf('1'), bilbasen)).silence).toBe('not_a_page');
    expect(calls).toEqual([]);
  });

  it('a site that is switched off is neither read nor asked about', async () => {
    await ask({ ask: 'switchOff' });
    expect((await state()).off).toEqual(['facebook']);
    expect((await rate(pageOf('1'))).silence).toBe('off');
    expect(calls).toEqual([]);
    await press({ ask: 'switch', source: 'facebook', isOn: true });
    expect((await rate(pageOf('1'))).silence).toBeNull();
  });

  it.each([
    [403, 'limit_reached', false],
    [429, 'busy', true],
  ] as const)(
    'status %i is said as %s, and cars that are known keep their rating',
    async (code, silence, isUnfinished) => {
      known.add('https://www.facebook.com/marketplace/item/1/');
      statusOfImports = code;
      const answer = await rate(pageOf('1', '2'));
      expect(answer).toMatchObject({ silence, isUnfinished, ratings: [{ adId: '1' }] });
      expect((await state()).log[0]).toMatchObject({ event: 'refused', detail: silence });
      // What was refused may be sent again.
      statusOfImports = 200;
      expect((await rate(pageOf('1', '2'))).silence).toBeNull();
      expect(calls.filter(({ path }) => path.startsWith('/api/imports/page'))).toHaveLength(2);
    },
  );

  it('an installation that is busy is asked again when it says, and not before', async () => {
    status = 429;
    headers = { 'retry-after': '120' };
    expect(await rate(pageOf('1'))).toMatchObject({
      ...{ silence: 'busy', isUnfinished: true, retryAfterMs: 120_000 },
    });
    later(1);
    calls = [];
    expect(await rate(pageOf('2'))).toMatchObject({ silence: 'busy', retryAfterMs: 60_000 });
    expect(calls).toEqual([]);
    status = 200;
    later(1);
    expect(await rate(pageOf('1'))).toMatchObject({ silence: null, retryAfterMs: null });
  });

  it('cars that were sent for one account are sent for the next one that is connected', async () => {
    await rate(pageOf('1'));
    await pair();
    await rate(pageOf('1'));
    expect(calls.filter(({ path }) => path.startsWith('/api/imports/page'))).toHaveLength(2);
  });

  describe('an ad that is gone', () => {
    const path = '/marketplace/item/7/';
    const gone = { ...pageOf(), kind: 'item' as const, path: `${path}?ref=x`, isRemoved: true };
    const ad = from(`https://www.facebook.com${path}`);

    it('is passed on once, from its own page alone', async () => {
      statusOfImports = 422;
      expect((await rate(gone, ad)).silence).toBe('not_a_page');
      await rate(gone, ad);
      await rate(
        { ...gone, kind: 'search', path: '/marketplace/' },
        from('https://www.facebook.com/marketplace/'),
      );
      expect(calls.map((call) => call.path)).toEqual([
        `/api/imports/page?url=${encodeURIComponent(ad.url!)}&by=button&part=1`,
      ]);
      expect(calls[0]!.body).toContain('{"target":null}');
    });

    it.each([
      [429, 'busy'],
      [503, 'offline'],
    ] as const)('is passed on later where the installation answers %i', async (code, silence) => {
      statusOfImports = code;
      const refused = await rate(gone, ad);
      expect(refused).toMatchObject({ silence, isUnfinished: true });
      expect(refused.retryAfterMs).toBeGreaterThan(0);
      statusOfImports = 422;
      expect(await rate(gone, ad)).toMatchObject({ silence: 'not_a_page', isUnfinished: false });
      expect(calls).toHaveLength(2);
    });

    it('is not asked about again where the imports are used up', async () => {
      statusOfImports = 403;
      expect(await rate(gone, ad)).toMatchObject({ silence: 'limit_reached', isUnfinished: false });
    });

    it('is passed on later also where its page is read again before the installation refuses', async () => {
      statusOfImports = 429;
      for (const answer of await Promise.all([rate(gone, ad), rate(gone, ad)]))
        expect(answer).toMatchObject({ silence: 'busy', isUnfinished: true });
    });
  });

  it('two readings of one page at once send each car once', async () => {
    await Promise.all([rate(pageOf('1', '2')), rate(pageOf('1', '2', '3'))]);
    const sent = calls.filter(({ path }) => path.startsWith('/api/imports/page')).map(({ body }) => body);
    for (const id of ['1', '2', '3'])
      expect(sent.filter((body) => body.includes(`"Car ${id}"`))).toHaveLength(1);
  });
});

describe('a press in the extension’s window', () => {
  let answerNow: (_: unknown) => void;
  const id = `browser-${site}`;
  beforeEach(async () => {
    await pair();
    await watch();
    chosen[id] = { search_url: site, title: 'Vehicles', browser: { interval_minutes: 60 } };
    listIsHeldBy = new Promise((resolve) => {
      answerNow = resolve;
    });
    void ask({ ask: 'look' }, popup);
    await vi.waitFor(() => expect(calls.at(-1)!.path).toBe('/api/subscriptions/'));
  });

  it.each<[PopupMessage, Partial<State>]>([
    [{ ask: 'watchAll', isOn: false }, { isWatching: false }],
    [{ ask: 'switch', source: 'dba', isOn: false }, { off: ['dba'] }],
    [{ ask: 'unwatch', id }, { watches: [] }],
    [{ ask: 'unpair' }, { isPaired: false }],
    [
      { ask: 'watch', href: `${site}?query=golf`, name: 'Golf', intervalMinutes: 30 },
      { starting: `${site}?query=golf` },
    ],
  ])('$ask is shown at once while the installation has not answered', async (message, shown) => {
    expect(await ask(message, popup)).toMatchObject(shown);
  });

  it('another interval is shown at once, and stays when the installation lists the former one late', async () => {
    const answer = await ask({ ask: 'interval', id, intervalMinutes: 180 }, popup);
    expect(answer).toMatchObject({ watches: [{ intervalMinutes: 180 }] });
    answerNow(null);
    expect(await ask({ ask: 'settled' }, popup)).toMatchObject({ watches: [{ intervalMinutes: 180 }] });
    expect(calls.at(-1)!.body).toContain('"browserIntervalMinutes":180');
  });

  it.each<PopupMessage>([
    { ask: 'unwatch', id },
    { ask: 'interval', id, intervalMinutes: 180 },
  ])(
    '$ask is undone when the installation does not take it, which is said until the next press',
    async (message) => {
      const { watches } = await state();
      answerNow(null);
      status = 429;
      await ask(message, popup);
      expect(await ask({ ask: 'settled' }, popup)).toMatchObject({ refusal: 'busy', watches });
      expect(await press({ ask: 'watchAll', isOn: true })).toMatchObject({ refusal: null });
    },
  );

  it('the search that is listed is shown as watched when the installation has taken it', async () => {
    answerNow(null);
    const href = `${site}?query=golf`;
    expect(await press({ ask: 'watch', href, name: 'Golf', intervalMinutes: 30 })).toMatchObject({
      ...{ starting: null, watches: [{ href: site }, { href }] },
    });
  });
});

describe('a watched search', () => {
  beforeEach(async () => {
    await pair();
    await watch();
    calls = [];
  });

  it('is opened after its interval in one background tab, read when it stands still, sent whole, and closed', async () => {
    await worker.openDue();
    expect(browser.tabs).toEqual([]);
    later(80);
    await worker.openDue();
    expect(openTabs()).toMatchObject([{ url: site }]);
    const { id } = openTabs()[0]!;
    expect(await rate(pageOf('1'), from(site, id))).toMatchObject({
      isUnfinished: true,
      retryAfterMs: 2_000,
    });
    expect(await rate(pageOf('1', '2'), from(site, id))).toMatchObject({ isUnfinished: true });
    calls = [];
    await rate(pageOf('1', '2'), from(site, id));
    expect(calls.map(({ path }) => path)).toEqual([expect.stringContaining('/api/imports/page')]);
    expect(calls[0]!.body).toContain('Car 1');
    expect(openTabs()).toEqual([]);
    expect((await state()).watches[0]).toMatchObject({ lastSeenAtMs: now.getTime() });
  });

  it('is looked at again when the first look finds no car that can be read', async () => {
    later(80);
    await worker.openDue();
    const tab = from(site, openTabs()[0]!.id);
    const unread = { ...pageOf(), ads: [{ id: 'drawn later' }] };
    expect(await rate(unread, tab)).toMatchObject({ isUnfinished: true, ratings: [] });
    await rate(pageOf('1'), tab);
    await rate(pageOf('1'), tab);
    expect((await state()).watches[0]).toMatchObject({ lastSeenAtMs: now.getTime() });
    expect(await state()).toMatchObject({ walls: {} });
  });

  it('waits while another one is open', async () => {
    await press({ ask: 'watch', href: `${site}?query=golf`, name: 'Golf', intervalMinutes: 30 });
    later(200);
    await worker.openDue();
    await worker.openDue();
    expect(openTabs()).toHaveLength(1);
  });

  it.each(['login', 'captcha', 'unknown_page'] as const)(
    'a wall (%s) stops the site at once',
    async (wall) => {
      later(80);
      await worker.openDue();
      await ask({ ask: 'wall', wall }, from(`${site}/login`, openTabs()[0]!.id));
      expect(openTabs()).toEqual([]);
      expect(browser.badge()).toBe('!');
      expect((await state()).walls).toEqual({ facebook: { wall, atMs: now.getTime() } });
      later(3_000);
      await worker.openDue();
      expect(openTabs()).toEqual([]);
      await rate(pageOf('1'));
      expect(await state()).toMatchObject({ walls: {} });
      expect(browser.badge()).toBe('');
    },
  );

  it('a wall that the person meets stops nothing', async () => {
    await ask({ ask: 'wall', wall: 'login' });
    expect((await state()).walls).toEqual({});
  });

  it('a page that never answers is closed and stops its site', async () => {
    later(80);
    await worker.openDue();
    await worker.giveUp();
    expect(openTabs()).toEqual([]);
    expect(await state()).toMatchObject({ walls: { facebook: { wall: 'unknown_page' } } });
  });

  it('a search that has no results is sent as empty once it stands still', async () => {
    later(80);
    await worker.openDue();
    calls = [];
    statusOfImports = 422;
    const empty = { ...pageOf(), hasNoResults: true };
    const tab = from(site, openTabs()[0]!.id);
    expect(await rate(empty, tab)).toMatchObject({ isUnfinished: true });
    await rate(empty, tab);
    expect(openTabs()).toEqual([]);
    expect(calls.map(({ body }) => body)).toEqual([expect.stringContaining('SERP_NO_RESULTS')]);
    expect(await state()).toMatchObject({ walls: {}, watches: [{ lastSeenAtMs: now.getTime() }] });
  });

  it('another page in its tab is neither taken for the search nor closed while the person looks at it', async () => {
    later(80);
    await worker.openDue();
    calls = [];
    const { id } = openTabs()[0]!;
    browser.tabs[0]!.active = true;
    const item = { ...pageOf('7'), kind: 'item' as const, path: '/marketplace/item/7/' };
    const tab = from('https://www.facebook.com/marketplace/item/7/', id);
    await rate(item, tab);
    await rate(item, tab);
    expect(calls).toEqual([]);
    await worker.giveUp();
    expect(openTabs()).toHaveLength(1);
  });

  it('a visit that the browser forgot to end is given up by the next one', async () => {
    later(80);
    await worker.openDue();
    later(5);
    await worker.openDue();
    expect(openTabs()).toEqual([]);
    expect(await state()).toMatchObject({ walls: { facebook: { wall: 'unknown_page' } } });
  });

  it('a search whose week is over waits until it is extended', async () => {
    statusOfSearches = 'expired';
    later(80);
    await worker.openDue();
    expect(browser.tabs).toEqual([]);
    statusOfSearches = 'active';
    later(80);
    await worker.openDue();
    expect(openTabs()).toHaveLength(1);
  });

  it('is kept without what the site uses to know who is looking', async () => {
    const href = `${site}?query=golf&ref=notif&__tn__=x#frag`;
    await press({ ask: 'watch', href, name: 'Golf', intervalMinutes: 30 });
    expect((await state()).watches[1]!.href).toBe(`${site}?query=golf`);
    expect(JSON.stringify(calls)).not.toMatch(/notif|__tn__|frag/);
  });

  it('nothing is opened at night, after the day’s budget, when stopped, or without a connection', async () => {
    now = new Date(2026, 5, 2, 23, 30);
    await worker.openDue();
    expect(browser.tabs).toEqual([]);
    await press({ ask: 'watchAll', isOn: false });
    now = new Date(2026, 5, 3, 8, 0);
    await worker.openDue();
    expect(browser.tabs).toEqual([]);
    await press({ ask: 'watchAll', isOn: true });
    const searches = [site, `${site}?query=golf`, `${site}?query=polo`];
    for (const href of searches) await press({ ask: 'watch', href, name: 'x', intervalMinutes: 30 });
    const { length: openedBefore } = browser.tabs;
    for (let step = 0; step < 15 * 12; step++) {
      later(5);
      await worker.openDue();
      for (const { id, url } of openTabs()) {
        await rate(pageOf('1'), from(url, id));
        await rate(pageOf('1'), from(url, id));
      }
    }
    // Three searches every half hour would be some eighty pages between 8 and 23 o'clock.
    expect(browser.tabs.length - openedBefore).toBe(browserPagesPerDay);
    const before = browser.tabs.length;
    await press({ ask: 'unpair' });
    later(24 * 60);
    await worker.openDue();
    expect(browser.tabs).toHaveLength(before);
  });

  it('a search that has ended on the installation is watched no more', async () => {
    running.clear();
    later(80);
    await worker.openDue();
    expect(browser.tabs).toEqual([]);
    expect(await state()).toMatchObject({ watches: [], log: [{ event: 'ended' }, {}] });
  });

  it('a plan without room refuses the search, and the popup says so', async () => {
    status = 403;
    const href = `${site}?query=golf`;
    const answer = await press({ ask: 'watch', href, name: 'Golf', intervalMinutes: 30 });
    expect(answer).toMatchObject({ refusal: 'limit_reached', watches: [{ href: site }] });
  });

  it('is ended on the installation as well when it is watched no more', async () => {
    await press({ ask: 'unwatch', id: `browser-${site}` });
    expect([...running]).toEqual([]);
    expect(await state()).toMatchObject({ watches: [], refusal: null });
  });

  it('stays removed when it is removed while the installation’s answer is on its way', async () => {
    chosen[`browser-${site}`] = { search_url: site, title: 'Vehicles', browser: { interval_minutes: 60 } };
    let answerNow = (_: unknown) => {};
    listIsHeldBy = new Promise((resolve) => {
      answerNow = resolve;
    });
    const looking = ask({ ask: 'look' }, popup);
    await vi.waitFor(() => expect(calls).not.toEqual([]));
    const removing = press({ ask: 'unwatch', id: `browser-${site}` });
    // Whatever does not wait for the answer is done meanwhile.
    for (let turn = 0; turn < 20; turn++) await state();
    answerNow(null);
    await Promise.all([looking, removing]);
    expect(await state()).toMatchObject({ watches: [] });
  });

  it.each<[string, PopupMessage]>([
    ['it is removed', { ask: 'unwatch', id: `browser-${site}` }],
    ['its site is switched off', { ask: 'switch', source: 'facebook', isOn: false }],
    ['all watching is stopped', { ask: 'watchAll', isOn: false }],
  ])('its tab is closed and nothing of it sent when %s while it is open', async (_, message) => {
    later(80);
    await worker.openDue();
    const tab = from(site, openTabs()[0]!.id);
    await rate(pageOf('1'), tab);
    await press(message);
    expect(openTabs()).toEqual([]);
    expect(calls.filter(({ path }) => path.startsWith('/api/imports/page'))).toEqual([]);
    expect(await state()).toMatchObject({ walls: {} });
  });

  it('is opened after one question to the installation, and without one nothing is asked before it is due', async () => {
    await worker.openDue();
    calls = [];
    later(10);
    await worker.openDue();
    expect(calls).toEqual([]);
    later(70);
    await worker.openDue();
    expect(openTabs()).toHaveLength(1);
    expect(calls.map(({ path }) => path)).toEqual([expect.stringContaining('/api/subscriptions/')]);
  });

  it('is not opened while the installation cannot be reached, which is no news for the log', async () => {
    status = 503;
    const { log } = await state();
    for (let minute = 0; minute < 120; minute++) {
      later(1);
      await worker.openDue();
    }
    expect(openTabs()).toEqual([]);
    expect((await state()).log).toEqual(log);
    status = 200;
    await worker.openDue();
    expect(openTabs()).toHaveLength(1);
  });

  it.each([503, 429])(
    'is opened again within the hour when status %i keeps its page from being taken',
    async (code) => {
      await press({ ask: 'interval', id: `browser-${site}`, intervalMinutes: 1440 });
      later(1.2 * 1440);
      await worker.openDue();
      const tab = from(site, openTabs()[0]!.id);
      await rate(pageOf('1'), tab);
      statusOfImports = code;
      await rate(pageOf('1'), tab);
      expect((await state()).watches).toMatchObject([{ lastSeenAtMs: null }]);
      statusOfImports = 200;
      later(40);
      await worker.openDue();
      expect(openTabs()).toHaveLength(1);
    },
  );

  it('is opened when the time that was set for it lies further ahead than any that is set', async () => {
    later(-10 * 24 * 60);
    await worker.openDue();
    expect(openTabs()).toHaveLength(1);
  });

  it('that another browser of the person has just seen is opened one interval after that', async () => {
    later(80);
    const seen = new Date(now.getTime() - 10 * 60_000).toISOString();
    chosen[`browser-${site}`] = { browser: { interval_minutes: 60, last_seen_at: seen } };
    await worker.openDue();
    expect(openTabs()).toEqual([]);
    expect((await state()).watches[0]).toMatchObject({ lastSeenAtMs: Date.parse(seen) });
    later(49);
    await worker.openDue();
    expect(openTabs()).toEqual([]);
    later(10);
    await worker.openDue();
    expect(openTabs()).toHaveLength(1);
  });

  it('the same search is watched once, a page that is no search never', async () => {
    await watch();
    for (const href of ['https://evil.example/', 'https://www.facebook.com/messages'])
      await press({ ask: 'watch', href, name: 'x', intervalMinutes: 60 });
    expect((await state()).watches).toHaveLength(1);
  });
});

describe('a hostile sender', () => {
  beforeEach(pair);

  const senders: Record<string, chrome.runtime.MessageSender> = {
    'another site': from('https://evil.example/marketplace/copenhagen/vehicles'),
    'a host that looks alike': from('https://www.facebook.com.evil.example/marketplace/copenhagen/vehicles'),
    'the marketplace without TLS': from('http://www.facebook.com/marketplace/copenhagen/vehicles'),
    'another port of the marketplace': from('https://www.facebook.com:8443/marketplace/copenhagen/vehicles'),
    'another page of the marketplace': from('https://www.facebook.com/messages/t/1'),
    'the installation’s other origin': from('https://www.bilfund.example/extension'),
    'a frame of the installation': { ...from(`${origin}/extension`), frameId: 2 },
    'a frame of the marketplace': { ...from(site), frameId: 2 },
    'another extension': { ...popup, id: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' },
    'an address that begins like ours': from(
      `https://evil.example/chrome-extension://${extensionId}/popup.html`,
    ),
  };
  const messages: Message[] = [
    { ask: 'rate', page: pageOf('1') },
    { ask: 'pair', token: 'bf_stolen', language: 'en' },
    { ask: 'watch', href: site, name: 'x', intervalMinutes: 30 },
    { ask: 'watchAll', isOn: false },
    { ask: 'unpair' },
    { ask: 'state' },
  ];
  const tries = Object.entries(senders).flatMap(([name, sender]) =>
    messages.map((message) => ({ name, ask: message.ask, sender, message })),
  );

  it.each(tries)('$name gets nothing by asking to $ask', async ({ sender, message }) => {
    const before = await state();
    const answer = await ask(message, sender);
    expect(JSON.stringify(answer ?? null)).not.toMatch(/bf_|watches/);
    expect((answer as PageAnswer | null)?.ratings ?? []).toEqual([]);
    expect(calls).toEqual([]);
    expect(browser.tabs).toEqual([]);
    const { isPaired, watches, isWatching } = await state();
    expect({ isPaired, watches, isWatching }).toEqual({
      isPaired: before.isPaired,
      watches: before.watches,
      isWatching: before.isWatching,
    });
  });

  const forPopup: PopupMessage[] = [
    { ask: 'state' },
    { ask: 'look' },
    { ask: 'switch', source: 'dba', isOn: false },
    { ask: 'watchAll', isOn: false },
    { ask: 'watch', href: site, name: 'x', intervalMinutes: 30 },
    { ask: 'unwatch', id: 'browser-1' },
    { ask: 'interval', id: 'browser-1', intervalMinutes: 30 },
    { ask: 'resume', source: 'dba' },
    { ask: 'unpair' },
  ];
  it.each(forPopup)('a marketplace’s own page gets nothing by asking to $ask', async (message) => {
    const before = await state();
    expect(await ask(message)).toBeNull();
    expect(await state()).toEqual(before);
    expect(calls).toEqual([]);
    expect(browser.tabs).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://evil.example/',
    'about:blank',
  ])('a search that the installation lists under %s is not opened', async (search_url) => {
    running.add('browser-x');
    chosen['browser-x'] = { search_url, title: 'x', browser: { interval_minutes: 30, last_seen_at: null } };
    await worker.openDue();
    expect((await state()).watches).toEqual([]);
    expect(browser.tabs).toEqual([]);
  });

  const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), 'end');
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'page'],
    ['a list', []],
    ['ads without end', { ...pageOf(), ads: Array.from({ length: 5_000 }, (_, id) => ({ id: String(id) })) }],
    [
      'a description of ten million letters',
      { ...pageOf('1'), ads: [{ id: '1', text: 'x'.repeat(10_000_000) }] },
    ],
    ['ads nested fifty deep', { ...pageOf('1'), ads: [{ id: '1', deep }] }],
    ['the path of another site', { ...pageOf('1'), path: '//evil.example/marketplace/x' }],
    ['the path of another page', { ...pageOf('1'), path: '/messages/t/1' }],
    ['ids that are no ids', { ...pageOf(), ads: [{ id: '../../x' }, { id: {} }, { id: '<img>' }] }],
  ])('the page of a marketplace that sends %s has nothing passed on', async (_, page) => {
    const answer = (await ask({ ask: 'rate', page: page as HandedPage })) as PageAnswer;
    expect(answer.silence).toBe('not_a_page');
    expect(calls).toEqual([]);
  });

  it('markup in an ad is sent as the text that it is, inside the marketplace’s own shape', async () => {
    const page = pageOf('1');
    page.ads[0]!.marketplace_listing_title = '</script><script>alert(1)</script>';
    await rate(page);
    const sent = calls.find(({ path }) => path.startsWith('/api/imports/page'))!;
    expect(sent.body).not.toContain('<script>alert');
  });
});

describe('what was chosen on the installation', () => {
  it('a search that was chosen on the installation is watched here at once, with the interval of there', async () => {
    const choose = (minutes: number) => {
      running.add('browser-x');
      chosen['browser-x'] = { search_url: site, title: 'Vans', browser: { interval_minutes: minutes } };
    };
    choose(180);
    await pair();
    await worker.openDue();
    expect((await state()).watches).toMatchObject([
      { id: 'browser-x', source: 'facebook', href: site, name: 'Vans', intervalMinutes: 180 },
    ]);
    expect(openTabs().map(({ url }) => url)).toEqual([site]);
    choose(30);
    await ask({ ask: 'look' }, popup);
    expect((await state()).watches).toMatchObject([{ intervalMinutes: 30 }]);
  });

  it('the installation is asked what was chosen there four times an hour, and what is no search is not taken over', async () => {
    running.add('browser-x').add('s1');
    chosen['browser-x'] = {
      ...{ search_url: 'https://evil.example/', title: 'x', browser: { interval_minutes: 30 } },
    };
    await pair();
    for (let minute = 0; minute < 60; minute++) {
      await worker.openDue();
      later(1);
    }
    expect(calls.filter(({ path }) => path.startsWith('/api/subscriptions'))).toHaveLength(4);
    expect((await state()).watches).toEqual([]);
    expect(openTabs()).toEqual([]);
  });

  it('the popup learns at once that the connection was taken back', async () => {
    await pair();
    status = 401;
    expect(await ask({ ask: 'look' }, popup)).toMatchObject({ isPaired: false, refusal: 'token_refused' });
    await pair();
    status = 503;
    expect(await ask({ ask: 'look' }, popup)).toMatchObject({ isPaired: true, refusal: null });
  });
});
