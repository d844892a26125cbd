import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { classLimits } from '#core/accounts/rate-limits.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { callRoute, type RouteCall, startIdentity } from '#tests/support/call-route.ts';

// What counts readings is kept in memory, and another test may have filled it.
vi.resetModules();
const { routeHandler } = await import('#functions/platform/route-handler.ts');

let identity: { close(): Promise<void> };
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(async () => {
  vi.resetModules();
  await identity.close();
});

/** A route that takes what `row` says, and the bodies that came through to it. */
function routeOf(row: Partial<RouteRow>) {
  const bodies: unknown[] = [];
  const handler = routeHandler(
    'GET /api/cars/{id}',
    { row: { ...contract['GET /api/cars/{id}'], response: z.unknown(), ...row }, admit: null },
    async (input) => {
      bodies.push((input as { body?: unknown }).body);
      return {} as never;
    },
  );
  return { bodies, call: (call: RouteCall = {}) => callRoute(handler, { params: { id: 'a' }, ...call }) };
}
const named = z.object({ name: z.string() });

describe('body of a route', () => {
  it('passes the raw bytes where the row takes them raw', async () => {
    const { bodies, call } = routeOf({ body: 'raw' });
    await call({ body: Uint8Array.of(0x7b, 0xff), as: 'anna' });
    expect(bodies.map((body) => [...(body as Uint8Array)])).toEqual([[0x7b, 0xff]]);
  });

  it('passes no body where the row takes none, whatever was sent', async () => {
    const { bodies, call } = routeOf({});
    await call({ body: { name: 'x' } });
    expect(bodies).toEqual([undefined]);
  });

  it('refuses a body with the name of the wrong field, or as a whole', async () => {
    const { bodies, call } = routeOf({ body: named });
    for (const [body, field] of [
      [{ name: 7 }, 'name'],
      [[], 'body'],
    ])
      expect(await call({ body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', details: { field } },
      });
    expect(bodies).toEqual([]);
  });
});

describe('ill-formed text', () => {
  it('refuses ill-formed text in a field that the route takes, and ignores it in any other', async () => {
    const { bodies, call } = routeOf({ body: named, query: z.object({ q: z.optional(z.string()) }) });
    for (const sent of [{ body: { name: '\ud800' } }, { body: { name: 'x' }, query: { q: '\u0000' } }])
      expect(await call(sent)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const other = { body: { name: 'x', other: '\ud800' }, query: { other: '\u0000' } };
    expect((await call(other)).status).toBe(200);
    expect(bodies).toEqual([{ name: 'x' }]);
  });
});

describe('another person’s id in the input', () => {
  it.each<[where: string, row: Partial<RouteRow>, call: RouteCall]>([
    ['a header', {}, { headers: { 'x-user-id': 'bent' } }],
    ['the query', {}, { query: { userId: 'bent' } }],
    ['a body', { body: named }, { body: { name: 'x', userId: 'bent' } }],
    ['a body that the route does not take', {}, { body: { userId: 'bent' } }],
  ])('refuses another person’s id in %s, and accepts the caller’s own', async (_where, row, call) => {
    const { bodies, call: ask } = routeOf({ auth: 'optional', ...row });
    expect((await ask({ as: 'anna', ...call })).status).toBe(403);
    expect(bodies).toEqual([]);
    expect((await ask({ as: 'bent', ...call })).status).toBe(200);
  });

  it('ignores a body that is not JSON where the route takes none', async () => {
    const { call } = routeOf({ auth: 'optional' });
    const body = Buffer.from('{"userId":');
    expect((await call({ as: 'anna', body })).status).toBe(200);
  });
});

it('refuses an address that asks a reading route too often', async () => {
  vi.stubEnv('RATE_FACTOR', '');
  try {
    const { bodies, call } = routeOf({});
    const { capacity } = classLimits.reading.perAddress;
    const statuses: number[] = [];
    while (statuses.length < 2 * capacity && !statuses.includes(429)) statuses.push((await call()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(bodies.length).toBeGreaterThanOrEqual(capacity);
    expect(bodies).toHaveLength(statuses.length - 1);
  } finally {
    vi.unstubAllEnvs();
  }
});
