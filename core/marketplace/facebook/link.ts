import type { FailureCode } from '#core/failure.ts';
import type { MarketplaceLink } from '#core/marketplace/marketplace-link.ts';
import { isSiteHost, marketplaceOrigin } from './hosts.ts';
import { normaliseParameters } from './link-parameters.ts';

type LinkFailureCode = Exclude<Extract<FailureCode, `link_${string}`>, 'link_not_search'>;
export type LinkResult =
  | { ok: true; link: MarketplaceLink }
  | { ok: false; code: LinkFailureCode; message: string };

const messages: Record<LinkFailureCode, string> = {
  link_blank: 'Paste a link to a marketplace search.',
  link_invalid: 'This is not a valid link. Copy the address from the browser and paste it whole.',
  link_foreign_host: 'Only links to Facebook Marketplace can be imported.',
  link_not_https: 'The link must start with https://.',
  link_no_search: 'This link names a place but no search. Search for cars there first and copy that address.',
  link_unsupported_path: 'This page of the marketplace is not a search and not a listing.',
};

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
const searchSections = new Set(['search', 'vehicles', 'cars']);
const maxLinkLength = 2048;

/**
 * Reads a link that somebody pasted. Only the parsed, normalised `href` is ever used afterwards, never the
 * raw text. `demoOrigin` ("http://127.0.0.1:PORT") admits the demo marketplace, compared letter by letter.
 * The rules are those of "Links accepted": anything a URL parser would have to repair (user names, encoded
 * dots, backslashes, look-alike letters) is refused.
 */
export function parseMarketplaceLink(raw: unknown, options: { demoOrigin?: string } = {}): LinkResult {
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '') return refuse('link_blank');
  if (text.length > maxLinkLength || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(text))
    return refuse('link_invalid');
  const parts = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*)([^?#]*))?/i.exec(text);
  if (!parts) return refuse('link_invalid');
  const scheme = parts[1]!.toLowerCase();
  const authority = (parts[2] ?? '').toLowerCase();
  const source = sourceOf(scheme, authority, options.demoOrigin);
  if (source === null) return refuse(scheme === 'https' ? hostFault(authority) : 'link_not_https');
  if (!URL.canParse(text)) return refuse('link_invalid');
  const url = new URL(text);
  const origin = source === 'demo' ? url.origin : marketplaceOrigin;
  return readPath(parts[3] ?? '', url.searchParams, origin, source);
}

function sourceOf(
  scheme: string,
  authority: string,
  demoOrigin: string | undefined,
): MarketplaceLink['source'] | null {
  if (demoOrigin && `${scheme}://${authority}` === demoOrigin.toLowerCase()) return 'demo';
  return scheme === 'https' && isSiteHost(authority.replace(/:443$/, '')) ? 'facebook' : null;
}

function hostFault(authority: string): LinkFailureCode {
  return authority === '' || authority.includes('@') ? 'link_invalid' : 'link_foreign_host';
}

function readPath(
  path: string,
  parameters: URLSearchParams,
  origin: string,
  source: MarketplaceLink['source'],
): LinkResult {
  // The raw path, not the parser's: "/marketplace/../login" must not arrive as "/login".
  if (!/^(\/[A-Za-z0-9_-]+)+\/?$/.test(path)) return refuse('link_unsupported_path');
  const [root, first, second, ...rest] = path.toLowerCase().replace(/\/$/, '').slice(1).split('/');
  if (root !== 'marketplace' || rest.length > 0) return refuse('link_unsupported_path');
  const kept = normaliseParameters(parameters);
  if (!kept) return refuse('link_invalid');
  if (first === 'item') return readItem(second, origin, source);
  const isOwnSection =
    first === 'search' ? second === undefined : first === 'category' && searchSections.has(second ?? '');
  const isTown = first !== undefined && !reservedSlugs.has(first);
  if (!isOwnSection && !(isTown && searchSections.has(second ?? ''))) {
    return refuse(
      second === undefined && (isTown || first === undefined) ? 'link_no_search' : 'link_unsupported_path',
    );
  }
  const section = second === undefined ? first : `${first}/${second}`;
  const href = `${origin}/marketplace/${section}?${kept}`;
  return {
    ok: true,
    link: { href, origin, kind: 'search', placeSlug: isOwnSection ? null : first!, itemId: null, source },
  };
}

function readItem(id: string | undefined, origin: string, source: MarketplaceLink['source']): LinkResult {
  if (id === undefined || !/^\d{1,25}$/.test(id)) return refuse('link_unsupported_path');
  const href = `${origin}/marketplace/item/${id}/?locale=en_US`;
  return { ok: true, link: { href, origin, kind: 'item', placeSlug: null, itemId: id, source } };
}

function refuse(code: LinkFailureCode): LinkResult {
  return { ok: false, code, message: messages[code] };
}
