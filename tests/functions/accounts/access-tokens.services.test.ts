import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractKey } from '#core/contract/table.ts';
import { callRoute, type RouteAnswer, type RouteCall } from '#tests/support/call-route.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { contractRoutes, loadHandler } from '#tests/support/route-samples.ts';
import { storeCar } from '#tests/support/stored-car.ts';

const handlers = new Map<string, unknown>();

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
beforeAll(async () => {
  await storeCar(makeCar({ id: 'shared' }));
  await storeCar(makeCar({ id: 'p-annas', ownerId: 'anna', rating: makeRating({ deal: 'fair' }) }));
  for (const route of contractRoutes) handlers.set(route.key, await loadHandler(route));
});

const call = <T = Record<string, never>>(key: ContractKey, rest: RouteCall): Promise<RouteAnswer<T>> =>
  callRoute<T>(handlers.get(key), rest);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

type Created = { token: string; details: { id: string; name: string; last_used_on: string | null } };

async function create(as: string, scopes: string[], days = 30): Promise<Created> {
  const { status, body } = await call<Created>('POST /api/tokens', {
    as,
    body: { name: 'my script', scopes, days },
  });
  expect(status).toBe(201);
  return body;
}
const listOf = async (as: string) =>
  (await call<{ tokens: Record<string, unknown>[] }>('GET /api/tokens', { as })).body.tokens;
const getCar = (token: string, id = 'shared') =>
  call('GET /api/cars/{id}', { params: { id }, ...bearer(token) });

describe('a personal access token', () => {
  it('is shown once, listed without its secret, and stored as a hash', async () => {
    const { token, details } = await create('anna', ['read']);
    expect(token).toMatch(/^bf_anna\.[\w-]{12}\.[\w-]{43}$/);
    expect(await listOf('anna')).toEqual([
      {
        ...details,
        name: 'my script',
        scopes: ['read'],
        created_at: '2026-11-21T08:00:00.000Z',
        ends_at: '2026-12-21T08:00:00.000Z',
        last_used_on: null,
      },
    ]);
    const { getItem } = await import('#functions/platform/table.ts');
    const { userKeys } = await import('#functions/platform/keys.ts');
    const item = await getItem(userKeys.token('anna', details.id));
    expect(JSON.stringify(item)).not.toContain(token.split('.')[2]);
  });

  it('calls a route of its scope in the name of its owner, and tells the day of its last use', async () => {
    const { token, details } = await create('anna', ['read']);
    expect((await getCar(token, 'p-annas')).status).toBe(200);
    const stranger = await create('bo', ['read']);
    expect((await getCar(stranger.token, 'p-annas')).status).toBe(404);
    expect((await listOf('anna')).find(({ id }) => id === details.id)).toMatchObject({
      last_used_on: '2026-11-21',
    });
  });

  it('calls the list and the known cars, and a page is sent with the scope for pages alone', async () => {
    const read = await create('carl', ['read', 'follow', 'write']);
    const pages = await create('carl', ['pages']);
    const page = { body: Buffer.from('<html></html>') };
    const known = { body: { links: ['https://www.facebook.com/marketplace/item/900100000000000001'] } };
    const statuses = async ({ token }: Created) => [
      (await call('GET /api/cars', bearer(token))).status,
      (await call('POST /api/cars/known', { ...known, ...bearer(token) })).status,
      (await call('POST /api/imports/page', { ...page, ...bearer(token) })).status,
    ];
    expect(await statuses(read)).toEqual([200, 200, 403]);
    // 422: the page was read, and has no cars.
    expect(await statuses(pages)).toEqual([403, 200, 422]);
  });

  it('is refused from the moment at which it is revoked', async () => {
    const { token, details } = await create('dora', ['read']);
    expect((await getCar(token)).status).toBe(200);
    expect((await call('DELETE /api/tokens/{id}', { as: 'dora', params: { id: details.id } })).status).toBe(
      200,
    );
    expect((await getCar(token)).status).toBe(401);
    expect((await call('DELETE /api/tokens/{id}', { as: 'dora', params: { id: details.id } })).status).toBe(
      404,
    );
  });

  it('is revoked by its owner only', async () => {
    const { token, details } = await create('emma', ['read']);
    expect((await call('DELETE /api/tokens/{id}', { as: 'finn', params: { id: details.id } })).status).toBe(
      404,
    );
    expect((await getCar(token)).status).toBe(200);
  });

  it('is refused after its end', async () => {
    const { token } = await create('gerd', ['read'], 1);
    world.advance(86_400_000 - 1);
    expect((await getCar(token)).status).toBe(200);
    world.advance(1);
    expect((await getCar(token)).status).toBe(401);
  });

  it('is gone when all sessions of its owner end', async () => {
    const { token } = await create('hans', ['read']);
    const { endSessions } = await import('#functions/accounts/store.ts');
    await endSessions('hans', Date.now());
    expect((await getCar(token)).status).toBe(401);
    expect(await listOf('hans')).toEqual([]);
  });

  it('is not made by a session that has ended, even while functions still remember it as open', async () => {
    await create('jytte', ['read']);
    const { endSessions } = await import('#functions/accounts/store.ts');
    // The session of the calls in this test began within this second.
    await endSessions('jytte', Date.now() + 5_000);
    const body = { name: 'late', scopes: ['read'], days: 30 };
    expect((await call('POST /api/tokens', { as: 'jytte', body })).status).toBe(401);
    expect(await listOf('jytte')).toEqual([]);
  });

  it('is exported without its hash, and erased with the account', async () => {
    const { token, details } = await create('ida', ['pages']);
    const answer = await call<{ items: Record<string, unknown[]> }>('GET /api/account/export', { as: 'ida' });
    expect(answer.body.items.token).toEqual([
      {
        id: details.id,
        name: 'my script',
        scopes: ['pages'],
        createdAt: expect.any(String),
        endsAt: expect.any(String),
      },
    ]);
    const { deleteAccountItems } = await import('#functions/accounts/store.ts');
    await deleteAccountItems('ida');
    expect((await call('POST /api/cars/known', { body: { links: ['x'] }, ...bearer(token) })).status).toBe(
      401,
    );
  });

  it('cannot be made beyond the limit', async () => {
    for (let made = 0; made < 20; made++) await create('jens', ['read']);
    const body = { name: 'one more', scopes: ['read'], days: 30 };
    expect(await call('POST /api/tokens', { as: 'jens', body })).toMatchObject({
      status: 403,
      body: { code: 'too_many_tokens' },
    });
  });

  it.each([
    { name: '', scopes: ['read'], days: 30 },
    { name: 'a', scopes: [], days: 30 },
    { name: 'a', scopes: ['admin'], days: 30 },
    { name: 'a', scopes: ['read'], days: 0 },
    { name: 'a', scopes: ['read'], days: 367 },
    { name: 'a', scopes: ['read'], days: 1.5 },
  ])('is not made of %j', async (body) => {
    expect((await call('POST /api/tokens', { as: 'karl', body })).status).toBe(400);
  });

  it('appears in no line of the log', async () => {
    const log = keepLog();
    const { token } = await create('lars', ['read']);
    log.forbid(token.split('.')[2]!);
    await getCar(token);
    await getCar(`${token}x`);
    // Throws when a line held the secret.
    expect(() => log.restore()).not.toThrow();
  });
});

