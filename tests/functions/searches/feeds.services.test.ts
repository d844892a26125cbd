import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractKey } from '#core/contract/table.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import { addRunDiscoveries } from '#functions/cars/store.ts';
import { carKey } from '#functions/platform/keys.ts';
import { putItem } from '#functions/platform/table.ts';
import { chooseOfSearch } from '#functions/searches/change-searches.ts';
import { callRoute, type RouteAnswer, type RouteCall } from '#tests/support/call-route.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { contractRoutes, loadHandler } from '#tests/support/route-samples.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const handlers = new Map<string, unknown>();
const startedAt = '2026-11-21T08:00:00.000Z';

const world = await worldOfFile(startedAt);
beforeAll(async () => {
  await storeCar(makeCar({ id: 'open', title: 'Škoda Octavia CX41287' }));
  await storeCar(makeCar({ id: 'locked', title: 'Porsche 911', rating: makeRating({ deal: 'amazing' }) }));
  await storeCar(makeCar({ id: 'p-own', title: 'Saab 900', ownerId: 'anna' }));
  for (const route of contractRoutes) handlers.set(route.key, await loadHandler(route));
});

const call = <T = Record<string, never>>(key: ContractKey, rest: RouteCall): Promise<RouteAnswer<T>> =>
  callRoute<T>(handlers.get(key), rest);

type Subscription = { id: string; feed_since: string | null };
type Made = { subscription: Subscription; atom: string; json: string };

/** A person's search that has found these cars. */
async function startSearch(as: string, carIds = ['open', 'locked', 'p-own']): Promise<string> {
  const searchUrl = `https://www.facebook.com/marketplace/odense/search?query=${as}`;
  const { body } = await call<{ subscription: Subscription }>('POST /api/subscriptions', {
    as,
    body: { searchUrl },
  });
  const { id } = body.subscription;
  await addRunDiscoveries(
    { userId: as, searchId: id, runId: `${id}-1`, now: '2026-11-21T09:00:00.000Z' },
    carIds,
  );
  return id;
}
const makeFeed = (as: string, id: string) =>
  call<Made>('POST /api/subscriptions/{id}/feed', { as, params: { id }, body: {} });

/** A new search with a feed. */
async function startFeed(as: string, carIds?: string[]): Promise<Made> {
  const { status, body } = await makeFeed(as, await startSearch(as, carIds));
  expect(status).toBe(201);
  return body;
}

const names = ['owner', 'search', 'secret', 'format'];
const read = (address: string, headers: Record<string, string> = {}) => {
  const parts = new URL(address).pathname.split('/').slice(2);
  const params = Object.fromEntries(names.map((name, n) => [name, decodeURIComponent(parts[n] ?? '')]));
  return call<string>('GET /feed/{owner}/{search}/{secret}/{format}', { params, headers });
};
const statusOf = async (address: string) => (await read(address)).status;

