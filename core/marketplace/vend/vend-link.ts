import type { AddressResult, LinkOptions } from '#core/marketplace/marketplace-link.ts';
import { normaliseSearch } from './search-parameters.ts';
import { siteOrigin, type VendSite, vendItemAddress } from './vend-site.ts';

const searchPath = '/mobility/search/car';

/**
 * Reads an address of one site of the platform (`read-link.ts` finds it in what was pasted). On the demo its paths are those
 * of the site.
 */
export function readVendAddress(site: VendSite, address: string, { demoOrigin }: LinkOptions): AddressResult {
  const [, written = '', path = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(address) ?? [];
  const isDemo = demoOrigin !== undefined && written.toLowerCase() === demoOrigin.toLowerCase();
  const host = /^https:\/\/([^/:]*)(?::443)?$/.exec(written.toLowerCase())?.[1];
  if (!isDemo && host !== site.host && host !== site.host.replace(/^www\./, '')) return 'link_foreign_host';
  return readPath(path.replace(/\/$/, ''), new URL(address).searchParams, site, isDemo ? demoOrigin : null);
}

/** `path` as it was written: "/mobility/../login" must not arrive as "/login". */
function readPath(
  path: string,
  parameters: URLSearchParams,
  site: VendSite,
  demoOrigin: string | null,
): AddressResult {
  const origin = demoOrigin ?? siteOrigin(site);
  const where = { origin, placeSlug: null, source: site.id, isDemo: demoOrigin !== null };
  if (!/^(\/[\p{L}0-9_.-]+)*$/u.test(decoded(path)) || /(^|\/)\.\.?(\/|$)/.test(path))
    return 'link_unsupported_path';
  if (path === searchPath) {
    const search = normaliseSearch(parameters);
    if (!search) return 'link_invalid';
    if (search.size === 0) return 'link_no_search';
    return { ...where, href: `${origin}${searchPath}?${search}`, kind: 'search', itemId: null };
  }
  const itemId = /^\/mobility\/item\/(\d{1,12})$/.exec(path)?.[1];
  if (itemId) return { ...where, href: vendItemAddress(site, itemId, origin), kind: 'item', itemId };
  // What an app shares leads on to the ad, of whatever kind it is.
  const sharedId = /^\/(\d{6,12})$/.exec(path)?.[1];
  if (sharedId) return { ...where, href: `${origin}/${sharedId}`, kind: 'item', itemId: sharedId };
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
