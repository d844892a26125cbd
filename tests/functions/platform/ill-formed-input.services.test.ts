import { describe, expect, it } from 'vitest';
import { callRoute } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import {
  type ContractRoute,
  contractRoutes,
  fieldsOf,
  loadHandler,
  sampleBody,
} from '#tests/support/route-samples.ts';

await worldOfFile('2026-11-21T08:00:00.000Z');

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

describe('JSON bodies', () => {
  const send = async (text: string | Uint8Array) => {
    const { createListRoute: handler } = await import('#functions/searches/api.ts');
    const headers = { 'content-type': 'application/json' };
    return callRoute(handler, { as: 'ida', body: Buffer.from(text), headers });
  };

  it.each([
    ['that names a field twice', '{"name":"a","name":"b"}'],
    ['that names a field twice, once with an escape', '{"name":"a","n\\u0061me":"b"}'],
    ['that names a field twice further in', '{"name":"a","more":[{"x":{},"x":1}]}'],
    ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('refuses a body %s', async (_, text) => {
    expect(await send(text)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('ignores ill-formed text in fields that the route does not take', async () => {
    expect((await send('{"name":"a","\\ud800":1,"more":[["x","\\udfff\\u0000"]]}')).status).toBe(201);
  });

  it('accepts the same name in different objects, and characters outside the basic plane', async () => {
    expect((await send('{"name":"🚗 Škoda","more":[{"a":1},{"a":{"a":"name"}}],"x":"name"}')).status).toBe(
      201,
    );
  });
});
