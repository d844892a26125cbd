import { gzipSync } from 'node:zlib';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { callRoute, type RouteCall, sendRequest } from '#tests/support/call-route.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import {
  type ContractRoute,
  contractRoutes,
  fieldsOf,
  loadHandler,
  sampleBody,
} from '#tests/support/route-samples.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const person = await loadPeople();
const routes: Record<string, unknown> = {
  start: (await import('#functions/imports/api.ts')).startImportRoute,
  page: (await import('#functions/imports/api.ts')).importPageRoute,
  status: (await import('#functions/imports/api.ts')).getScrapeStatusRoute,
  clear: (await import('#functions/imports/api.ts')).clearScrapeStatusRoute,
  add: (await import('#functions/imports/api.ts')).addHistoryEntryRoute,
  list: (await import('#functions/imports/api.ts')).listHistoryRoute,
  stats: (await import('#functions/imports/api.ts')).getHistoryStatsRoute,
  plan: (await import('#functions/payments/api.ts')).getSubscriptionRoute,
  star: (await import('#functions/cars/api.ts')).starCarRoute,
};

const link = (query: string) => `https://www.facebook.com/marketplace/odense/search?query=${query}`;

describe('a request with another person’s id', () => {
  const own = { body: { url: link('id'), userId: 'rosa' } };
  const foreign: unknown[] = [['rosa'], { $ne: 'rosa' }, '', 'ROSA', 'rosa ', 'sofie'];

  it.each<[string, string, RouteCall]>([
    ['in the header', 'start', { ...own, headers: { 'x-user-id': 'sofie' } }],
    ['in the query', 'status', { query: { userId: 'sofie' } }],
    ['in the query twice', 'status', { query: { userId: 'rosa,sofie' } }],
    ['in the body', 'start', { body: { url: link('id'), userId: 'sofie' } }],
    ['in the path', 'list', { params: { id: 'sofie' } }],
    ['in the path of the stats', 'stats', { params: { id: 'sofie' } }],
    ['in the body of a history entry', 'add', { body: { searchUrl: link('id'), userId: 'sofie' } }],
    ['with an upload', 'page', { body: Buffer.from('x'), headers: { 'x-user-id': 'sofie' } }],
    ['in the query of a deletion', 'clear', { query: { userId: 'sofie' } }],
    ['in the header of a star', 'star', { params: { id: '1' }, headers: { 'x-user-id': 'sofie' } }],
    ['in the header of a look at the plan', 'plan', { headers: { 'x-user-id': 'sofie' } }],
  ])('refuses another person’s id %s', async (_, route, call) => {
    expect(await callRoute(routes[route], { as: 'rosa', ...call })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it.each(foreign)('refuses the user id %j in the body', async (userId) => {
    const { status } = await callRoute(routes.start, { as: 'rosa', body: { url: link('id'), userId } });
    expect([400, 403]).toContain(status);
  });

  it('stores nothing of requests with another person’s id', async () => {
    for (const id of ['rosa', 'sofie']) {
      expect(await person(id).history()).toEqual([]);
      expect((await person(id).usage()).scrapes_used).toBe(0);
    }
  });

  it('accepts the caller’s own id', async () => {
    const call = { ...own, headers: { 'x-user-id': 'rosa' }, query: { userId: 'rosa' } };
    expect((await callRoute(routes.start, { as: 'rosa', ...call })).status).toBe(202);
  });
});

describe('requests without a sign-in', () => {
  const closed = contractRoutes.filter(({ row }) => row.auth === 'user');

  it.each(closed.map((route) => [route.key, route] as const))(
    '%s is closed, and calls nothing',
    async (_, route) => {
      const handler = await loadHandler(route);
      const params = Object.fromEntries(route.params.map((name) => [name, 'sofie']));
      const headers = { 'x-user-id': 'sofie' };
      world.faults.begin();
      const answer = await callRoute(handler, { params, headers, body: sampleBody(route.row, 'x') });
      expect(world.faults.end()).toEqual([]);
      expect(answer).toMatchObject({
        status: 401,
        body: { error: 'Not authenticated', code: 'not_authenticated', details: { reason: 'not_logged_in' } },
        headers: { 'cache-control': 'no-store' },
      });
    },
  );
});

describe('request bodies', () => {
  const send = (body: Uint8Array, headers: Record<string, string>) =>
    callRoute(routes.start, { as: 'bad', body, headers: { 'content-type': 'application/json', ...headers } });

  const refused: [string, number, string | Uint8Array, Record<string, string>][] = [
    ['without content', 400, '', {}],
    ['that is no JSON', 400, '{url:', {}],
    ['that is nested without end', 400, '['.repeat(10_000), {}],
    ['that nests objects without end', 400, '{"a":'.repeat(10_000), {}],
    ['that names a field twice', 400, `{"url":"${link('one')}","url":"${link('two')}"}`, {}],
    ['that is a list', 400, '[]', {}],
    ['that is a number', 400, '7', {}],
    ['with a field of a wrong type', 400, '{"url":["x"]}', {}],
    ['of base64 within base64', 400, Buffer.from('{}').toString('base64'), {}],
    ['that is no text', 400, Buffer.from([0xff, 0xfe, 0x00]), {}],
    ['of more than 64 kB', 413, JSON.stringify({ url: 'x'.repeat(70_000) }), {}],
    ['of 10 MB', 413, Buffer.alloc(10 * 1024 * 1024, 'x'), {}],
    ['of another type', 415, '<url/>', { 'content-type': 'text/xml' }],
    ['that says it is compressed', 415, '{}', { 'content-encoding': 'gzip' }],
    ['that is compressed', 415, gzipSync('{}'), { 'content-encoding': 'gzip' }],
  ];

  it.each(refused)('refuses a body %s with %i', async (_, status, sent, headers) => {
    expect((await send(Buffer.from(sent), headers)).status).toBe(status);
  });

  it('refuses a faulty body without reading or writing anything', async () => {
    const asked = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    for (const [, , sent, more] of refused) {
      const headers = { 'content-type': 'application/json', ...more };
      // As API Gateway hands it over.
      const body = Buffer.from(sent).toString('base64');
      await sendRequest(routes.start, { as: 'bad', headers, body, isBase64Encoded: true });
    }
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('does not let a body change prototypes', async () => {
    const text = `{"__proto__":{"userId":"sofie"},"constructor":{"prototype":{"x":1}},"url":"${link('proto')}"}`;
    expect((await send(Buffer.from(text), {})).status).toBe(202);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('request ids', () => {
  it('passes the request id from the browser to the worker', async () => {
    await person('tove').start(link('request'), { 'x-request-id': 'browser-0123456' });
    const messages = world.queues.peek('scrape', 500).map(({ body }) => JSON.parse(body).requestId);
    expect(messages).toContain('browser-0123456');
  });

  it('answers with the request id, and accepts only well-formed ones', async () => {
    const ask = (id: string) => callRoute(routes.status, { as: 'tove', headers: { 'x-request-id': id } });
    expect((await ask('browser-7654321')).headers['x-request-id']).toBe('browser-7654321');
    expect((await ask('a\r\nset-cookie: x')).headers['x-request-id']).toMatch(/^request-\d+$/);
  });
});

const withBody = contractRoutes.filter(({ row }) => row.auth === 'user' && row.body && row.body !== 'raw');
const withQuery = contractRoutes.filter(({ row }) => row.query && !row.content);
const paramsOf = ({ params }: ContractRoute) => Object.fromEntries(params.map((name) => [name, 'ida']));
const asUser = ({ row }: ContractRoute) => (row.auth === 'user' ? { as: 'ida' } : {});

const illFormed: readonly (readonly [string, string])[] = [
  ['the first half of a surrogate pair', 'a\ud800b'],
  ['the second half of a surrogate pair', '\udc00'],
  ['NUL', 'a\u0000b'],
  ['an escape character', '\u001b[2J'],
  ['a control character of Latin 1', '\u0085'],
];

describe.each(illFormed)('a text with %s', (_, text) => {
  it.each(withBody.map((route) => [route.key, route] as const))(
    '%s refuses ill-formed text in its body',
    async (_key, route) => {
      const handler = await loadHandler(route);
      const sample = sampleBody(route.row, 'own') as Record<string, unknown>;
      for (const field of fieldsOf(route.row.body)) {
        const answer = await callRoute(handler, {
          as: 'ida',
          params: paramsOf(route),
          body: { ...sample, [field]: text },
        });
        expect(answer, field).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', details: { field } },
        });
      }
    },
  );

  it.each(withQuery.map((route) => [route.key, route] as const))(
    '%s refuses ill-formed text in its query',
    async (_key, route) => {
      const handler = await loadHandler(route);
      for (const field of fieldsOf(route.row.query)) {
        const call = { ...asUser(route), params: paramsOf(route), body: sampleBody(route.row, 'own') };
        const answer = await callRoute(handler, { ...call, query: { [field]: text } });
        expect(answer, field).toMatchObject({ status: 400, body: { details: { field } } });
      }
    },
  );
});

describe('filter names of a saved search', () => {
  const save = async (filters: unknown) => {
    const { saveSearchRoute: handler } = await import('#functions/searches/api.ts');
    return callRoute(handler, { as: 'ida', body: { name: 'Odense', filters } });
  };

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'refuses a filter named %s',
    async (name) => {
      expect(await save({ [name]: 'x' })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );

  it('accepts the filters of the list in a saved search', async () => {
    expect((await save({ brand: 'Skoda', maxPrice: '100000' })).status).toBe(201);
  });
});
