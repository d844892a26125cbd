import type { LinkFailureCode, LinkOptions, LinkResult } from '#core/marketplace/marketplace-link.ts';
import { normaliseSearch } from './search-parameters.ts';
import { siteOrigin, type VendSite, vendItemAddress } from './vend-site.ts';

type VendFault = Exclude<LinkFailureCode, 'link_no_place' | 'link_source_off' | 'link_by_hand'>;

const searchPath = '/mobility/search/car';
const maxLinkLength = 2048;

const messagesOf = (name: string): Record<VendFault, string> => ({
  link_blank: 'Paste a link to a marketplace search.',
  link_invalid: 'This is not a valid link. Copy the address from the browser and paste it whole.',
  link_foreign_host: `This link does not lead to ${name}.`,
  link_not_https: 'The link must start with https://.',
  link_no_search: `This link shows all cars of ${name}. Choose a make, a price or a place there first and copy that address.`,
  link_unsupported_path: `This page of ${name} is not a search for cars and not a car.`,
  link_former: `This is an address of ${name} as it was until 2025. Open the search anew there and copy its address.`,
  link_favourites: `A list of favourites cannot be imported. Copy the address of a search or of one car on ${name}.`,
});

/**
 * Reads a link of one site of the platform, alone or within the words that a phone's "share" puts around it. Only the
 * normalised `href` is used afterwards. What a URL parser would have to repair (user names, encoded dots, backslashes,
 * look-alike letters) is refused. On the demo its paths are those of the site.
 */
export function readVendLink(site: VendSite, raw: unknown, options: LinkOptions = {}): LinkResult {
  const messages = messagesOf(site.name);
  const refuse = (code: VendFault): LinkResult => ({ ok: false, code, message: messages[code] });
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '') return refuse('link_blank');
  if (text.length > maxLinkLength) return refuse('link_invalid');
  const results = candidates(text, site).map((candidate) => readAddress(candidate, site, options));
  const found = results.find((result) => typeof result !== 'string') ?? results[0] ?? 'link_foreign_host';
  return typeof found === 'string' ? refuse(found) : found;
}

/** The whole text where it is an address, else the words in it that are addresses of the site. */
function candidates(text: string, site: VendSite): string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [text, text.split(' ', 1)[0]!];
  const words = text.split(/\s+/u, 200).map((word) => word.replace(/^[("'“„<[]+|[)"'”>\].,;:!?]+$/gu, ''));
  return words
    .map((word) => (isHost((word.split('/', 1)[0] ?? '').toLowerCase(), site) ? `https://${word}` : word))
    .filter((word) => /^https:\/\//i.test(word));
}

const isHost = (host: string, site: VendSite): boolean =>
  host === site.host || host === site.host.replace(/^www\./, '');

function readAddress(text: string, site: VendSite, { demoOrigin }: LinkOptions): VendFault | LinkResult {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(text)) return 'link_invalid';
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(text);
  if (!parts) return 'link_invalid';
  const scheme = parts[1]!.toLowerCase();
  const authority = parts[2]!.toLowerCase();
  const isDemo = demoOrigin !== undefined && `${scheme}://${authority}` === demoOrigin.toLowerCase();
  if (!isDemo) {
    if (authority === '' || authority.includes('@')) return 'link_invalid';
    if (!isHost(authority.replace(/:443$/, ''), site)) return 'link_foreign_host';
    if (scheme !== 'https') return 'link_not_https';
  }
  if (!URL.canParse(text)) return 'link_invalid';
  return readPath(
    parts[3]!.replace(/\/$/, ''),
    new URL(text).searchParams,
    site,
    isDemo ? demoOrigin! : null,
  );
}

/** `path` as it was written: "/mobility/../login" must not arrive as "/login". */
function readPath(
  path: string,
  parameters: URLSearchParams,
  site: VendSite,
  demoOrigin: string | null,
): VendFault | LinkResult {
  const origin = demoOrigin ?? siteOrigin(site);
  const where = { origin, placeSlug: null, source: site.id, isDemo: demoOrigin !== null };
  if (!/^(\/[\p{L}0-9_.-]+)*$/u.test(decoded(path)) || /(^|\/)\.\.?(\/|$)/.test(path))
    return 'link_unsupported_path';
  if (path === searchPath) {
    const search = normaliseSearch(parameters);
    if (!search) return 'link_invalid';
    if (search.size === 0) return 'link_no_search';
    return {
      ok: true,
      link: { ...where, href: `${origin}${searchPath}?${search}`, kind: 'search', itemId: null },
    };
  }
  const itemId = /^\/mobility\/item\/(\d{1,12})$/.exec(path)?.[1];
  if (itemId)
    return {
      ok: true,
      link: { ...where, href: vendItemAddress(site, itemId, origin), kind: 'item', itemId },
    };
  // What an app shares leads on to the ad, of whatever kind it is.
  const sharedId = /^\/(\d{6,12})$/.exec(path)?.[1];
  if (sharedId)
    return { ok: true, link: { ...where, href: `${origin}/${sharedId}`, kind: 'item', itemId: sharedId } };
  if (/^\/sharedfavoritelist(\/|$)/.test(path)) return 'link_favourites';
  if (/^\/(?:biler|soeg)(\/|$)|\/id-\d+$/.test(path)) return 'link_former';
  return 'link_unsupported_path';
}

function decoded(path: string): string {
  try {
    return /%(?:2e|2f|5c|00)/i.test(path) ? '%' : decodeURIComponent(path);
  } catch {
    return '%';
  }
}
