import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemPage, type Row, row, search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// Pages that people read in their own browsers, sent again and again: what they are told of them.

type Shown = { kind: string; title: string; message: string; car_id: string | null };

let world: PipelineWorld;
let person: (id: string) => Person;
let notifications: unknown;

beforeAll(async () => {
  world = await startPipelineWorld('2026-11-21T08:00:00.000Z', { hasAlerts: true });
  person = await loadPeople();
  notifications = (await import('#functions/alerts/api.ts')).listNotificationsRoute;
});
afterAll(() => world.close());

const price = (dkk: number) => ({
  price: { price: dkk, displayPrice: `${dkk} kr`, unit: 'kr', priceType: 'Retail' },
});
let lastId = 7_000_000;
const ad = (fields: Row = {}): Row => row({ externalId: ++lastId, media: [], ...fields });
const again = (one: Row, fields: Row = {}): Row => ({ ...one, ...fields });

/** Opens the search and presses the button; an hour passes before the next press. */
async function press(as: string, rows: Row[], page: { href?: string; data?: object } = {}) {
  const body = gzipSync(searchPage(rows, { data: page.data ?? {} }));
  const url = page.href ?? search;
  const answer = await person(as).drop(body, { 'content-encoding': 'gzip' }, { url, by: 'button' });
  await world.run();
  world.advance(3_600_000);
  return answer.status;
}

/** What somebody is told, without what they were told before. */
const known = new Map<string, number>();
async function told(as: string): Promise<string[]> {
  const { body } = await callRoute<{ notifications: Shown[] }>(notifications, {
    as,
    params: { id: as },
    query: { pageSize: '100' },
  });
  const all = body.notifications.toReversed();
  const fresh = all.slice(known.get(as) ?? 0);
  known.set(as, all.length);
  return fresh.map(({ kind }) => kind).sort();
}
const messages = async (as: string) =>
  (
    await callRoute<{ notifications: Shown[] }>(notifications, { as, params: { id: as }, query: {} })
  ).body.notifications.map(({ title, message }) => `${title} | ${message}`);

const premium = async (as: string) => storePlan(as, { type: 'lifetime' });

describe('the second page of a search', () => {
  it('is compared with the first, of which nothing is told', async () => {
    await premium('anna');
    const [a, b, c] = [ad(), ad(), ad()];
    expect(await press('anna', [a, b, c])).toBe(202);
    expect(await told('anna')).toEqual([]);
    await press('anna', [ad(), again(a, price(99_900)), b]);
    expect(await told('anna')).toEqual(['car_gone', 'new_cars', 'price_drop']);
    expect(await messages('anna')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^No longer among the results: .*read on November 21, 2026 does not show it/),
        expect.stringMatching(/^New car: .*New on the page that you sent\.$/),
        expect.stringMatching(/^Price drop: .*10\.000 kr\. less than before/),
      ]),
    );
  });

  it('tells nothing when it is sent again as it was', async () => {
    await premium('bo');
    const [a, b, c] = [ad(), ad(), ad()];
    await press('bo', [a, b, c]);
    await press('bo', [a, again(b, price(95_000))]);
    expect(await told('bo')).toEqual(['car_gone', 'price_drop']);
    await press('bo', [a, again(b, price(95_000))]);
    await press('bo', [a, again(b, price(95_000))]);
    expect(await told('bo')).toEqual([]);
  });

  it('tells that a car is back, and nothing of it once more when it goes and comes at the same price', async () => {
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

  it('tells that the last car is gone when the search shows none any more', async () => {
    await premium('dora');
    await press('dora', [ad()]);
    expect(await press('dora', [])).toBe(422);
    expect(await told('dora')).toEqual(['car_gone']);
    expect(await press('dora', [])).toBe(422);
    expect(await told('dora')).toEqual([]);
  });

  it('does not call those gone that a page of the first results need not show', async () => {
    await premium('emil');
    const more = { hits: 400, pagination: { next: '/brugt/bil/vw/golf-vii?page=2' } };
    const cars = Array.from({ length: 8 }, () => ad());
    await press('emil', cars, { data: more });
    // Two new ones push the last two off the page, and the third is sold.
    await press('emil', [ad(), ad(), ...cars.slice(0, 2), ...cars.slice(3, 6)], { data: more });
    expect(await told('emil')).toEqual(['car_gone', 'new_cars', 'new_cars']);
  });

  it('waits with a car that another page of the person has shown since, until it is missed again', async () => {
    await premium('finn');
    const [a, b] = [ad(), ad()];
    const other = `${search}?pricefrom=50000`;
    await press('finn', [a, b]);
    await press('finn', [b], { href: other });
    await press('finn', [a]);
    expect(await told('finn')).toEqual([]);
    await press('finn', [a]);
    expect(await told('finn')).toEqual(['car_gone']);
  });

  it('is told to nobody else, whatever they have sent or starred', async () => {
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

  it('tells nothing of a car that its owner has removed', async () => {
    await premium('ida');
    const [a, b] = [ad(), ad()];
    await press('ida', [a, b]);
    const remove = (await import('#functions/cars/api.ts')).removeDiscoveryRoute;
    const { cars } = (await person('ida').list({ view: 'discovered' })).body;
    for (const { id } of cars) await callRoute(remove, { as: 'ida', params: { id } });
    await press('ida', [again(a, price(90_000))]);
    expect(await told('ida')).toEqual([]);
  });

  it('tells free users with the next hour, and of amazing cars only that there is one', async () => {
    const [a] = [ad()];
    await press('jens', [a]);
    await press('jens', [again(a, price(95_000))]);
    const { deliverWaitingWorker: deliverWaiting } = await import('#functions/alerts/workers.ts');
    await deliverWaiting();
    expect(await told('jens')).toEqual(['price_drop']);
  });
});

describe('an item page', () => {
  it('tells that a car is sold, or cheaper', async () => {
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
