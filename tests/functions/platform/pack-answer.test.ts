import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonResult, packAnswer } from '#functions/platform/answers.ts';

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
