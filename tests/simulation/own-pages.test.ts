import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import { itemPage, type Row, row, search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import * as dba from '#tests/core/marketplaces/dba/pages.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// Pages that people read in their own browsers, sent again and again: what they are told of them.

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { hasAlerts: true });
const person = await loadPeople();
const searches = await import('#functions/searches/api.ts');

const price = (dkk: number) => ({
  price: { price: dkk, displayPrice: `${dkk} kr`, unit: 'kr', priceType: 'Retail' },
});
let lastId = 7_000_000;
const ad = (fields: Row = {}): Row => row({ externalId: ++lastId, media: [], ...fields });
const again = (one: Row, fields: Row = {}): Row => ({ ...one, ...fields });

/** Opens any page and presses the button; an hour passes before the next press. */
async function send(as: string, html: string, url: string): Promise<number> {
  const headers = { 'content-encoding': 'gzip' };
  const { status } = await person(as).drop(gzipSync(html), headers, { url, by: 'button' });
  await world.run();
  world.advance(3_600_000);
  return status;
}
/** The same of the search. */
const press = (as: string, rows: Row[], url = search) => send(as, searchPage(rows), url);

/** What somebody is told, without what they were told before. */
const known = new Map<string, number>();
async function told(as: string): Promise<string[]> {
  const all = (await person(as).told()).toReversed();
  const fresh = all.slice(known.get(as) ?? 0);
  known.set(as, all.length);
  return fresh.map(({ kind }) => kind).sort();
}
const messages = async (as: string) =>
  (await person(as).told()).map(({ title, message }) => `${title} | ${message}`);

const premium = async (as: string) => storePlan(as, { type: 'lifetime' });

describe('the second page of a search', () => {
  it('a second page is compared with the first, which reports nothing', async () => {
    await premium('anna');
    const [a, b, c] = [ad(), ad(), ad()];
    expect(await press('anna', [a, b, c])).toBe(202);
    expect(await told('anna')).toEqual([]);
    await press('anna', [ad(), again(a, price(99_900)), b]);
    expect(await told('anna')).toEqual(['car_gone', 'new_cars', 'price_drop']);
    expect(await messages('anna')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^No longer among the results: .*read on November 21, 2026 does not show it/),
        expect.stringMatching(/^New car: .*New on the page that you sent\./),
        expect.stringMatching(/^Price drop: .*10\.000 kr\. less than before/),
      ]),
    );
  });

  it('a page reports a returning car, and not again at the same price', async () => {
    await premium('carl');
    const [a, b] = [ad(), ad()];
    await press('carl', [a, b]);
    await press('carl', [a]);
    expect(await told('carl')).toEqual(['car_gone']);
    await press('carl', [a, b]);
    expect(await told('carl')).toEqual(['car_back']);
    await press('carl', [a]);
    await press('carl', [a, b]);
    expect(await told('carl')).toEqual([]);
  });

  it('an empty page reports that the last car is gone', async () => {
    await premium('dora');
    await press('dora', [ad()]);
    expect(await press('dora', [])).toBe(422);
    expect(await told('dora')).toEqual(['car_gone']);
    expect(await press('dora', [])).toBe(422);
    expect(await told('dora')).toEqual([]);
  });

  it.each([1, 2, 3])('changes of pages that are read at once are each reported (order %i)', async (seed) => {
    const as = `vera-${seed}`;
    await premium(as);
    const [a, b, c, d] = [ad(), ad(), ad(), ad()];
    const drop = async (rows: Row[]) => {
      const query = { url: search, by: 'button' } as const;
      await person(as).drop(gzipSync(searchPage(rows)), { 'content-encoding': 'gzip' }, query);
      world.advance(1_000);
    };
    await press(as, [a, b]);
    await drop([c, a, b]);
    await drop([d, c, a]);
    await world.run({ copies: 2, seed, atOnce: 6 });
    world.advance(3_600_000);
    // A car that the earlier page was rated to show only after the later one had been compared is judged by the next.
    await press(as, [d, c, a]);
    expect(await told(as)).toEqual(['car_gone', 'new_cars', 'new_cars']);
    await press(as, [d, c, a]);
    expect(await told(as)).toEqual([]);
  });

  it('a missing car that another of the person’s pages has shown since is reported when it is missed again', async () => {
    await premium('finn');
    const [a, b] = [ad(), ad()];
    const other = `${search}?pricefrom=50000`;
    await press('finn', [a, b]);
    await press('finn', [b], other);
    await press('finn', [a]);
    expect(await told('finn')).toEqual([]);
    await press('finn', [a]);
    expect(await told('finn')).toEqual(['car_gone']);
  });

  it('changes of a page are reported to its sender only', async () => {
    await premium('gerd');
    await premium('hans');
    const [a, b] = [ad(), ad()];
    await press('gerd', [a, b]);
    await press('hans', [a, b]);
    const star = (await import('#functions/cars/api.ts')).starCarRoute;
    const { cars } = (await person('gerd').list({ view: 'discovered' })).body;
    for (const { id } of cars)
      expect((await callRoute(star, { as: 'hans', params: { id } })).status).toBe(404);
    await press('gerd', [again(a, price(90_000)), ad()]);
    expect(await told('gerd')).toEqual(['car_gone', 'new_cars', 'price_drop']);
    expect(await told('hans')).toEqual([]);
  });

  it('a car that its owner removed is not reported', async () => {
    await premium('ida');
    const [a, b] = [ad(), ad()];
    await press('ida', [a, b]);
    const remove = (await import('#functions/cars/api.ts')).removeDiscoveryRoute;
    const { cars } = (await person('ida').list({ view: 'discovered' })).body;
    for (const { id } of cars) await callRoute(remove, { as: 'ida', params: { id } });
    await press('ida', [again(a, price(90_000))]);
    expect(await told('ida')).toEqual([]);
  });

  it('free users are told with the next hour, and of an amazing car only that there is one', async () => {
    const [a] = [ad()];
    await press('jens', [a]);
    await press('jens', [again(a, price(95_000))]);
    const { deliverWaitingWorker: deliverWaiting } = await import('#functions/alerts/workers.ts');
    await deliverWaiting();
    expect(await told('jens')).toEqual(['price_drop']);
  });
});

