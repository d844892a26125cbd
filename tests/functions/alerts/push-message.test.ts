import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptPush, pushAuthorization } from '#functions/alerts/push-message.ts';

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
