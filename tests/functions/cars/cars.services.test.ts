import { beforeAll, describe, expect, it } from 'vitest';
import type { WireCost } from '#core/contract/routes/car-parts.ts';
import type { CarListWire, LockedCar, WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { makeCar, makeListing, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const secret = 'Bentley';
const cars = [
  makeCar({
    ...{ id: '1', title: 'Octavia AB 12 345', plate: 'AB12345', priceDkk: 149_900, mileageKm: 90_000 },
    rating: makeRating({ comparableIds: ['2', '3', '5', 'd4'] }),
  }),
  makeCar({ id: '2', priceDkk: 99_900, rating: makeRating({ deal: 'poor' }), year: 2012 }),
  makeCar({ id: '3', priceDkk: 0, rating: makeRating({ deal: 'no_estimate', reason: 'no_price' }) }),
  makeCar({
    id: 'd4',
    title: `${secret} Continental`,
    make: secret,
    city: 'Læsø',
    plate: 'ZZ99999',
    priceDkk: 777_777,
    scrapedAt: '2026-11-20T08:00:00.000Z',
    rating: makeRating({ deal: 'amazing' }),
  }),
  makeCar({
    ...{ id: '5', availability: 'gone', title: 'Gone', listedAt: null },
    ...{ firstSeenAt: '2026-11-01T08:00:00.000Z', goneAt: '2026-11-10T09:00:00.000Z' },
  }),
  makeCar({ id: 'p-1', ownerId: 'owner', title: 'Private Volvo', make: 'Volvo', plate: 'CC11111' }),
  makeCar({
    id: 'p-d2',
    ownerId: 'owner',
    title: `Private ${secret}`,
    make: secret,
    scrapedAt: '2026-11-20T08:00:00.000Z',
    rating: makeRating({ deal: 'amazing' }),
  }),
];

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const routes = await import('#functions/cars/api.ts');
beforeAll(async () => {
  const { addDiscovery } = await import('#functions/cars/store.ts');
  for (const car of cars) await storeCar(car);
  await storePlan('beta', { priceUnlock: { until: null } });
  await storePlan('premium', { type: 'premium_monthly', currentPeriodEnd: '2026-12-21T08:00:00.000Z' });
  await storePlan('expired', { type: 'premium_monthly', currentPeriodEnd: '2026-11-20T08:00:00.000Z' });
  await storePlan('boosted', { boostUntil: '2026-11-22T08:00:00.000Z' });
  for (const carId of ['1', 'd4', 'p-1', 'p-d2'])
    await addDiscovery('owner', { carId, jobId: 'job', discoveredAt: '2026-11-21T07:00:00.000Z' });
});

const list = (call: RouteCall = {}) => callRoute<CarListWire>(routes.listCarsRoute, call);
const get = (id: string, as?: string) =>
  callRoute<WireCarDetail | LockedCar>(routes.getCarRoute, { params: { id }, ...(as && { as }) });
const open = (body: CarListWire) => body.cars.filter((car): car is WireCar => !car.locked);
const idsOf = (body: CarListWire) => body.cars.map(({ id }) => id);

const people = [
  { who: 'an anonymous visitor', as: undefined, plates: false, estimates: false, locked: true },
  { who: 'a free user', as: 'free', plates: true, estimates: false, locked: true },
  { who: 'a beta unlock holder', as: 'beta', plates: true, estimates: true, locked: true },
  { who: 'a premium user', as: 'premium', plates: true, estimates: true, locked: false },
  { who: 'a user whose premium ran out', as: 'expired', plates: true, estimates: false, locked: true },
  { who: 'a user with the boost', as: 'boosted', plates: true, estimates: true, locked: false },
  { who: 'the owner of dropped pages', as: 'owner', plates: true, estimates: false, locked: true },
];

describe.each(people)('$who', ({ as, plates, estimates, locked }) => {
  const call: RouteCall = as ? { as } : {};

  it('shows in the list what the reader may see', async () => {
    const { status, body } = await list(call);
    expect(status).toBe(200);
    expect(body.totalCount).toBe(locked ? 3 : 4);
    const car = open(body).find(({ id }) => id === '1')!;
    expect(car.plate).toBe(plates ? 'AB12345' : null);
    expect(car.title).toBe(plates ? 'Octavia AB 12 345' : 'Octavia •••••••');
    expect(car.image_urls).toEqual([plates ? '/photos/s1' : '/photos/bs1']);
    expect(car.valuation_avg).toBe(estimates ? 148_900 : null);
    expect(car.comparable_count).toBe(locked ? null : 52);
    expect(body.deals === null).toBe(locked);
  });

  it('tells that locked cars exist, and nothing more about them', async () => {
    const { body } = await list(call);
    const stubs = body.cars.filter((car) => car.locked);
    expect(stubs).toEqual(locked ? [{ id: 'locked-1-1', deal: 'amazing', locked: true }] : []);
    if (!locked) return;
    const everything = await Promise.all([
      list(call),
      list({ ...call, query: { sort: 'deal' } }),
      list({ ...call, query: { deal: 'amazing' } }),
      list({ ...call, query: { brand: secret } }),
      list({ ...call, query: { q: secret } }),
      list({ ...call, query: { q: 'Læsø' } }),
      list({ ...call, query: { minPrice: '777777', maxPrice: '777777' } }),
      list({ ...call, query: { page: '2' } }),
      get('d4', as),
    ]);
    const text = JSON.stringify(everything.map(({ body: each }) => each));
    for (const fact of [secret, 'Continental', 'Læsø', '777777', 'ZZ99999']) expect(text).not.toContain(fact);
    const [, sorted, byDeal, byBrand] = everything;
    for (const { body: each } of everything.slice(0, -1))
      expect(idsOf(each as CarListWire)).not.toContain('d4');
    expect(idsOf(sorted!.body as CarListWire)).toEqual(idsOf(body));
    expect((byDeal!.body as CarListWire).totalCount).toBe(3);
    expect(byBrand!.body).toMatchObject({ totalCount: 0, cars: [] });
  });

  it('shows of a single car what the reader may see', async () => {
    const { body } = await get('1', as);
    expect(body).toMatchObject({
      plate: plates ? 'AB12345' : null,
      valuation_low: estimates ? 139_500 : null,
      image_urls: [plates ? '/photos/l1' : '/photos/bl1'],
    });
    expect('why' in body && body.why !== null).toBe(estimates);
    expect((await get('d4', as)).body).toEqual(
      locked
        ? { id: 'd4', deal: 'amazing', locked: true, asked: [] }
        : expect.objectContaining({ title: `${secret} Continental` }),
    );
  });

  it('leaves locked cars out of the comparables', async () => {
    const { body } = await get('1', as);
    const why = 'why' in body ? body.why : null;
    const open = ['2', '3', '5'];
    if (estimates)
      expect(why!.comparables.map(({ id }) => id).toSorted()).toEqual(locked ? open : [...open, 'd4']);
    // Who is shown them is told which are gone, and after how many days.
    if (estimates)
      expect(why!.comparables.map(({ id, gone_after_days }) => [id, gone_after_days])).toEqual(
        expect.arrayContaining([
          ['2', null],
          ['5', 9],
        ]),
      );
    // A count of all beside those that are shown would tell how many cars like this one are locked.
    const told = estimates ? (locked ? open.length : open.length + 1) : null;
    expect(body).toMatchObject({ comparable_count: told });
  });

  it('reveals nothing of other people’s dropped pages', async () => {
    if (as === 'owner') return;
    for (const id of ['p-1', 'p-d2']) expect((await get(id, as)).status).toBe(404);
    const text = JSON.stringify((await list({ ...call, query: { q: 'Private' } })).body);
    expect(text).not.toContain('Private');
    if (as) expect((await callRoute(routes.starCarRoute, { as, params: { id: 'p-1' } })).status).toBe(404);
  });
});

describe('cars of dropped pages', () => {
  it('lists cars of dropped pages as their owner’s discoveries, locked like any other car', async () => {
    const { body } = await list({ as: 'owner', query: { view: 'discovered' } });
    expect(idsOf(body).toSorted()).toEqual(['1', 'p-1']);
    expect(open(body).find(({ id }) => id === 'p-1')).toMatchObject({ is_private: true, plate: 'CC11111' });
    expect((await get('p-1', 'owner')).body).toMatchObject({ title: 'Private Volvo' });
    expect((await get('p-d2', 'owner')).body).toEqual({
      ...{ id: 'p-d2', deal: 'amazing', locked: true, asked: [] },
    });
    expect((await list({ as: 'owner' })).body.totalCount).toBe(3);
  });

  it('leaves cars of dropped pages out of the counts', async () => {
    expect((await callRoute(routes.countCarsRoute)).body).toMatchObject({
      amazing: 1,
      fair: 1,
      poor: 1,
      no_estimate: 1,
      total: 4,
    });
  });
});

describe('costs of owning a car', () => {
  const cost = (id: string, as?: string, km = '15000') =>
    callRoute<WireCost | LockedCar>(routes.getCarCostRoute, {
      params: { id },
      query: { km },
      ...(as && { as }),
    });

  it('shows the costs of owning a car to everybody, but depreciation only to readers who may see estimates', async () => {
    const { status, body } = await cost('1');
    expect([status, body]).toMatchObject([
      200,
      { loss: null, prices: { petrol: { dkk: expect.any(Number) } } },
    ]);
    // No model is stored here: nothing of one can be in the answer.
    expect((await cost('1', 'beta')).body).toMatchObject({ loss_state: 'unknown' });
    expect((await cost('1', 'free')).body).toMatchObject({ loss_state: 'locked' });
  });

  it('shows the costs of a locked car to premium readers only', async () => {
    for (const as of ['free', 'beta', undefined])
      expect((await cost('d4', as)).body).toEqual({ id: 'd4', deal: 'amazing', locked: true });
    expect((await cost('d4', 'premium')).body).toMatchObject({ tax: { half_year: 680, basis: 'petrol_km' } });
  });

  it('shows the costs of a privately imported car to its owner only', async () => {
    for (const as of ['free', undefined]) expect((await cost('p-1', as)).status).toBe(404);
    expect((await cost('p-1', 'owner')).status).toBe(200);
  });

  it.each(['', '-1', '1.5', '100001', 'many'])(
    'refuses costs of owning for "%s" kilometres a year',
    async (km) => {
      expect((await cost('1', undefined, km)).status).toBe(400);
    },
  );
});

describe('similar cars', () => {
  const similar = (id: string, as?: string) =>
    callRoute<{ cars: WireCar[] }>(routes.listSimilarCarsRoute, { params: { id }, ...(as && { as }) });

  it('lists as similar only open cars that the reader may see, also for a car that is gone', async () => {
    expect((await similar('1')).body.cars.map(({ id }) => id).toSorted()).toEqual(['2', '3']);
    expect((await similar('1')).body.cars[0]).toMatchObject({ plate: null, valuation_avg: null });
    expect((await similar('5', 'premium')).body.cars).toHaveLength(3);
  });

  it('leaves out of the similar cars what the reader hid, and shows their stars', async () => {
    const of = async () => (await similar('1', 'choosy')).body.cars;
    expect((await of()).map(({ id }) => id).toSorted()).toEqual(['2', '3']);
    await callRoute(routes.hideCarRoute, { as: 'choosy', params: { id: '2' } });
    await callRoute(routes.starCarRoute, { as: 'choosy', params: { id: '3' } });
    expect(await of()).toMatchObject([{ id: '3', isStarred: true }]);
  });

  it('reveals nothing of a locked car among similar cars', async () => {
    expect(await similar('d4', 'free')).toMatchObject({ status: 200, body: { cars: [] } });
  });

  it('answers no similar cars for a car of somebody else’s dropped page', async () => {
    for (const as of ['free', undefined]) expect((await similar('p-1', as)).status).toBe(404);
    expect((await similar('p-1', 'owner')).status).toBe(200);
  });
});

describe('search by plate', () => {
  it.each(['AB12345', 'ab12', '12345'])('does not let visitors search by plate: %s', async (q) => {
    expect((await list({ query: { q } })).body.totalCount).toBe(0);
  });

  it('lets signed-in people search by plate', async () => {
    expect(idsOf((await list({ as: 'free', query: { q: 'ab12345' } })).body)).toEqual(['1']);
  });
});

describe('the car list', () => {
  it('lets caches keep the list for ten seconds for visitors only', async () => {
    const { headers } = await list();
    // Who signs in within these seconds asks for the same address: the kept answer is not theirs.
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=10', vary: 'authorization' });
    expect((await list({ as: 'free' })).headers['cache-control']).toBe('no-store');
  });

  it('keeps the deal sort and the deal filter for premium users', async () => {
    expect(idsOf((await list({ as: 'premium', query: { sort: 'deal' } })).body)).toEqual([
      'd4',
      '1',
      '2',
      '3',
    ]);
    expect(idsOf((await list({ as: 'premium', query: { deal: 'amazing,poor' } })).body)).toEqual(['2', 'd4']);
  });

  it('requires a sign-in for personal views of the list', async () => {
    for (const view of ['discovered', 'starred']) expect((await list({ query: { view } })).status).toBe(401);
  });

  it('answers a page beyond the last with the last page', async () => {
    expect((await list({ query: { page: '99999' } })).body).toMatchObject({ page: 1, totalPages: 1 });
  });

  it.each<Record<string, string>>([
    { page: '0' },
    { page: '-1' },
    { page: '1e3' },
    { page: ' ' },
    { sort: 'password' },
    { view: 'everybody' },
    { minPrice: '1000001' },
    { maxPrice: 'NaN' },
    { q: 'x'.repeat(201) },
    { brand: 'x'.repeat(2001) },
    { import: 'x'.repeat(65) },
  ])('refuses the list query %o', async (query) => {
    expect(await list({ query })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', error: expect.stringContaining(Object.keys(query)[0]!) },
    });
  });

  it('treats hostile search text as plain text', async () => {
    for (const q of ['(', '.*', '[a-', '\\', '%', '__proto__', '🚗', '<script>'])
      expect((await list({ query: { q } })).status).toBe(200);
    // What no text holds is refused before it is looked for.
    expect((await list({ query: { q: '\u0000' } })).status).toBe(400);
  });

  it('shows the list of an import to its owners only', async () => {
    const { beginImport } = await import('#functions/imports/begin-import.ts');
    const { addToJob } = await import('#functions/imports/job-store.ts');
    await beginImport({
      userId: 'free',
      job: { id: 'mine', kind: 'scrape', href: 'https://x', linkHash: 'x', privateTo: null },
      historyId: 'h',
      scrapeType: 'manual',
      charge: null,
      idempotencyKey: null,
      now: new Date(),
    });
    await addToJob('mine', { found: ['1', 'd4'], done: ['1', 'd4'] }, new Date().toISOString());
    expect(idsOf((await list({ as: 'free', query: { import: 'mine' } })).body)).toEqual(['1']);
    for (const as of ['premium', undefined])
      expect((await list({ ...(as && { as }), query: { import: 'mine' } })).status).toBe(404);
    expect((await list({ as: 'free', query: { import: 'nobodys' } })).status).toBe(404);
  });

  it('lists the ads of a running import before they are rated, without any that the reader may not see', async () => {
    const { beginImport } = await import('#functions/imports/begin-import.ts');
    const { addToJob, changeJobState } = await import('#functions/imports/job-store.ts');
    const { addDraft } = await import('#functions/imports/draft-store.ts');
    for (const userId of ['free', 'premium'])
      await beginImport({
        userId,
        job: {
          id: 'running',
          kind: 'scrape',
          href: 'https://y',
          linkHash: 'y',
          privateTo: null,
          sentBy: null,
        },
        historyId: `h-${userId}`,
        scrapeType: 'manual',
        charge: null,
        idempotencyKey: null,
        now: new Date(),
      });
    const { leadToItem } = await import('#functions/cars/store.ts');
    const { transact } = await import('#functions/platform/table.ts');
    const amazing = makeRating({ deal: 'amazing' });
    await transact([leadToItem('was-d4', 'd4', null, new Date().toISOString())]);
    await storeCar(makeCar({ id: 'p-free-own', ownerId: 'free', rating: amazing }));
    const bargains = { d4: 'A known bargain', 'was-d4': 'Its other ad', 'p-free-own': 'One of their own' };
    const ads = { '1': 'Rated already', ...bargains, n1: 'Fiat Panda', n2: 'Ford Ka' };
    for (const [carId, title] of Object.entries(ads))
      await addDraft('running', carId, 'listed', makeListing({ id: carId, title }), Date.now());
    await addToJob('running', { found: Object.keys(ads) }, new Date().toISOString());
    const shown = async (as: string, query = {}) =>
      (await list({ as, query: { import: 'running', ...query } })).body.unrated?.map(
        ({ title }: { title: string }) => title,
      );
    expect(await shown('free')).toEqual(['Rated already', 'Fiat Panda', 'Ford Ka']);
    const idsOfAds = async (as: string) =>
      (await list({ as, query: { import: 'running' } })).body.unrated?.map(({ id }: { id?: string }) => id);
    expect(await idsOfAds('free')).toEqual([undefined, undefined, undefined]);
    expect(new Set(await idsOfAds('premium'))).toEqual(new Set(Object.keys(ads)));
    await addToJob('running', { done: ['1'] }, new Date().toISOString());
    // From now on an ad that vanished without becoming a car would be known to be amazing.
    expect(await shown('free')).toEqual([]);
    expect(new Set(await shown('premium'))).toEqual(
      new Set(['Fiat Panda', 'Ford Ka', ...Object.values(bargains)]),
    );
    expect(await shown('free', { brand: 'Fiat' })).toBeUndefined();
    await addToJob('running', { failed: ['n1', 'n2', ...Object.keys(bargains)] }, new Date().toISOString());
    expect(await shown('premium')).toEqual([]);
    await changeJobState('running', ['queued'], 'completed', new Date().toISOString());
  });

  it('shows a change at once to a reader who was told of it', async () => {
    world.advance(1_000);
    const updatedAt = new Date().toISOString();
    await storeCar(makeCar({ id: '6', title: 'Newest', updatedAt }));
    expect((await list({ as: 'free', query: { q: 'newest' } })).body.totalCount).toBe(0);
    const { body } = await list({ as: 'free', query: { q: 'newest', catalogVersion: updatedAt } });
    expect(body).toMatchObject({ totalCount: 1, catalogVersion: updatedAt });
  });

  it('shows a change to everybody after half a minute', async () => {
    world.advance(1_000);
    await storeCar(makeCar({ id: '7', title: 'Later', updatedAt: new Date().toISOString() }));
    expect((await list({ query: { q: 'later' } })).body.totalCount).toBe(0);
    world.advance(30_001);
    expect((await list({ query: { q: 'later' } })).body.totalCount).toBe(1);
  });
});

describe('stars', () => {
  const star = (id: string, as = 'star') => callRoute(routes.starCarRoute, { as, params: { id } });
  const starred = async () => idsOf((await list({ as: 'star', query: { view: 'starred' } })).body);

  it('sets and removes a star, also when asked twice', async () => {
    for (const _ of [1, 2]) expect(await star('2')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await starred()).toEqual(['2']);
    expect((await get('2', 'star')).body).toMatchObject({ isStarred: true });
    expect((await get('2', 'free')).body).toMatchObject({ isStarred: false });
    for (const _ of [1, 2])
      expect((await callRoute(routes.unstarCarRoute, { as: 'star', params: { id: '2' } })).status).toBe(200);
    expect(await starred()).toEqual([]);
  });

  it('lets a reader remove the star of a car that became amazing', async () => {
    expect((await star('d4')).status).toBe(200);
    expect(await starred()).toEqual([]);
    expect((await callRoute(routes.unstarCarRoute, { as: 'star', params: { id: 'd4' } })).status).toBe(200);
  });

  it.each(['404', 'p-404'])('refuses a star for a car that does not exist: %s', async (id) => {
    expect((await star(id)).status).toBe(404);
  });
});

describe('distances', () => {
  it('the list tells how far away each car is from a town, which limits nothing, and sorts by it', async () => {
    const { body: all } = await list({ as: 'free' });
    const { body } = await list({ as: 'free', query: { from: 'Odense', sort: 'distance_asc' } });
    expect(body.totalCount).toBe(all.totalCount);
    const kms = body.cars.flatMap((each) => (each.locked ? [] : [each.distance_km ?? Number.MAX_VALUE]));
    expect(kms).toEqual(kms.toSorted((a, b) => a - b));
    expect(kms[0]).toBeLessThan(Number.MAX_VALUE);
    expect(all.cars.every((each) => each.locked || each.distance_km === undefined)).toBe(true);
    expect((await list({ as: 'free', query: { from: 'Atlantis' } })).status).toBe(400);
  });
});

describe('tax and energy', () => {
  it.each<Record<string, string>>([{ sort: 'running_asc' }, { maxRunning: '20000' }])(
    'the list tells what they come to a month where it is asked for it (%o)',
    async (query) => {
      const { body: all } = await list({ as: 'free' });
      expect(all.cars.every((each) => each.locked || each.running_cost === undefined)).toBe(true);
      const { body } = await list({ as: 'free', query });
      const asked = body.cars.flatMap((each) => (each.locked ? [] : [each]));
      expect(asked.every(({ running_cost }) => running_cost !== undefined)).toBe(true);
      const whole = asked.flatMap(({ running_cost }) =>
        running_cost?.lacks === null ? [running_cost.month] : [],
      );
      if (query.sort) expect(whole).toEqual(whole.toSorted((a, b) => a - b));
      else expect(whole).toHaveLength(asked.length);
    },
  );
});

describe('electric range and battery', () => {
  it.each<Record<string, string>>([
    { sort: 'range_desc' },
    { sort: 'battery_desc' },
    { minRange: '100' },
    { minBattery: '10' },
  ])(
    'the list tells them where it is asked for them (%o), and limits to cars of which they are known',
    async (query) => {
      const { body: all } = await list({ as: 'free' });
      expect(all.cars.every((each) => each.locked || each.electric_km === undefined)).toBe(true);
      const { body } = await list({ as: 'free', query });
      const asked = body.cars.flatMap((each) => (each.locked ? [] : [each]));
      expect(
        asked.every(({ electric_km: km, electric_kwh: kwh }) => km !== undefined && kwh !== undefined),
      ).toBe(true);
      const least = Number(query.minRange ?? query.minBattery ?? Number.NEGATIVE_INFINITY);
      const bounded = asked.map((car) => (query.minBattery ? car.electric_kwh : car.electric_km) ?? 0);
      expect(bounded.every((value) => value >= least)).toBe(true);
      if (!query.sort) expect(body.totalCount).toBeLessThan(all.totalCount);
    },
  );
});

describe('hidden cars', () => {
  const hide = (id: string, as = 'hider') => callRoute(routes.hideCarRoute, { as, params: { id } });
  const shown = async (query: Record<string, string> = {}) => (await list({ as: 'hider', query })).body;

  it('hides no more cars than there is room for', async () => {
    const { putItem } = await import('#functions/platform/table.ts');
    const { userKeys } = await import('#functions/platform/keys.ts');
    const { limits } = await import('#core/payments/plan.ts');
    const ids = ['2', ...Array.from({ length: limits.hiddenCars - 1 }, (_, n) => `hidden-${n}`)];
    await Promise.all(
      ids.map((carId) => putItem({ ...userKeys.hidden('fullHider', carId), kind: 'HIDDEN', carId, at: '' })),
    );
    expect(await hide('1', 'fullHider')).toMatchObject({ status: 403, body: { code: 'hidden_full' } });
    expect(await hide('2', 'fullHider')).toMatchObject({ status: 200 });
  });

  it('a hidden car is in none of its reader’s views and counts but that of hidden cars, until it is shown again', async () => {
    const before = await shown();
    expect(idsOf(before)).toContain('2');
    await callRoute(routes.starCarRoute, { as: 'hider', params: { id: '2' } });
    for (const _ of [1, 2]) expect(await hide('2')).toMatchObject({ status: 200, body: { ok: true } });
    const after = await shown();
    expect(idsOf(after)).not.toContain('2');
    expect(after.totalCount).toBe(before.totalCount - 1);
    expect(idsOf(await shown({ view: 'starred' }))).toEqual([]);
    expect(idsOf(await shown({ view: 'hidden' }))).toEqual(['2']);
    expect(idsOf((await list({ as: 'free' })).body)).toContain('2');
    expect((await get('2', 'hider')).status).toBe(200);
    for (const _ of [1, 2])
      expect((await callRoute(routes.unhideCarRoute, { as: 'hider', params: { id: '2' } })).status).toBe(200);
    expect(idsOf(await shown())).toEqual(idsOf(before));
    expect(idsOf(await shown({ view: 'hidden' }))).toEqual([]);
  });

  it('hiding cars changes nothing about the locked cars that a reader is told of', async () => {
    const lockedIn = ({ cars }: CarListWire) => cars.filter(({ locked }) => locked).length;
    const before = lockedIn(await shown());
    await hide('2');
    expect(lockedIn(await shown())).toBe(before);
    await callRoute(routes.unhideCarRoute, { as: 'hider', params: { id: '2' } });
  });

  it.each(['404', 'p-404'])('refuses to hide a car that does not exist: %s', async (id) => {
    expect((await hide(id)).status).toBe(404);
  });
});

describe('discoveries', () => {
  const call = (route: keyof typeof routes, id: string, as = 'owner') =>
    callRoute(routes[route], { as, params: { id } });
  const discovered = async () =>
    idsOf((await list({ as: 'owner', query: { view: 'discovered' } })).body).toSorted();

  it('removes a discovery and restores it', async () => {
    expect((await call('removeDiscoveryRoute', '1')).status).toBe(200);
    expect(await discovered()).toEqual(['p-1']);
    expect((await call('restoreDiscoveryRoute', '1')).status).toBe(200);
    expect(await discovered()).toEqual(['1', 'p-1']);
  });

  it('refuses to remove a discovery of somebody else', async () => {
    for (const route of ['removeDiscoveryRoute', 'restoreDiscoveryRoute'] as const)
      expect((await call(route, '1', 'free')).status).toBe(404);
  });
});

describe('car ids in addresses', () => {
  it.each(['../1', '1/2', '1#PLAN', '%00', '', 'x'.repeat(129), '１', '<b>'])(
    'answers not found for the car id %j',
    async (id) => {
      expect(await get(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );
});