describe('an item page', () => {
  it('an item page reports that its car is cheaper', async () => {
    await premium('karl');
    const one = ad();
    await press('karl', [one]);
    const page = itemPage({ id: Number(one.externalId), price: '95.000 kr.' });
    await person('karl').drop(
      gzipSync(page),
      { 'content-encoding': 'gzip' },
      { url: String(one.uri), by: 'button' },
    );
    await world.run();
    expect(await told('karl')).toEqual(['price_drop']);
  });
});

describe('an item page of a marketplace that says what became of the ad', () => {
  const url = 'https://www.dba.dk/mobility/search/car?q=golf';
  const doc = () =>
    dba.doc({ image: null, image_urls: [], regno: null, chassis_number: null, heading: 'VW Golf' });
  const page = (docs: dba.Doc[]) => dba.searchPage({ data: dba.answer(docs, { q: 'golf' }) });
  const item = (one: dba.Doc) => `https://www.dba.dk/mobility/item/${one.id}`;
  const soldPage = (one: dba.Doc) => dba.itemPage({ id: String(one.id), badge: 'Solgt', photos: 0 });
  const removedPage = '<!doctype html><html lang="da"><body><h2>Siden blev ikke fundet</h2></body></html>';

  it('reports a car as sold, also when it was reported as no longer among the results', async () => {
    await premium('olaf');
    const [a, b, c] = [doc(), doc(), doc()];
    await send('olaf', page([a, b, c]), url);
    expect(await send('olaf', soldPage(c), item(c))).toBe(202);
    expect(await told('olaf')).toEqual(['car_gone']);
    await send('olaf', page([a]), url);
    expect(await told('olaf')).toEqual(['car_gone']);
    expect(await send('olaf', soldPage(b), item(b))).toBe(202);
    expect(await told('olaf')).toEqual(['car_gone']);
    expect((await messages('olaf')).map((text) => text.split(':')[0])).toEqual([
      'Sold',
      'No longer among the results',
      'Sold',
    ]);
  });

  it('ends a car whose ad is removed, and a page of another ad ends nothing', async () => {
    await premium('paul');
    const [a, b] = [doc(), doc()];
    await send('paul', page([a, b]), url);
    expect(await send('paul', removedPage, item(doc()))).toBe(422);
    expect(await told('paul')).toEqual([]);
    expect(await send('paul', removedPage, item(a))).toBe(422);
    expect(await send('paul', removedPage, item(a))).toBe(422);
    expect(await told('paul')).toEqual(['car_gone']);
    expect(await messages('paul')).toEqual([
      expect.stringMatching(
        /^No longer on the marketplace: .* The page of its ad that you sent says that the ad is gone\.$/,
      ),
    ]);
  });
});

