import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from 'local-cloud/wire/http.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, callAws, encodePath, refusal, signRequest } from '#functions/platform/aws-call.ts';

type Answer = { status: number; body: string } | 'breaks';
let answers: Answer[] = [];
let seen: IncomingMessage[] = [];
const server = await listen((request, response) => {
  seen.push(request);
  const answer = answers.shift() ?? { status: 200, body: 'done' };
  if (answer === 'breaks') return void request.socket.destroy();
  request.resume().on('end', () => response.writeHead(answer.status).end(answer.body));
});

beforeAll(() => {
  process.env.AWS_ENDPOINT_URL_SOME_SERVICE = server.origin;
  process.env.AWS_SESSION_TOKEN = 'of the role';
});
afterAll(async () => {
  delete process.env.AWS_SESSION_TOKEN;
  await server.close();
});
beforeEach(() => {
  seen = [];
});
afterEach(() => vi.restoreAllMocks());

const call = async (by = callAws) => {
  const { status, bytes } = await by({
    service: 'some',
    endpointName: 'SOME_SERVICE',
    method: 'POST',
    path: '/a%20b',
    headers: { 'x-amz-target': 'some.Operation' },
    body: '{}',
  });
  return `${status} ${bytes.toString('utf8')}`;
};

describe('calls to AWS', () => {
  it('signs a call for its service, with the role’s session token', async () => {
    answers = [];
    expect(await call()).toBe('200 done');
    expect(seen[0]?.url).toBe('/a%20b');
    expect(seen[0]?.headers).toMatchObject({
      'x-amz-target': 'some.Operation',
      'x-amz-security-token': 'of the role',
      authorization: expect.stringMatching(/\/some\/aws4_request, SignedHeaders=host;x-amz-date;/),
    });
  });

  it.each([
    ['no keys are there', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }],
    ['keys of somebody else are there too', { AWS_ACCESS_KEY_ID: 'OFTHESHELL', AWS_SECRET_ACCESS_KEY: 's' }],
  ])('signs with the profile that AWS_PROFILE names when %s', async (_, keys) => {
    const folder = mkdtempSync(join(tmpdir(), 'bilfund-profile-'));
    const file = join(folder, 'credentials');
    writeFileSync(file, '[operator]\naws_access_key_id = OFTHEPROFILE\naws_secret_access_key = s\n');
    const names = { ...keys, AWS_PROFILE: 'operator', AWS_SHARED_CREDENTIALS_FILE: file };
    for (const [name, value] of Object.entries(names)) vi.stubEnv(name, value);
    vi.resetModules();
    const { callAws: callAnew } = await import('#functions/platform/aws-call.ts');
    try {
      expect(await call(callAnew)).toBe('200 done');
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
    expect(seen[0]?.headers.authorization).toContain('Credential=OFTHEPROFILE/');
  });

  it.each<[string, Answer]>([
    ['the line broke', 'breaks'],
    ['the service had a fault', { status: 503, body: '' }],
    ['the service had a fault of the first kind', { status: 500, body: '' }],
    ['it was asked too often, without a word', { status: 429, body: '' }],
    ['it was asked too often', { status: 400, body: '{"__type":"ThrottlingException"}' }],
  ])('calls again when %s', async (_, first) => {
    answers = [first, first];
    expect(await call()).toBe('200 done');
    expect(seen).toHaveLength(3);
  });

  it.each<{ status: number; body: string }>([
    { status: 400, body: 'AccessDenied' },
    { status: 499, body: '' },
    { status: 200, body: 'Throttling is a word of the answer' },
    { status: 400, body: `${'x'.repeat(500)} ThrottlingException` },
  ])('does not call again after the answer %j', async (answer) => {
    answers = [answer];
    expect(await call()).toBe(`${answer.status} ${answer.body}`);
    expect(seen).toHaveLength(1);
  });

  it.each([
    [0, [50, 100, 200]],
    [0.5, [100, 200, 400]],
    [1, [150, 300, 600]],
  ])('waits longer before each retry, with random variation (%d)', async (chance, waits) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const waited: number[] = [];
    const { setTimeout: really } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms = 0) => {
      // What a file before this one still waits for in this process is none of these.
      if (!new Error().stack!.includes('/functions/platform/aws-call.ts')) return really(then, ms);
      waited.push(ms);
      return really(then, 0);
    }) as never);
    answers = Array.from({ length: 3 }, () => ({ status: 500, body: '' }));
    expect(await call()).toBe('200 done');
    expect(waited).toEqual(waits);
  });

  it('reports a refused call with the first characters of the answer', () => {
    const bytes = Buffer.from('y'.repeat(400));
    expect(refusal({ status: 403, bytes })).toBe(`403: ${'y'.repeat(300)}`);
  });

  it('returns the last answer or throws the last error after all tries', async () => {
    answers = Array.from({ length: 4 }, () => ({ status: 500, body: 'broken' }));
    expect(await call()).toBe('500 broken');
    answers = Array.from({ length: 4 }, () => 'breaks');
    await expect(call()).rejects.toThrow('socket hang up');
  });
});

describe('addresses of AWS calls', () => {
  const mail = { service: 'ses', endpointName: 'ELSEWHERE', host: 'email', path: '/v2/letters' };

  it('builds the regional address of the service from its host name', () => {
    expect(addressOf(mail, 'eu-north-1').href).toBe('https://email.eu-north-1.amazonaws.com/v2/letters');
    const { host: _, ...queue } = { ...mail, service: 'sqs' };
    expect(addressOf(queue, 'eu-west-1').host).toBe('sqs.eu-west-1.amazonaws.com');
  });
});

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
