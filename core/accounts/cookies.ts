import { Failure } from '#core/failure.ts';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether an origin is on this machine, where there is no TLS. */
export function isLoopbackOrigin(origin: string): boolean {
  try {
    return loopbackNames.includes(new URL(origin).hostname);
  } catch {
    return false;
  }
}

// 127.0.0.1 and localhost count as the same server.
function isSameLoopback(origin: string, publicOrigin: string): boolean {
  if (!isLoopbackOrigin(origin) || !isLoopbackOrigin(publicOrigin)) return false;
  const [given, own] = [new URL(origin), new URL(publicOrigin)];
  return given.protocol === own.protocol && given.port === own.port;
}

/**
 * Refuses a request that another site made the browser send, because the refresh cookie would be sent along (CSRF). Browsers
 * add Origin to every POST and Sec-Fetch-Site to every request, and pages cannot change either. A request with neither
 * header is not from a browser and may pass.
 * @throws Failure 403
 */
export function requireOwnOrigin(headers: Record<string, string | undefined>, publicOrigin: string): void {
  const origin = headers.origin;
  const isOwn = origin
    ? origin === publicOrigin || isSameLoopback(origin, publicOrigin)
    : (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  if (!isOwn) throw new Failure(403, 'forbidden', 'Forbidden');
}

/** A cookie of /api/auth that is HttpOnly and same-site. */
export type SmallCookie = { name: string; maxAgeSeconds: number };

const day = 24 * 3600;
/** Marks the browser in which somebody signed in: its attempts are limited separately. */
export const deviceCookie: SmallCookie = { name: 'bilfund_device', maxAgeSeconds: 400 * day };
/** Marks the browser that asked for a code and may try codes. */
export const attemptCookie: SmallCookie = { name: 'bilfund_attempt', maxAgeSeconds: day };

export function setCookie(cookie: SmallCookie, value: string, publicOrigin: string): string {
  // Browsers drop Secure cookies of pages without TLS, which only the local product has.
  const isPlain = publicOrigin.startsWith('http://') && isLoopbackOrigin(publicOrigin);
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth', `Max-Age=${cookie.maxAgeSeconds}`];
  return [`${cookie.name}=${value}`, ...attributes, ...(isPlain ? [] : ['Secure'])].join('; ');
}

/** The cookie's value in a request's cookies ("name=value" each), or null. */
export function readCookie({ name }: SmallCookie, cookies: readonly string[]): string | null {
  const pairs = cookies.flatMap((line) => line.split(';')).map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value && /^[\w.-]{1,4096}$/.test(value) ? value : null;
}

/** Lives as long as the user pool's refresh tokens. */
const cookie: SmallCookie = { name: 'bilfund_refresh', maxAgeSeconds: 30 * 24 * 3600 };

/** The Set-Cookie header of a session: HttpOnly, same-site, and sent to /api/auth only. */
export const refreshCookie = (token: string, publicOrigin: string) => setCookie(cookie, token, publicOrigin);

/** The Set-Cookie header that ends a session. */
export const clearedRefreshCookie = (publicOrigin: string) =>
  setCookie({ ...cookie, maxAgeSeconds: 0 }, '', publicOrigin);

export const endsSession = (setCookieLine: string): boolean => setCookieLine.startsWith(`${cookie.name}=;`);

/** The refresh token in a request's cookies, or null. */
export const readRefreshCookie = (cookies: readonly string[]): string | null => readCookie(cookie, cookies);

/** Lifetime of an access token. Sessions that end earlier are recorded and checked on each request. */
export const accessTokenMinutes = 15;

export type Session = {
  /** Equal for all tokens of one sign-in (`origin_jti`); null if the pool does not set it. */
  id: string | null;
  /** `iat`, seconds since 1970. */
  issuedAt: number;
};

export type Ended = {
  isErased: boolean;
  /** Seconds since 1970: tokens issued up to and including this second are void. Null if there is no limit. */
  allUntil: number | null;
  sessions: ReadonlySet<string>;
};

/** Whether a token must be refused although its signature and times are valid. */
export function hasEnded(session: Session, ended: Ended): boolean {
  if (ended.isErased) return true;
  if (ended.allUntil !== null && session.issuedAt <= ended.allUntil) return true;
  return session.id !== null && ended.sessions.has(session.id);
}