describe('a search that is watched in the browser', () => {
  type One = { subscription: WebSubscriptionWire };
  const watch = (as: string, browserIntervalMinutes = 60, searchUrl = search) =>
    callRoute<One>(searches.createSubscriptionRoute, {
      as,
      body: { searchUrl, browserIntervalMinutes, name: 'My Golf' },
    });
  const listed = async (as: string) =>
    (
      await callRoute<{ subscriptions: WebSubscriptionWire[]; used: number }>(
        searches.listSubscriptionsRoute,
        {
          as,
          params: { id: as },
        },
      )
    ).body;

  it('a watched search is listed with the browser’s results, and alerts name it', async () => {
    await premium('lars');
    const { status, body } = await watch('lars');
    expect(status).toBe(201);
    expect(body.subscription).toMatchObject({
      ...{ kind: 'browser', name: 'My Golf', status: 'active', next_run: null, last_run: null },
      browser: { interval_minutes: 60, last_seen_at: null, times_seen: 0, last_found: null },
    });
    const [a, b, c] = [ad(), ad(), ad()];
    await press('lars', [a, b]);
    const at = new Date().toISOString();
    await press('lars', [c, again(a, price(99_000))]);
    const { subscriptions, used } = await listed('lars');
    expect(used).toBe(1);
    expect(subscriptions[0]!.browser).toEqual({
      interval_minutes: 60,
      last_seen_at: at,
      times_seen: 2,
      last_found: { new: 1, dropped: 1, back: 0, gone: 1 },
    });
    expect(await messages('lars')).toContainEqual(expect.stringMatching(/Found by your search “My Golf”\./));
  });

  it('a watched search costs one import at first, and none for pages that come at its interval', async () => {
    const used = async () => (await person('sara').usage()).scrapes_used;
    await watch('sara', 60);
    for (let hour = 0; hour < 4; hour++) await press('sara', [ad()]);
    expect(await used()).toBe(1);
    const drop = (query: { part?: '1' } = {}) =>
      person('sara').drop(
        gzipSync(searchPage([ad()])),
        { 'content-encoding': 'gzip' },
        { url: search, by: 'button', ...query },
      );
    await drop();
    await world.run();
    expect(await used()).toBe(1);
    world.advance(10 * 60_000);
    await drop();
    await world.run();
    expect(await used()).toBe(2);
    world.advance(3 * 3_600_000);
    await drop({ part: '1' });
    expect(await used()).toBe(3);
  });

  it('pages of another search cost imports as before', async () => {
    await watch('sune', 60);
    for (let hour = 0; hour < 3; hour++) await press('sune', [ad()], `${search}?priceto=90000`);
    expect((await person('sune').usage()).scrapes_used).toBe(3);
  });

  it('of pages that arrive at once for a watched search one costs no import', async () => {
    const used = async () => (await person('vic').usage()).scrapes_used;
    await watch('vic', 60);
    await press('vic', [ad()]);
    expect(await used()).toBe(1);
    const drop = (name: string) =>
      person('vic').drop(
        gzipSync(searchPage([ad({ variant: name })])),
        { 'content-encoding': 'gzip' },
        { url: search },
      );
    await Promise.all(['x', 'y', 'z'].map(drop));
    await world.run();
    expect(await used()).toBe(3);
  });

  it('a part of a page says nothing of the cars that are missing on it', async () => {
    await premium('tove');
    const [a, b, c] = [ad(), ad(), ad()];
    await press('tove', [a, b, c]);
    await person('tove').drop(
      gzipSync(searchPage([ad()])),
      { 'content-encoding': 'gzip' },
      { url: search, by: 'button', part: '1' },
    );
    await world.run();
    world.advance(3_600_000);
    expect(await told('tove')).toEqual([]);
    await press('tove', [a, c]);
    expect(await told('tove')).toEqual(['car_gone']);
  });

  it('a watched search is never visited by the service', async () => {
    await watch('mona', 30, `${search}?pricefrom=10000`);
    const { listScheduledLinks } = await import('#functions/searches/store.ts');
    expect((await listScheduledLinks()).filter(({ hash }) => hash.startsWith('browser-'))).toEqual([]);
  });

  it('watching a search again keeps it, with the new interval', async () => {
    const first = (await watch('nora')).body.subscription;
    const second = await watch('nora', 120);
    expect(second.status).toBe(200);
    expect(second.body.subscription).toEqual({
      ...first,
      interval_hours: 2,
      browser: { ...first.browser, interval_minutes: 120 },
    });
    expect((await listed('nora')).subscriptions).toHaveLength(1);
  });

  it('a watched search is renamed, extended and cancelled like others, and ends after a week', async () => {
    const { id, end_time } = (await watch('olga')).body.subscription;
    const change = (route: keyof typeof searches, body: object = {}) =>
      callRoute<One>(searches[route], { as: 'olga', params: { id }, body });
    expect((await change('renameSubscriptionRoute', { name: 'Golf' })).body.subscription).toMatchObject({
      name: 'Golf',
    });
    world.advance(3_600_000);
    const extended = (await change('prolongSubscriptionRoute')).body.subscription;
    expect(extended.end_time > end_time).toBe(true);
    expect(extended.browser).toMatchObject({ interval_minutes: 60 });
    world.advance(7 * 86_400_000);
    expect((await listed('olga')).subscriptions[0]).toMatchObject({ status: 'expired' });
    expect((await change('cancelSubscriptionRoute')).status).toBe(200);
    expect((await listed('olga')).subscriptions).toEqual([]);
  });

  it.each([
    { searchUrl: search, browserIntervalMinutes: 29 },
    { searchUrl: search, browserIntervalMinutes: 1441 },
    { searchUrl: 'https://example.invalid/', browserIntervalMinutes: 60 },
    { filters: { brand: 'VW' }, browserIntervalMinutes: 60 },
    // Nobody but its readers may read this marketplace.
    { searchUrl: search },
  ])('a watched search is refused for %j', async (body) => {
    expect((await callRoute(searches.createSubscriptionRoute, { as: 'pia', body })).status).toBe(400);
  });

  it('a muted watched search reports nothing but what happens to a starred car', async () => {
    await premium('rita');
    const { id } = (await watch('rita')).body.subscription;
    const { saveAlertSettings } = await import('#functions/alerts/store.ts');
    const { defaultSettings } = await import('#core/alerts/settings.ts');
    await saveAlertSettings(
      'rita',
      { ...defaultSettings, muted_searches: [id] },
      { newWebhookSecret: null, wantsMails: false },
    );
    const [a, b, c] = [ad(), ad(), ad({ variant: 'starred' })];
    await press('rita', [a, b, c]);
    await press('rita', [again(a, price(99_000)), c, ad()]);
    expect(await told('rita')).toEqual([]);
    const { starCarRoute } = await import('#functions/cars/api.ts');
    const { cars } = (await person('rita').list({ view: 'discovered' })).body;
    const starred = cars.find((car) => !car.locked && car.title.includes('starred'))!;
    await callRoute(starCarRoute, { as: 'rita', params: { id: starred.id } });
    await press('rita', [again(a, price(99_000))]);
    expect(await told('rita')).toEqual(['car_gone']);
  });
});
