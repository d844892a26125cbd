import { createHash, createHmac } from 'node:crypto';

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
export type SignedCall = {
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
