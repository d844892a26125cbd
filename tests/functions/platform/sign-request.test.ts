import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodePath, signRequest } from '#functions/platform/aws-call.ts';

/** Requests with the signatures that botocore 1.44.5 gives them, and the paths under which it asks for objects. */
type Recorded = {
  signed: {
    name: string;
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    body: string;
    service: string;
    sessionToken?: string;
    authorization: string;
  }[];
  paths: { key: string; path: string }[];
};
const signingKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+with=odd' };
const signingTime = '2026-11-22T10:11:12.345Z';
const signingRegion = 'eu-north-1';
const recorded = JSON.parse(readFileSync('tests/fixtures/signatures.json', 'utf8')) as Recorded;

// The published test suite of Signature Version 4: its key, its moment, its signatures.
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const now = new Date('2015-08-30T12:36:00.000Z');
const common = { region: 'us-east-1', service: 'service', headers: {}, body: '' };
const signatureOf = (headers: Record<string, string>) => /Signature=(\w+)$/.exec(headers.authorization!)?.[1];

describe('signature of AWS calls', () => {
  it.each([
    [
      'GET',
      'https://example.amazonaws.com/',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'POST',
      'https://example.amazonaws.com/',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
  ])('computes for %s %s the signature that AWS published', (method, url, signature) => {
    expect(signatureOf(signRequest({ ...common, method, url: new URL(url) }, credentials, now))).toBe(
      signature,
    );
  });

  it('signs with the session token of a role', () => {
    const signed = signRequest(
      { ...common, method: 'POST', url: new URL('https://email.eu-north-1.amazonaws.com/v2/x'), body: '{}' },
      { ...credentials, sessionToken: 'session' },
      now,
    );
    expect(signed['x-amz-security-token']).toBe('session');
    expect(signed.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token');
  });

  it.each(recorded.signed)(
    'signs $name exactly like botocore',
    ({ authorization, sessionToken, ...call }) => {
      const signed = signRequest(
        { ...call, url: new URL(call.url), region: signingRegion },
        { ...signingKey, sessionToken },
        new Date(signingTime),
      );
      expect(signed.authorization).toBe(authorization);
    },
  );

  it.each(recorded.paths)('asks for the object $key at the same path as botocore', ({ key, path }) => {
    expect(`/bucket/${encodePath(key)}`).toBe(path);
    expect(new URL(path, 'https://s3.amazonaws.com').pathname).toBe(path);
  });
});
