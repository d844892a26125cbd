import { Failure } from '#core/failure.ts';

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

/** A cookie of /api/auth that no script reads and no other site sends. */
export type SmallCookie = { name: string; maxAgeSeconds: number };

const day = 24 * 3600;
/** The browser in which somebody signed in: their own tries are counted apart from everybody else's. */
export const deviceCookie: SmallCookie = { name: 'bilfund_device', maxAgeSeconds: 400 * day };
/** The browser that asked for a code, and may try codes. */
export const attemptCookie: SmallCookie = { name: 'bilfund_attempt', maxAgeSeconds: day };

export function setCookie(cookie: SmallCookie, value: string, publicOrigin: string): string {
  // A browser drops Secure cookies of a page that came without TLS, which only the local product does.
  const isPlain = publicOrigin.startsWith('http://') && isLoopbackOrigin(publicOrigin);
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth', `Max-Age=${cookie.maxAgeSeconds}`];
  return [`${cookie.name}=${value}`, ...attributes, ...(isPlain ? [] : ['Secure'])].join('; ');
}

/** Its value among a request's cookies ("name=value" each), or null. */
export function readCookie({ name }: SmallCookie, cookies: readonly string[]): string | null {
  const pairs = cookies.flatMap((line) => line.split(';')).map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value && /^[\w.-]{1,4096}$/.test(value) ? value : null;
}

/** As long as the user pool's refresh tokens live. */
const cookie: SmallCookie = { name: 'bilfund_refresh', maxAgeSeconds: 30 * 24 * 3600 };

/** The Set-Cookie that keeps a session: no script can read it, no other site can send it, only /api/auth receives it. */
export const refreshCookie = (token: string, publicOrigin: string) => setCookie(cookie, token, publicOrigin);

/** The Set-Cookie that ends it. */
export const clearedRefreshCookie = (publicOrigin: string) =>
  setCookie({ ...cookie, maxAgeSeconds: 0 }, '', publicOrigin);

/** Whether a Set-Cookie is one that ends the session. */
export const endsSession = (setCookieLine: string): boolean => setCookieLine.startsWith(`${cookie.name}=;`);

/** The refresh token among a request's cookies, or null. */
export const readRefreshCookie = (cookies: readonly string[]): string | null => readCookie(cookie, cookies);

/** How long an access token lives. What ends earlier is noted where identity is read. */
export const accessTokenMinutes = 15;

/** The session that a token belongs to, as its claims say. */
export type Session = {
  /** The same for every token that came of one sign-in (`origin_jti`); null where a pool does not name it. */
  id: string | null;
  /** `iat`, epoch seconds. */
  issuedAt: number;
};

/** What of a person's account has ended. */
export type Ended = {
  isErased: boolean;
  /** Epoch seconds: tokens issued until then, that second included, are void. Null: none is. */
  allUntil: number | null;
  sessions: ReadonlySet<string>;
};

/** True when a token of this session is to be refused although its signature and times are good. */
export function hasEnded(session: Session, ended: Ended): boolean {
  if (ended.isErased) return true;
  if (ended.allUntil !== null && session.issuedAt <= ended.allUntil) return true;
  return session.id !== null && ended.sessions.has(session.id);
}
