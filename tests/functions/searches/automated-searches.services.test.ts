import { describe, expect, it } from 'vitest';
import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import { limits } from '#core/payments/plan.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const routes: Record<string, unknown> = {
  create: (await import('#functions/searches/api.ts')).createSubscriptionRoute,
  list: (await import('#functions/searches/api.ts')).listSubscriptionsRoute,
  prolong: (await import('#functions/searches/api.ts')).prolongSubscriptionRoute,
  rename: (await import('#functions/searches/api.ts')).renameSubscriptionRoute,
  extend: (await import('#functions/searches/api.ts')).extendSearchRoute,
  cancel: (await import('#functions/searches/api.ts')).cancelSubscriptionRoute,
  usage: (await import('#functions/payments/api.ts')).getUsageRoute,
};

const dayMs = 86_400_000;
const link = (query: string) => `https://www.facebook.com/marketplace/odense/search?query=${query}`;
type Body = { subscription: WebSubscriptionWire; error: string; code: string; details: object };
const call = (name: string, input: RouteCall) => callRoute<Body>(routes[name], input);
const create = (as: string, query: string, body: object = {}) =>
  call('create', { as, body: { searchUrl: link(query), userId: as, ...body } });
const list = async (as: string) =>
  (
    await callRoute<{ subscriptions: WebSubscriptionWire[]; limit: number; used: number }>(routes.list, {
      as,
      params: { id: as },
    })
  ).body;
const premium = (userId: string) => storePlan(userId, { type: 'lifetime' });

