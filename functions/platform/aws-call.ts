import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as overTls } from 'node:https';
import { once } from '#core/shared.ts';

/**
 * A signed call to a service of which only one operation is used: its SDK client would take longer to load than all our
 * code. Uses the HTTP modules that the SDK has already loaded; `fetch` would load its own.
 */
export type AwsCall = {
  /** The service's name in the signature and in AWS_ENDPOINT_URL_…. */
  service: string;
  endpointName: string;
  /** The first part of the host name where it is not `service`. */
  host?: string;
  /** "https://…" for a service with an address of its own that no environment variable overrides. */
  origin?: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
  /** Timeout of one try, including its whole answer. */
  timeoutMs?: number;
};
export type AwsAnswer = { status: number; bytes: Buffer };

const attempts = 4;
const defaultTimeoutMs = 8_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The service's regional address, unless the environment sets another. @internal exported for tests */
export function addressOf(
  {
    service,
    endpointName,
    host = service,
    origin,
    path,
  }: Pick<AwsCall, 'service' | 'endpointName' | 'host' | 'origin' | 'path'>,
  region: string,
): URL {
  const base = process.env[`AWS_ENDPOINT_URL_${endpointName}`] ?? process.env.AWS_ENDPOINT_URL;
  return new URL(path, origin ?? base ?? `https://${host}.${region}.amazonaws.com`);
}

const chain = once(async () => (await import('@aws-sdk/credential-provider-node')).defaultProvider());

/**
 * The credentials that the SDK's clients use. Functions have keys in the environment; an operator's machine may have a
 * profile or a session of `aws sso login` instead, and a named profile takes precedence over keys.
 */
async function credentials(): Promise<Credentials> {
  const { AWS_PROFILE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (AWS_PROFILE || !AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return (await chain())();
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
}

async function readParts(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Reads the body into one buffer: joining many chunks would hold large answers in memory twice. */
async function readBytes(answer: IncomingMessage): Promise<Buffer> {
  const length = Number(answer.headers['content-length']);
  if (!(length > 0)) return readParts(answer);
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for await (const part of answer) end += (part as Buffer).copy(bytes, end);
  return bytes.subarray(0, end);
}

async function ask(call: AwsCall): Promise<AwsAnswer> {
  const region = process.env.AWS_REGION ?? 'eu-north-1';
  const url = addressOf(call, region);
  // Real time: AWS refuses signatures with another date.
  const headers = signRequest({ ...call, url, region }, await credentials(), new Date());
  const options: RequestOptions = {
    method: call.method,
    headers,
    signal: AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs),
  };
  const request = url.protocol === 'https:' ? overTls : (await import('node:http')).request;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(call.body);
  });
  return { status: answer.statusCode ?? 0, bytes: await readBytes(answer) };
}

/** Temporary errors: throttling, or a fault of the service. */
const isBusy = ({ status, bytes }: AwsAnswer): boolean =>
  status >= 500 ||
  status === 429 ||
  (status !== 200 && /Throttl|SlowDown|TooManyRequests|RequestTimeout/.test(bytes.toString('utf8', 0, 500)));

/**
 * The answer, whatever its status. Retried after network errors and when the service is busy, so the call must be
 * idempotent.
 */
export async function callAws(call: AwsCall): Promise<AwsAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await ask(call);
      if (attempt === attempts || !isBusy(answer)) return answer;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
    await pause(50 * 2 ** attempt * (0.5 + Math.random()));
  }
}

export const refusal = ({ status, bytes }: AwsAnswer): string =>
  `${status}: ${bytes.toString('utf8', 0, 300)}`;

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
type SignedCall = {
  method: string;
  url: URL;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
  region: string;
  service: string;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Percent-encodes everything but letters, digits and `-._~`, as signatures require. */
const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Encodes a path as signatures require; its slashes stay. */
export const encodePath = (path: string): string => path.split('/').map(encodeStrictly).join('/');

/** Pairs sorted by name, then by value. */
const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? Number(x > y) - Number(x < y) : a > b ? 1 : -1))
    .map((pair) => pair.join('='))
    .join('&');

/** The headers of an AWS call with its signature (Signature Version 4), for services of which one call is used. */
export function signRequest(call: SignedCall, credentials: Credentials, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...call.headers,
    host: call.url.host,
    'x-amz-date': time,
    // S3 reads the body's hash from this header.
    ...(call.service === 's3' && { 'x-amz-content-sha256': sha256(call.body) }),
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    call.method,
    // S3 takes the path as sent; for all other services it is encoded a second time.
    call.service === 's3' ? call.url.pathname : encodePath(call.url.pathname),
    canonicalQuery(call.url),
    ...names.map((name) => `${name}:${headers[name]!.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    sha256(call.body),
  ].join('\n');
  const scope = `${day}/${call.region}/${call.service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const steps = [day, call.region, call.service, 'aws4_request'];
  const key = steps.reduce<string | Buffer>(
    (secret, step) => hmac(secret, step),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