describe('the feed of a search', () => {
  it('is read without signing in: what is open as it is, what is locked without a name, what is private not at all', async () => {
    const { atom, json, subscription } = await startFeed('anna');
    expect(subscription.feed_since).toBe(startedAt);
    const answer = await read(atom);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'private, max-age=900',
      'x-robots-tag': 'noindex',
    });
    expect(answer.body).toContain('<title>Škoda Octavia, 149.900 kr.</title>');
    expect(answer.body).toContain('<title>An amazing deal was found</title>');
    expect(answer.body).not.toMatch(/Porsche|Saab|CX41287/);
    const other = await read(json);
    expect(other.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const { items } = JSON.parse(other.body);
    expect(items.map(({ title }: { title: string }) => title)).toEqual([
      'Škoda Octavia, 149.900 kr.',
      'An amazing deal was found',
    ]);
  });

  it('tells its owner with premium no more, because the address alone says who reads', async () => {
    await storePlan('paying', { type: 'lifetime' });
    const { atom } = await startFeed('paying');
    expect((await read(atom)).body).not.toContain('Porsche');
  });

  it('is not sent again to a program that has it', async () => {
    const { atom } = await startFeed('bo');
    const { headers } = await read(atom);
    const tag = String(headers.etag);
    // A date would tell when a locked car was rated, and nothing of one that has left.
    expect(headers).not.toHaveProperty('last-modified');
    const unchanged = [
      await read(atom, { 'if-none-match': tag }),
      await read(atom, { 'if-none-match': `W/${tag}` }),
    ];
    expect(unchanged.map(({ status }) => status)).toEqual([304, 304]);
    expect(unchanged[0]!.headers).toMatchObject({ etag: tag, 'cache-control': 'private, max-age=900' });
    expect((await read(atom, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('tells nothing of a car that its owner hid, or that has a word to avoid', async () => {
    const { atom, subscription } = await startFeed('berit');
    const params = { id: 'open' };
    await call('PUT /api/hidden/{id}', { as: 'berit', params, body: {} });
    expect((await read(atom)).body).not.toContain('Octavia');
    await call('DELETE /api/hidden/{id}', { as: 'berit', params });
    expect((await read(atom)).body).toContain('Octavia');
    await chooseOfSearch('berit', subscription.id, {
      rule: { ...usualRule(subscription.id), avoid: ['octavia'] },
    });
    expect((await read(atom)).body).not.toContain('Octavia');
  });

  it('tells once of a car that was found under two ids and merged', async () => {
    await putItem({ ...carKey('former'), kind: 'CAR', mergedInto: 'open' });
    const { atom } = await startFeed('birk', ['former', 'open']);
    const { body } = await read(atom);
    expect(body.match(/<entry>/g)).toHaveLength(1);
    expect(body).toContain('/car/open</id>');
  });

  it('keeps its address when its search is renamed and extended', async () => {
    const { atom, subscription } = await startFeed('carl');
    const params = { id: subscription.id };
    await call('PUT /api/subscriptions/{id}', { as: 'carl', params, body: { name: 'A car for winter' } });
    await call('PUT /api/subscriptions/{id}/prolong', { as: 'carl', params, body: {} });
    expect((await read(atom)).body).toContain('<title>Bilfund: A car for winter</title>');
  });

  it('stores the hash of its secret alone, exports not even that, and writes neither into the log', async () => {
    const log = keepLog();
    const { atom, subscription } = await startFeed('dora');
    const secret = atom.split('/').at(-2)!;
    expect(secret).toMatch(/^[\w-]{43}$/);
    log.forbid(secret);
    await read(atom);
    await read(atom.replace(secret, `${secret}x`));
    expect(() => log.restore()).not.toThrow();
    const { getSearch } = await import('#functions/searches/store.ts');
    const stored = await getSearch('dora', subscription.id);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const { body } = await call<{ items: { autosearch: object[] } }>('GET /api/account/export', {
      as: 'dora',
    });
    expect(body.items.autosearch).toEqual([
      expect.objectContaining({ id: subscription.id, feed_since: startedAt }),
    ]);
    expect(JSON.stringify(body)).not.toContain(stored!.feed!.hash);
  });

  it('is made and ended by its owner in a session alone', async () => {
    const id = await startSearch('emma');
    expect((await makeFeed('finn', id)).status).toBe(404);
    const made = await call<{ token: string }>('POST /api/tokens', {
      as: 'emma',
      body: { name: 'all', scopes: ['read', 'follow', 'write', 'pages'], days: 1 },
    });
    const headers = { authorization: `Bearer ${made.body.token}` };
    const asProgram = { params: { id }, body: {}, headers };
    expect((await call('POST /api/subscriptions/{id}/feed', asProgram)).status).toBe(401);
    const { atom } = (await makeFeed('emma', id)).body;
    expect((await call('DELETE /api/subscriptions/{id}/feed', { as: 'finn', params: { id } })).status).toBe(
      404,
    );
    expect(await statusOf(atom)).toBe(200);
  });

  it('is not made for a search that its owner’s browser reads, nor by a session that has ended', async () => {
    const searchUrl = 'https://www.dba.dk/mobility/search/car?q=gerd';
    const { body } = await call<{ subscription: Subscription }>('POST /api/subscriptions', {
      as: 'gerd',
      body: { searchUrl, browserIntervalMinutes: 60 },
    });
    expect((await makeFeed('gerd', body.subscription.id)).status).toBe(409);
    const id = await startSearch('gunn');
    const { endSessions } = await import('#functions/accounts/store.ts');
    await endSessions('gunn', Date.now() + 5_000);
    expect((await makeFeed('gunn', id)).status).toBe(401);
  });
});

describe('an address of a feed that is refused', () => {
  const forgeries: [string, (address: string) => string][] = [
    ['with another secret', (address) => address.replace(/.{4}\/atom$/, 'AAAA/atom')],
    ['with a shorter secret', (address) => address.replace(/.\/atom$/, '/atom')],
    ['with a longer secret', (address) => address.replace(/\/atom$/, 'A/atom')],
    ['without a secret', (address) => address.replace(/[\w-]{43}\/atom$/, '/atom')],
    ['with the secret in capitals', (address) => address.toUpperCase().replace('/ATOM', '/atom')],
    ['of another owner', (address) => address.replace('/hans/', '/anna/')],
    ['of another search', (address) => address.replace(/\/hans\/[\w-]+/, '/hans/filter-abc')],
    ['that names a key', (address) => address.replace('/hans/', '/hans%23PLAN/')],
    ['that climbs', (address) => address.replace('/hans/', '/..%2Fhans/')],
    ['with a NUL byte', (address) => address.replace('/atom', '%00/atom')],
    ['in another format', (address) => address.replace('/atom', '/rss')],
    ['in a format of every object', (address) => address.replace('/atom', '/constructor')],
    ['with a pattern for a secret', (address) => address.replace(/[\w-]{43}\/atom$/, '*/atom')],
  ];
  it.each(forgeries)('%s', async (_, forge) => {
    const { atom } = await startFeed('hans');
    expect(forge(atom)).not.toBe(atom);
    const answer = await read(forge(atom));
    expect(answer).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  });

  it('with the hash that is stored instead of the secret', async () => {
    const { atom, subscription } = await startFeed('ida');
    const { getSearch } = await import('#functions/searches/store.ts');
    const { hash } = (await getSearch('ida', subscription.id))!.feed!;
    expect(await statusOf(atom.replace(/[\w-]{43}\/atom$/, `${hash}/atom`))).toBe(404);
  });

  it('with the secret of another search of the same owner, and of another owner’s same search', async () => {
    const { atom } = await startFeed('jens');
    const { atom: another } = await startFeed('jytte');
    const secretOf = (address: string) => address.split('/').at(-2)!;
    expect(await statusOf(atom.replace(secretOf(atom), secretOf(another)))).toBe(404);
  });

  it('from before it was renewed, or ended', async () => {
    const { atom, subscription } = await startFeed('karl');
    const { atom: renewed } = (await makeFeed('karl', subscription.id)).body;
    expect([await statusOf(atom), await statusOf(renewed)]).toEqual([404, 200]);
    const params = { id: subscription.id };
    const ended = await call<Made>('DELETE /api/subscriptions/{id}/feed', { as: 'karl', params });
    expect(ended).toMatchObject({ status: 200, body: { subscription: { feed_since: null } } });
    expect(await statusOf(renewed)).toBe(404);
  });

  it('of a search that was cancelled, also when the same search starts again', async () => {
    const { atom, subscription } = await startFeed('lars');
    await call('DELETE /api/subscriptions/{id}', { as: 'lars', params: { id: subscription.id } });
    expect(await statusOf(atom)).toBe(404);
    expect(await startSearch('lars')).toBe(subscription.id);
    expect(await statusOf(atom)).toBe(404);
  });

  it('of an owner with a new password', async () => {
    const { atom, subscription } = await startFeed('mona');
    const { endSessions } = await import('#functions/accounts/store.ts');
    await endSessions('mona', Date.now());
    expect(await statusOf(atom)).toBe(404);
    const { getSearch } = await import('#functions/searches/store.ts');
    expect(await getSearch('mona', subscription.id)).not.toHaveProperty('feed');
  });

  it('of an account that was erased, from the moment at which its erasure begins', async () => {
    const { atom } = await startFeed('nora');
    const { deleteAccountItems, markErased } = await import('#functions/accounts/store.ts');
    await markErased({ userId: 'nora', customerId: null, erasedAt: startedAt });
    expect(await statusOf(atom)).toBe(404);
    await deleteAccountItems('nora');
    expect(await statusOf(atom)).toBe(404);
  });

  it('of a search whose week is over, until it is extended', async () => {
    const { atom, subscription } = await startFeed('olga');
    world.advance(7 * 86_400_000);
    expect(await statusOf(atom)).toBe(404);
    const params = { id: subscription.id };
    await call('PUT /api/subscriptions/{id}/prolong', { as: 'olga', params, body: {} });
    expect(await statusOf(atom)).toBe(200);
  });
});
