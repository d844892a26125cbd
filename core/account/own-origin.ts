import { Failure } from '../failure.ts';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** True for an origin of this machine, where there is no TLS. */
export function isLoopbackOrigin(origin: string): boolean {
  try {
    return loopbackNames.includes(new URL(origin).hostname);
  } catch {
    return false;
  }
}

// 127.0.0.1 and localhost are the same server to a person.
function isSameLoopback(origin: string, publicOrigin: string): boolean {
  if (!isLoopbackOrigin(origin) || !isLoopbackOrigin(publicOrigin)) return false;
  const [given, own] = [new URL(origin), new URL(publicOrigin)];
  return given.protocol === own.protocol && given.port === own.port;
}

/**
 * Refuses a request that a foreign page had the browser send: the refresh cookie must act for our own pages alone.
 * Browsers send Origin with every POST and Sec-Fetch-Site with everything, and no page can change either: what has neither
 * is no browser, carries nobody's cookie unasked, and may pass.
 * @throws Failure 403
 */
export function requireOwnOrigin(headers: Record<string, string | undefined>, publicOrigin: string): void {
  const origin = headers.origin;
  const isOwn = origin
    ? origin === publicOrigin || isSameLoopback(origin, publicOrigin)
    : (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  if (!isOwn) throw new Failure(403, 'forbidden', 'Forbidden');
}
