import type { AddressResult, LinkOptions } from '#core/marketplace/marketplace-link.ts';
import { isLinkHost, itemAddress, marketplaceOrigin } from './hosts.ts';
import { normaliseParameters } from './link-parameters.ts';
import { sectionOf } from './link-sections.ts';

/** Places in the address that are pages of the site, not names of towns. */
const reservedSlugs = new Set([
  'item',
  'category',
  'search',
  'you',
  'create',
  'inbox',
  'profile',
  'notifications',
  'selling',
  'buying',
]);

/**
 * Reads an address (`read-link.ts` finds it in what was pasted). `demoOrigin` ("http://127.0.0.1:PORT") admits the demo
 * marketplace, compared letter by letter.
 */
export function readFacebookAddress(address: string, { demoOrigin }: LinkOptions): AddressResult {
  const [, origin = '', path = ''] = parts(address);
  const isDemo = demoOrigin !== undefined && origin.toLowerCase() === demoOrigin.toLowerCase();
  if (!isDemo && !isLinkHost(origin)) return 'link_foreign_host';
  return readPath(path, new URL(address).searchParams, isDemo ? demoOrigin : null);
}

/** An address's origin and path, letter by letter: nothing of it is repaired. */
const parts = (address: string): readonly string[] => /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(address) ?? [];

const mostWrappings = 3;

/** Where an address leads that only forwards: "l.facebook.com/l.php?u=…", "/login/?next=…". Every other is as it was. */
export function unwrapFacebookAddress(address: string, depth = 0): string {
  const [, origin = '', path = ''] = parts(address);
  if (depth >= mostWrappings || !isLinkHost(origin) || !URL.canParse(address)) return address;
  const name = /^\/(?:(l)\.php|login(?:\.php|\/[a-z/-]*)?)$/.exec(path);
  if (!name) return address;
  const target = new URL(address).searchParams.get(name[1] ? 'u' : 'next');
  if (target === null) return address;
  const whole = /^\/(?!\/)/.test(target) ? `${marketplaceOrigin}${target}` : target;
  return unwrapFacebookAddress(whole.replace(/^http:/i, 'https:'), depth + 1);
}

/** `demoOrigin`: where the link leads to the demo, else null. */
function readPath(path: string, parameters: URLSearchParams, demoOrigin: string | null): AddressResult {
  if (/^\/groups(?:\/|$)/i.test(path)) return 'link_group';
  // The raw path, not the parser's: "/marketplace/../login" must not arrive as "/login".
  if (!/^(\/[A-Za-z0-9_-]+)+\/?$/.test(path)) return 'link_unsupported_path';
  const shared = /^\/share\/((?:[a-z]\/)?[A-Za-z0-9_-]{6,40})\/?$/.exec(path)?.[1];
  if (shared) return accept(`/share/${shared}/`, 'share', null, demoOrigin);
  const [root, first, second, ...rest] = path.toLowerCase().replace(/\/$/, '').slice(1).split('/');
  if (root === 'commerce' && first === 'listing')
    return rest.length > 0 ? 'link_unsupported_path' : readItem(second, demoOrigin);
  if (root !== 'marketplace' || rest.length > 0) return 'link_unsupported_path';
  const kept = normaliseParameters(parameters);
  if (!kept) return 'link_invalid';
  if (first === 'item') return readItem(second, demoOrigin);
  return readSearch(first, second, kept, demoOrigin);
}

function readSearch(
  first: string | undefined,
  second: string | undefined,
  kept: URLSearchParams,
  demoOrigin: string | null,
): AddressResult {
  const isTown = first !== undefined && !reservedSlugs.has(first);
  const section = sectionOf(second);
  if (isTown && section)
    return accept(`/marketplace/${first}/${section}?${kept}`, 'search', first, demoOrigin);
  const own =
    first === 'search' && second === undefined
      ? first
      : first === 'category' && section && `${first}/${section}`;
  if (!own)
    return second === undefined && (isTown || first === undefined)
      ? 'link_no_search'
      : 'link_unsupported_path';
  // Without a place the site takes that of the visitor's address: ours, not that of whoever asks. The demo has no such.
  const hasPlace = kept.has('latitude') && kept.has('longitude');
  if (!hasPlace && demoOrigin === null) return 'link_no_place';
  return accept(`/marketplace/${own}?${kept}`, 'search', null, demoOrigin);
}

function accept(
  path: string,
  kind: 'search' | 'share',
  placeSlug: string | null,
  demoOrigin: string | null,
): AddressResult {
  const { origin, ...where } = placeOf(demoOrigin);
  return { href: `${origin}${path}`, origin, kind, placeSlug, itemId: null, ...where };
}

const placeOf = (demoOrigin: string | null) => ({
  origin: demoOrigin ?? marketplaceOrigin,
  source: 'facebook' as const,
  isDemo: demoOrigin !== null,
});

function readItem(id: string | undefined, demoOrigin: string | null): AddressResult {
  if (id === undefined || !/^\d{1,25}$/.test(id)) return 'link_unsupported_path';
  const { origin, ...where } = placeOf(demoOrigin);
  const href = `${itemAddress(id, origin)}?locale=en_US`;
  return { href, origin, kind: 'item', placeSlug: null, itemId: id, ...where };
}