describe('an automated search', () => {
  // docs/spec.md, section 9.
  it('repeats an automated search every hour for a week', async () => {
    const { status, body } = await create('anna', 'octavia');
    expect(status).toBe(201);
    expect(body.subscription).toMatchObject({
      title: 'octavia, Odense',
      name: null,
      status: 'active',
      interval_hours: 1,
      start_time: '2026-11-21T08:00:00.000Z',
      end_time: '2026-11-28T08:00:00.000Z',
      next_run: '2026-11-21T08:00:00.000Z',
      last_run: null,
    });
    expect(await list('anna')).toEqual({ subscriptions: [body.subscription], limit: 1, used: 1 });
  });

  it('treats the same link as the same automated search, however it is written', async () => {
    const first = await create('bo', 'golf');
    world.advance(6 * dayMs);
    const again = await call('create', { as: 'bo', body: { searchUrl: `${link('golf')}&utm_source=x` } });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  it.each([
    ['', 'link_blank'],
    ['octavia', 'link_invalid'],
    ['https://evil.example/marketplace/odense/search?query=x', 'link_foreign_host'],
    ['https://www.facebook.com/marketplace/item/404404/', 'link_not_search'],
  ])('refuses an automated search for the link “%s”: %s', async (searchUrl, code) => {
    expect(await call('create', { as: 'ida', body: { searchUrl } })).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  // docs/spec.md, section 9.
  it('refuses more than one automated search on the free plan and three with premium', async () => {
    await create('carl', 'one');
    expect(await create('carl', 'two')).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', details: { what: 'searches', limit: 1 } },
    });
    await premium('carl');
    expect((await create('carl', 'two')).status).toBe(201);
    expect((await create('carl', 'three')).status).toBe(201);
    expect((await create('carl', 'four')).status).toBe(403);
  });

  // docs/spec.md, section 4.
  it('accepts exactly three of fifty automated searches requested at once', async () => {
    await premium('dorte');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => create('dorte', `side-by-side-${n}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(
      answers.filter(({ status, body }) => status === 403 && body.code === 'limit_reached'),
    ).toHaveLength(47);
    expect((await list('dorte')).used).toBe(3);
    expect((await callRoute(routes.usage, { as: 'dorte' })).body).toMatchObject({
      subscriptions_used: 3,
      subscriptions_limit: 3,
    });
  });

  // docs/spec.md, section 4.
  it('extends an automated search to seven days from now', async () => {
    const { body } = await create('erik', 'passat');
    world.advance(3 * dayMs);
    const id = body.subscription.id;
    const extended = await call('prolong', { as: 'erik', params: { id }, body: { userId: 'erik' } });
    const end = new Date(Date.now() + 7 * dayMs).toISOString();
    expect(extended).toMatchObject({ status: 200, body: { subscription: { id, end_time: end } } });
    expect((await list('erik')).subscriptions).toMatchObject([{ end_time: end }]);
  });

  it('shows an automated search as expired after its week, does not count it, and can restart it', async () => {
    const { body } = await create('freja', 'polo');
    world.advance(7 * dayMs);
    expect(await list('freja')).toMatchObject({
      subscriptions: [{ status: 'expired', next_run: null }],
      used: 0,
    });
    expect((await create('freja', 'up')).status).toBe(201);
    const { id } = body.subscription;
    expect(await call('prolong', { as: 'freja', params: { id }, body: {} })).toMatchObject({ status: 403 });
    await premium('freja');
    expect(await call('prolong', { as: 'freja', params: { id }, body: {} })).toMatchObject({
      body: { subscription: { status: 'active' } },
    });
  });

  it('does not extend an automated search beyond the limit after a downgrade, but finishes its week', async () => {
    await premium('gitte');
    const [first] = await Promise.all([create('gitte', 'a'), create('gitte', 'b')]);
    await storePlan('gitte', { type: 'free' });
    expect((await list('gitte')).subscriptions.map(({ status }) => status)).toEqual(['active', 'active']);
    const { id } = first.body.subscription;
    expect(await call('prolong', { as: 'gitte', params: { id }, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'limit_reached' },
    });
  });

  // docs/spec.md, section 4.
  it('deletes a cancelled automated search, and makes room for another', async () => {
    const { body } = await create('hans', 'fabia');
    const { id } = body.subscription;
    expect(
      await callRoute(routes.cancel, { as: 'hans', params: { id }, query: { userId: 'hans' } }),
    ).toMatchObject({ status: 200 });
    expect(await list('hans')).toEqual({ subscriptions: [], limit: 1, used: 0 });
    expect(await callRoute(routes.cancel, { as: 'hans', params: { id } })).toMatchObject({ status: 404 });
    expect((await create('hans', 'citigo')).status).toBe(201);
  });
});

describe('the name of an automated search', () => {
  const rename = (as: string, id: string, name: string | null) =>
    call('rename', { as, params: { id }, body: { name } });
  const titles = async (as: string, language: string) =>
    (
      await callRoute<{ subscriptions: WebSubscriptionWire[] }>(routes.list, {
        as,
        params: { id: as },
        query: { language },
      })
    ).body.subscriptions.map(({ title }) => title);

  it('names an automated search by its filters in the reader’s language', async () => {
    await call('create', {
      as: 'kaja',
      body: { filters: { brand: 'VW', model: 'Golf', maxPrice: '100000' } },
    });
    expect(await titles('kaja', 'en')).toEqual(['VW Golf, up to 100.000 kr.']);
    expect(await titles('kaja', 'da')).toEqual(['VW Golf, op til 100.000 kr.']);
  });

  it('uses the owner’s name for an automated search until it is removed', async () => {
    const { body } = await create('lars', 'golf');
    const { id } = body.subscription;
    const own = 'Til Anna – “rød” <3';
    expect(await rename('lars', id, ` ${own} `)).toMatchObject({
      status: 200,
      body: { subscription: { id, title: own, name: own } },
    });
    expect([...(await titles('lars', 'en')), ...(await titles('lars', 'da'))]).toEqual([own, own]);
    expect((await rename('lars', id, null)).body.subscription).toEqual(body.subscription);
  });

  it('keeps the name when the search is extended or restarted after its week', async () => {
    const { body } = await create('mads', 'passat');
    const { id } = body.subscription;
    await rename('mads', id, 'Firmabil');
    expect(await call('prolong', { as: 'mads', params: { id }, body: {} })).toMatchObject({
      body: { subscription: { title: 'Firmabil' } },
    });
    world.advance(8 * dayMs);
    expect(await rename('mads', id, 'Ny firmabil')).toMatchObject({
      body: { subscription: { title: 'Ny firmabil', status: 'expired' } },
    });
    expect(await create('mads', 'passat')).toMatchObject({
      status: 201,
      body: { subscription: { title: 'Ny firmabil', status: 'active' } },
    });
  });

  it('refuses a name that is blank, too long or of several lines, and one for somebody else’s search', async () => {
    const { body } = await create('nina', 'up');
    const { id } = body.subscription;
    for (const name of ['', '  ', 'a\nb', 'x'.repeat(limits.nameLength + 1)])
      expect(await rename('nina', id, name)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((await rename('nina', id, 'x'.repeat(limits.nameLength))).status).toBe(200);
    expect(await rename('oda', id, 'Min')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await callRoute(routes.rename, { params: { id }, body: { name: 'Min' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('automated searches of somebody else', () => {
  it('refuses somebody else’s user id, and does not find their searches', async () => {
    const { body } = await create('inga', 'superb');
    const { id } = body.subscription;
    expect(await callRoute(routes.list, { as: 'jens', params: { id: 'inga' } })).toMatchObject({
      status: 403,
    });
    expect(await create('jens', 'yeti', { userId: 'inga' })).toMatchObject({ status: 403 });
    expect(await callRoute(routes.cancel, { as: 'jens', params: { id } })).toMatchObject({ status: 404 });
    expect(await call('prolong', { as: 'jens', params: { id }, body: {} })).toMatchObject({ status: 404 });
    expect(await callRoute(routes.list, { params: { id: 'inga' } })).toMatchObject({ status: 401 });
    expect((await list('inga')).used).toBe(1);
  });
});

describe('the link of the alert that a search ends', () => {
  const extend = (token: string) =>
    callRoute<{ is_extended: boolean; end_time: string; code: string }>(routes.extend, { query: { token } });
  const tokenOf = async (userId: string, { id, end_time }: WebSubscriptionWire) =>
    (await import('#functions/alerts/channels.ts')).extendToken({
      userId,
      searchId: id,
      endTime: end_time,
    });

  it('extends one search once, without signing in, and names its end from then on', async () => {
    const { subscription } = (await create('ella', 'fabia')).body;
    const token = await tokenOf('ella', subscription);
    world.advance(6 * dayMs);
    const first = await extend(token);
    expect(first).toMatchObject({ status: 200, body: { is_extended: true } });
    expect((await list('ella')).subscriptions[0]).toMatchObject({ end_time: first.body.end_time });
    expect(Date.parse(first.body.end_time) - Date.parse(subscription.end_time)).toBe(6 * dayMs);
    world.advance(dayMs);
    expect((await extend(token)).body).toEqual({ is_extended: false, end_time: first.body.end_time });
  });

  it('starts no search anew that has ended', async () => {
    const { subscription } = (await create('hans', 'fabia')).body;
    const token = await tokenOf('hans', subscription);
    world.advance(8 * dayMs);
    expect((await extend(token)).body).toEqual({ is_extended: false, end_time: subscription.end_time });
    expect((await list('hans')).subscriptions[0]).toMatchObject({ status: 'expired' });
  });

  it('refuses a changed token, and one of a search that was cancelled', async () => {
    const { subscription } = (await create('finn', 'fabia')).body;
    const token = await tokenOf('finn', subscription);
    const other = Buffer.from(`ella ${subscription.id} ${subscription.end_time}`).toString('base64url');
    const forged = token.replace(/^[^.]+/, other);
    expect(await extend(forged)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await call('cancel', { as: 'finn', params: { id: subscription.id } });
    expect(await extend(token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is no link that unsubscribes from mails, nor the other way round', async () => {
    const { unsubscribeToken, readUnsubscribeToken } = await import('#functions/alerts/channels.ts');
    const { subscription } = (await create('gerd', 'fabia')).body;
    expect(await extend(await unsubscribeToken('gerd'))).toMatchObject({ status: 404 });
    expect(await readUnsubscribeToken(await tokenOf('gerd', subscription))).toBeNull();
  });
});