describe('a forged or foreign token', () => {
  it.each<[string, (token: string) => string]>([
    ['with another secret', (token) => token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA')],
    ['in the name of somebody else', (token) => token.replace('bf_mona', 'bf_nora')],
    ['with another id', (token) => token.replace(/\.[\w-]{12}\./, '.AAAAAAAAAAAA.')],
    ['without its secret', (token) => token.split('.').slice(0, 2).join('.')],
    ['with a longer secret', (token) => `${token}A`],
    ['with a space before it', (token) => ` ${token}`],
    ['with another prefix', (token) => token.replace('bf_', 'bg_')],
    ['in capitals', (token) => token.toUpperCase()],
    ['that is empty', () => 'bf_'],
    ['that names a key', (token) => token.replace('bf_mona', 'bf_mona#PLAN')],
  ])('%s is refused', async (_, forge) => {
    const { token } = await create('mona', ['read']);
    expect((await getCar(forge(token))).status).toBe(401);
    const links = { body: { links: ['x'] } };
    expect((await call('POST /api/cars/known', { ...links, ...bearer(forge(token)) })).status).toBe(401);
    const { deleteToken, listTokens } = await import('#functions/accounts/token-store.ts');
    for (const { id } of await listTokens('mona')) await deleteToken('mona', id);
  });

  it('is not taken from the address', async () => {
    const { token } = await create('olga', ['read']);
    const answer = await call('POST /api/cars/known', {
      query: { access_token: token, authorization: `Bearer ${token}` },
      body: { links: ['x'] },
    });
    expect(answer.status).toBe(401);
  });
});

describe('every route without scopes', () => {
  const closed = contractRoutes.filter(
    ({ row }) => row.auth !== 'public' && row.auth !== 'stripe' && !row.scopes,
  );

  it('refuses a token that has every scope', async () => {
    const { token } = await create('pia', ['read', 'follow', 'write', 'pages']);
    expect(closed.length).toBeGreaterThan(30);
    for (const { key, params } of closed) {
      const named = Object.fromEntries(params.map((name) => [name, 'pia']));
      const answer = await call(key as ContractKey, { params: named, body: {}, ...bearer(token) });
      expect([key, answer.status]).toEqual([key, 401]);
    }
  });
});
