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

/** The headers of an AWS call with its signature (Signature Version 4), for services of which one call is used. */
export function signRequest(call: SignedCall, credentials: Credentials, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...call.headers,
    host: call.url.host,
    'x-amz-date': time,
    // S3 takes the body's hash from here.
    ...(call.service === 's3' && { 'x-amz-content-sha256': sha256(call.body) }),
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const query = [...call.url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const canonical = [
    call.method,
    call.url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
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
