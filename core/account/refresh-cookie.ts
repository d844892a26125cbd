import { isLoopbackOrigin } from './own-origin.ts';

const name = 'bilfund_refresh';
/** As long as the user pool's refresh tokens live. */
const maxAgeSeconds = 30 * 24 * 3600;

function cookie(value: string, ageSeconds: number, publicOrigin: string): string {
  const attributes = [
    `${name}=${value}`,
    'HttpOnly',
    'SameSite=Strict',
    'Path=/api/auth',
    `Max-Age=${ageSeconds}`,
  ];
  // A browser drops Secure cookies of a page that came without TLS, which only the local product does.
  const isPlain = publicOrigin.startsWith('http://') && isLoopbackOrigin(publicOrigin);
  return [...attributes, ...(isPlain ? [] : ['Secure'])].join('; ');
}

/** The Set-Cookie that keeps a session: no script can read it, no other site can send it, only /api/auth receives it. */
export const refreshCookie = (token: string, publicOrigin: string) =>
  cookie(token, maxAgeSeconds, publicOrigin);

/** The Set-Cookie that ends it. */
export const clearedRefreshCookie = (publicOrigin: string) => cookie('', 0, publicOrigin);

/** The refresh token among a request's cookies ("name=value" each), or null. */
export function readRefreshCookie(cookies: readonly string[]): string | null {
  const pairs = cookies.flatMap((line) => line.split(';')).map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value && /^[\w.-]{1,4096}$/.test(value) ? value : null;
}
