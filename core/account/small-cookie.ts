import { isLoopbackOrigin } from './own-origin.ts';

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
