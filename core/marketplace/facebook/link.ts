import type { LinkFailureCode, LinkOptions, LinkResult } from '#core/marketplace/marketplace-link.ts';
import { isSiteHost, itemAddress, marketplaceOrigin } from './hosts.ts';
import { linksIn } from './link-in-text.ts';
import { normaliseParameters } from './link-parameters.ts';
import { sectionOf } from './link-sections.ts';

const messages: Record<FacebookFault, string> = {
  link_blank: 'Paste a link to a marketplace search.',
  link_invalid: 'This is not a valid link. Copy the address from the browser and paste it whole.',
  link_foreign_host: 'Only links to Facebook Marketplace can be imported.',
  link_not_https: 'The link must start with https://.',
  link_no_search: 'This link names a place but no search. Search for cars there first and copy that address.',
  link_no_place:
    'This link does not say where to search. Choose a town on the marketplace first and copy that address.',
  link_unsupported_path: 'This page of the marketplace is not a search and not a listing.',
};

type FacebookFault = Exclude<
  LinkFailureCode,
  'link_former' | 'link_favourites' | 'link_source_off' | 'link_by_hand'
>;

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
const maxLinkLength = 2048;

/**
 * Reads a link that somebody pasted, alone or within other text, with or without https:// before the site's name. Only
 * the parsed, normalised `href` is ever used afterwards, never the raw text. `demoOrigin` ("http://127.0.0.1:PORT")
 * admits the demo marketplace, compared letter by letter. The rules are those of "Links accepted": anything a URL parser
 * would have to repair (user names, encoded dots, backslashes, look-alike letters) is refused.
 */
export function parseMarketplaceLink(raw: unknown, options: LinkOptions = {}): LinkResult {
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '') return refuse('link_blank');
  if (text.length > maxLinkLength) return refuse('link_invalid');
  const results = linksIn(text).map((link) => readAddress(link, options));
  return results.find(({ ok }) => ok) ?? results[0] ?? refuse('link_invalid');
}

function readAddress(text: string, options: LinkOptions): LinkResult {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(text)) return refuse('link_invalid');
  const parts = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*)([^?#]*))?/i.exec(text);
  if (!parts) return refuse('link_invalid');
  const scheme = parts[1]!.toLowerCase();
  const authority = (parts[2] ?? '').toLowerCase();
  const isDemo = isDemoAddress(scheme, authority, options.demoOrigin);
  const isSite = scheme === 'https' && isSiteHost(authority.replace(/:443$/, ''));
  if (!isDemo && !isSite) return refuse(scheme === 'https' ? hostFault(authority) : 'link_not_https');
  if (!URL.canParse(text)) return refuse('link_invalid');
  const url = new URL(text);
  return readPath(parts[3] ?? '', url.searchParams, isDemo ? url.origin : null);
}

function isDemoAddress(scheme: string, authority: string, demoOrigin: string | undefined): boolean {
  return demoOrigin !== undefined && `${scheme}://${authority}` === demoOrigin.toLowerCase();
}

function hostFault(authority: string): FacebookFault {
  return authority === '' || authority.includes('@') ? 'link_invalid' : 'link_foreign_host';
}

/** `demoOrigin`: where the link leads to the demo, else null. */
function readPath(path: string, parameters: URLSearchParams, demoOrigin: string | null): LinkResult {
  // The raw path, not the parser's: "/marketplace/../login" must not arrive as "/login".
  if (!/^(\/[A-Za-z0-9_-]+)+\/?$/.test(path)) return refuse('link_unsupported_path');
  const shared = /^\/share\/((?:[a-z]\/)?[A-Za-z0-9_-]{6,40})\/?$/.exec(path)?.[1];
  if (shared) return accept(`/share/${shared}/`, 'share', null, demoOrigin);
  const [root, first, second, ...rest] = path.toLowerCase().replace(/\/$/, '').slice(1).split('/');
  if (root !== 'marketplace' || rest.length > 0) return refuse('link_unsupported_path');
  const kept = normaliseParameters(parameters);
  if (!kept) return refuse('link_invalid');
  if (first === 'item') return readItem(second, demoOrigin);
  return readSearch(first, second, kept, demoOrigin);
}

function readSearch(
  first: string | undefined,
  second: string | undefined,
  kept: URLSearchParams,
  demoOrigin: string | null,
): LinkResult {
  const isTown = first !== undefined && !reservedSlugs.has(first);
  const section = sectionOf(second);
  if (isTown && section)
    return accept(`/marketplace/${first}/${section}?${kept}`, 'search', first, demoOrigin);
  const own =
    first === 'search' && second === undefined
      ? first
      : first === 'category' && section && `${first}/${section}`;
  if (!own)
    return refuse(
      second === undefined && (isTown || first === undefined) ? 'link_no_search' : 'link_unsupported_path',
    );
  // Without a place the site takes that of the visitor's address: ours, not that of whoever asks. The demo has no such.
  const hasPlace = kept.has('latitude') && kept.has('longitude');
  if (!hasPlace && demoOrigin === null) return refuse('link_no_place');
  return accept(`/marketplace/${own}?${kept}`, 'search', null, demoOrigin);
}

function accept(
  path: string,
  kind: 'search' | 'share',
  placeSlug: string | null,
  demoOrigin: string | null,
): LinkResult {
  const { origin, ...where } = placeOf(demoOrigin);
  return { ok: true, link: { href: `${origin}${path}`, origin, kind, placeSlug, itemId: null, ...where } };
}

const placeOf = (demoOrigin: string | null) => ({
  origin: demoOrigin ?? marketplaceOrigin,
  source: 'facebook' as const,
  isDemo: demoOrigin !== null,
});

function readItem(id: string | undefined, demoOrigin: string | null): LinkResult {
  if (id === undefined || !/^\d{1,25}$/.test(id)) return refuse('link_unsupported_path');
  const { origin, ...where } = placeOf(demoOrigin);
  const href = `${itemAddress(id, origin)}?locale=en_US`;
  return { ok: true, link: { href, origin, kind: 'item', placeSlug: null, itemId: id, ...where } };
}

function refuse(code: FacebookFault): LinkResult {
  return { ok: false, code, message: messages[code] };
}
