import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { classLimits } from '#core/accounts/rate-limits.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import { jsonResult, packAnswer } from '#functions/platform/answers.ts';
import { jsonBody, rawBody } from '#functions/platform/route-handler.ts';
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
    const other = { body: { name: '🚗 x', other: '\ud800' }, query: { other: '\u0000' } };
    expect((await call(other)).status).toBe(200);
    expect(bodies).toEqual([{ name: '🚗 x' }]);
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

type Sent = { text?: string; bytes?: Uint8Array; headers?: Record<string, string> };
/** The event of API Gateway for a body: text as it is, bytes in base64. */
const eventOf = ({ text, bytes, headers = {} }: Sent) =>
  ({
    headers,
    body: bytes ? Buffer.from(bytes).toString('base64') : text,
    isBase64Encoded: bytes !== undefined,
  }) as Parameters<typeof jsonBody>[0];
const read = (sent: Sent) => jsonBody(eventOf(sent));

function refusal(sent: Sent): Failure {
  try {
    read(sent);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const limitBytes = 64 * 1024;
/** A JSON text of this many bytes. */
const jsonOf = (bytes: number, letter = 'a') => `"${letter.repeat((bytes - 2) / Buffer.byteLength(letter))}"`;

describe('request bodies', () => {
  it('reads a JSON body that comes as text or as bytes', () => {
    expect(read({ text: '{"name":"Bilæøå"}' })).toEqual({ name: 'Bilæøå' });
    expect(read({ bytes: Buffer.from('{"name":"Bilæøå"}') })).toEqual({ name: 'Bilæøå' });
    expect(Buffer.from(rawBody(eventOf({ bytes: Uint8Array.of(0, 255) })))).toEqual(Buffer.from([0, 255]));
  });

  it('reads a missing body as an empty object, whatever its content type', () => {
    expect(read({})).toEqual({});
    expect(read({ text: '', headers: { 'content-type': 'text/plain' } })).toEqual({});
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', ''])(
    'accepts a JSON body with the content type %j',
    (type) => {
      expect(read({ text: '7', headers: { 'content-type': type } })).toBe(7);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'refuses a body with the content type %s, though it is JSON',
    (type) => {
      const refused = { status: 415, code: 'unsupported_media_type', message: 'The body must be JSON.' };
      expect(refusal({ text: '{}', headers: { 'content-type': type } })).toMatchObject(refused);
    },
  );

  it('refuses a compressed body', () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(refusal({ text: '{}', headers })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      message: 'Compressed bodies are not accepted here.',
    });
  });

  it('accepts a body of up to 64 kB and not a byte more, in either encoding', () => {
    expect(read({ text: jsonOf(limitBytes) })).toHaveLength(limitBytes - 2);
    expect(read({ bytes: Buffer.from(jsonOf(limitBytes)) })).toHaveLength(limitBytes - 2);
    const tooLarge = { status: 413, code: 'payload_too_large', message: 'The request is too large.' };
    expect(refusal({ text: jsonOf(limitBytes + 1) })).toMatchObject(tooLarge);
    expect(refusal({ bytes: Buffer.from(jsonOf(limitBytes + 1)) })).toMatchObject(tooLarge);
    // Counted in bytes: "ø" has two.
    expect(refusal({ text: jsonOf(limitBytes + 2, 'ø') })).toMatchObject(tooLarge);
  });

  it('refuses a body longer than any limit before decoding it', () => {
    const [text, bytes] = [jsonOf(limitBytes + 1), Buffer.from(jsonOf(limitBytes + 3))];
    const events = [eventOf({ text }), eventOf({ bytes })];
    const decode = vi.spyOn(Buffer, 'from');
    try {
      for (const event of events) expect(() => jsonBody(event)).toThrow('The request is too large.');
      expect(decode).not.toHaveBeenCalled();
    } finally {
      decode.mockRestore();
    }
  });

  it.each<[what: string, message: string, sent: Sent]>([
    ['is no UTF-8', 'The body is not valid UTF-8.', { bytes: Uint8Array.of(0x22, 0xff, 0x22) }],
    ['is no JSON', 'The body is not valid JSON.', { text: '{url:1}' }],
    ['names a field twice', 'The body names a field twice.', { text: '{"a":1,"b":{"a":1},"a":2}' }],
    [
      'names a field twice further in',
      'The body names a field twice.',
      { text: '{"a":1,"b":[{"c":{},"c":1}]}' },
    ],
    [
      'names a field twice in two spellings',
      'The body names a field twice.',
      { text: String.raw`{"a":1,"\u0061":2}` },
    ],
    [
      'is nested more than 32 deep',
      'The body is nested too deeply.',
      { text: `${'['.repeat(33)}${']'.repeat(33)}` },
    ],
  ])('refuses a body that %s with a sentence that says so', (_what, message, sent) => {
    expect(refusal(sent)).toMatchObject({ status: 400, code: 'invalid_input', message });
  });

  it.each([
    `${'['.repeat(32)}${']'.repeat(32)}`,
    '{"a":"a","b":[{"a":1},{"a":2}],"c":{"a":"c"}}',
    String.raw`{"\"a":"{\"a\":1,\"a\":2}","a":["a","a",{}],"b":"}"}`,
  ])('accepts a body that only looks faulty: %s', (text) => {
    expect(read({ text })).toEqual(JSON.parse(text));
  });
});

const cars = { cars: Array.from({ length: 30 }, (_, id) => ({ id, title: 'Škoda Octavia 1.5 TSI Combi' })) };
const answer = jsonResult(200, cars, { 'cache-control': 'no-store' });
const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compression of answers', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=1.0, *;q=0', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const)('compresses an answer for a client that accepts "%s": %s', async (accepted, encoding) => {
    const packed = await packAnswer(answer, accepted);
    expect(packed).toMatchObject({
      statusCode: 200,
      isBase64Encoded: true,
      headers: { ...answer.headers, 'content-encoding': encoding, vary: 'accept-encoding' },
    });
    const bytes = Buffer.from(packed.body!, 'base64');
    expect(bytes.length).toBeLessThan(answer.body!.length / 5);
    expect(JSON.parse(unpack[encoding](bytes).toString('utf8'))).toEqual(cars);
  });

  it.each([undefined, '', 'identity', 'br;q=0', 'gzip;q=0.0', 'deflate', 'x-br', 'brotli'])(
    'leaves an answer uncompressed for a client that accepts "%s"',
    async (accepted) => {
      expect(await packAnswer(answer, accepted)).toBe(answer);
    },
  );

  it('leaves an answer uncompressed that is small, sets a cookie or is not text', async () => {
    const small = jsonResult(200, { text: 'x'.repeat(1012) });
    expect(small.body).toHaveLength(1023);
    const picture = { ...answer, isBase64Encoded: true };
    const session = { ...answer, cookies: ['refresh=secret'] };
    for (const one of [small, picture, session]) expect(await packAnswer(one, 'br, gzip')).toBe(one);
    const larger = jsonResult(200, { text: 'x'.repeat(1013) });
    expect((await packAnswer(larger, 'br')).isBase64Encoded).toBe(true);
  });

  it('keeps the Vary header of the route when it compresses', async () => {
    const varied = jsonResult(200, cars, { vary: 'authorization' });
    expect((await packAnswer(varied, 'gzip')).headers?.vary).toBe('authorization, accept-encoding');
  });
});
