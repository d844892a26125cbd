import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type Listener, listen, readBody } from 'local-cloud/wire/http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { publicLookup, type Resolve, requirePublicHttps, sendMail } from '#functions/alerts/channels.ts';
import { encryptPush, pushAuthorization } from '#functions/alerts/push-message.ts';

let connections = 0;
const sink = createServer((socket) => {
  connections++;
  socket.destroy();
});
beforeAll(async () => {
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
});
afterAll(() => {
  sink.close();
});

/** Each look at the name answers the next of these lists of addresses. */
const looks = (...answers: string[][]): Resolve => {
  let look = 0;
  return (_host, _options, callback) =>
    callback(
      null,
      (answers[look++] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
};

/** How a connection to a name ends whose addresses are these. */
function connectionTo(...answers: string[][]): Promise<string> {
  const { port } = sink.address() as AddressInfo;
  return new Promise((done) => {
    const socket = connect({ host: 'hook.example', port, lookup: publicLookup(looks(...answers)) });
    socket.on('connect', () => done('connected'));
    socket.on('error', (error) => done(error.message));
  });
}

describe('webhook addresses', () => {
  test.each([
    [['127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['::1']],
    [['10.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '169.254.169.254']],
    [['64:ff9b::7f00:1']],
    [['fd00:ec2::254']],
    [[]],
  ])('does not connect to a webhook whose name resolves to %j', async (addresses) => {
    expect(await connectionTo(addresses)).toBe('the address is not public');
    expect(connections).toBe(0);
  });

  it('connects to the address that was checked, without resolving the name again', () => {
    let asked = 0;
    const once: Resolve = (_host, _options, callback) => {
      asked++;
      callback(null, [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]);
    };
    publicLookup(once)('hook.example', { all: false }, (error, address) => {
      expect([error, address]).toEqual([null, '93.184.216.34']);
    });
    expect(asked).toBe(1);
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://hook.example:8443/',
    'https://hook.example:22/',
    'https://hook.example:80/',
    'http://hook.example/',
    'http://hook.example:443/',
    'https://user@hook.example/',
    'https://hook.internal/',
    'ftp://hook.example/',
  ])('refuses a webhook address that is %s', (address) => {
    expect(() => requirePublicHttps(address)).toThrow(
      'Enter a public https:// address without a port number.',
    );
  });

  it('accepts a webhook address that names the port of https', () => {
    expect(requirePublicHttps('https://hook.example:443/a').href).toBe('https://hook.example/a');
  });
});

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('push messages', () => {
  it('encrypts a push message like the example of RFC 8291', () => {
    const sealed = encryptPush(
      Buffer.from('When I grow up, I want to be a watermelon'),
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    );
    expect(sealed.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('names sender and push service in the signed token, which is valid for half a day', () => {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(randomBytes(32));
    const key = { privateKey: curve.getPrivateKey(), publicKey: curve.getPublicKey() };
    const nowMs = Date.parse('2026-11-21T08:00:00.000Z');
    const header = pushAuthorization('https://push.example/abc?x=1', 'https://bilfund.example', key, nowMs);
    const [, token = '', sent] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
    expect(bytes(sent!)).toEqual(key.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(String(bytes(head)))).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(JSON.parse(String(bytes(claims)))).toEqual({
      aud: 'https://push.example',
      exp: nowMs / 1000 + 12 * 3600,
      sub: 'https://bilfund.example',
    });
    const x = key.publicKey.subarray(1, 33).toString('base64url');
    const y = key.publicKey.subarray(33).toString('base64url');
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    const isValid = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      bytes(signature),
    );
    expect(isValid).toBe(true);
  });
});

describe('mails through SES', () => {
  type Seen = { address: string; headers: IncomingMessage['headers']; body: string };
  let server: Listener;
  let statuses: number[] = [];
  let seen: Seen[] = [];

  beforeAll(async () => {
    server = await listen(async (incoming, outgoing) => {
      const body = String(await readBody(incoming));
      seen.push({ address: incoming.url ?? '', headers: incoming.headers, body });
      outgoing.writeHead(statuses.shift() ?? 200).end('{"message":"said by the service"}');
    });
    vi.stubEnv('AWS_ENDPOINT_URL_SESV2', server.origin);
    vi.stubEnv('AWS_REGION', 'eu-north-1');
    vi.stubEnv('MAIL_FROM', 'news@bilfund.example');
    vi.stubEnv('MAIL_CONFIGURATION_SET', 'alerts');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  beforeEach(() => {
    seen = [];
    statuses = [];
  });

  const send = () =>
    sendMail({
      to: 'person@example.com',
      subject: 'Én bil',
      text: 'A car',
      html: '<p>A car</p>',
      personId: 'person-1',
      unsubscribeUrl: 'https://bilfund.example/unsubscribe?token=t',
    });

  it('sends a mail to SES, signed for the service and its region, with the unsubscribe headers', async () => {
    await send();
    expect(seen[0]?.address).toBe('/v2/email/outbound-emails');
    expect(seen[0]?.headers.authorization).toContain('/eu-north-1/ses/aws4_request');
    expect(JSON.parse(seen[0]!.body)).toMatchObject({
      FromEmailAddress: 'news@bilfund.example',
      Destination: { ToAddresses: ['person@example.com'] },
      EmailTags: [{ Name: 'person', Value: 'person-1' }],
      Content: {
        Simple: {
          Subject: { Data: 'Én bil', Charset: 'UTF-8' },
          Headers: [
            { Name: 'List-Unsubscribe', Value: '<https://bilfund.example/unsubscribe?token=t>' },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
    });
  });

  it('sends a mail again when SES is busy', async () => {
    statuses = [503, 429];
    await send();
    expect(seen).toHaveLength(3);
  });

  it('does not send a refused mail again, and keeps SES’s message', async () => {
    statuses = [400];
    await expect(send()).rejects.toThrow('the mail service answered 400: {"message":"said by the service"}');
    expect(seen).toHaveLength(1);
  });
});
