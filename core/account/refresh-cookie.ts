import { readCookie, type SmallCookie, setCookie } from './small-cookie.ts';

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
