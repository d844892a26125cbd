import type { LinkOptions, MarketplaceLink } from '#core/marketplace/marketplace-link.ts';

/** The marketplace's canonical origin: every accepted address is rewritten to it. */
export const marketplaceOrigin = 'https://www.facebook.com';

const siteHosts = new Set([
  'facebook.com',
  'www.facebook.com',
  'm.facebook.com',
  'mbasic.facebook.com',
  'web.facebook.com',
]);
const localeHost = /^[a-z]{2}-[a-z]{2}\.facebook\.com$/;
const contentHost = /^[a-z0-9][a-z0-9.-]*\.(fbcdn\.net|fbsbx\.com)$/;

/** The address of an ad's page; `origin` is the demo's where one stands in for the marketplace. */
export const itemAddress = (listingId: string, origin = marketplaceOrigin): string =>
  `${origin}/marketplace/item/${listingId}/`;

/** True for the marketplace's own hosts, the locale ones ("da-dk.") among them; `hostname` in lower case. */
export function isSiteHost(hostname: string): boolean {
  return siteHosts.has(hostname) || localeHost.test(hostname);
}

/** Hosts of the site that people's links name and our visits never do; "l" and "lm" only lead on. */
const furtherLinkHosts = /^(?:mobile|touch|l|lm)\.facebook\.com$/;

/** Whether a link's origin, as it was written, is the site's. */
export function isLinkHost(origin: string): boolean {
  const host = /^https:\/\/([^/:]*)(?::443)?$/.exec(origin.toLowerCase())?.[1] ?? '';
  return isSiteHost(host) || furtherLinkHosts.test(host);
}

/** Whether a page's origin is the marketplace's. */
export function isMarketplaceOrigin(origin: string): boolean {
  const parsed = parseAddress(origin);
  return parsed !== null && isPlainHttps(parsed) && isSiteHost(parsed.hostname);
}

/**
 * Whether the browser may ask for this address while it visits `link`: the site and its content network over
 * https on the default port, or the demo marketplace's own origin when the link is the demo's. Bare
 * addresses, other schemes and user names never pass.
 */
export function isAllowedRequest(url: string, link: Pick<MarketplaceLink, 'origin' | 'isDemo'>): boolean {
  const parsed = parseAddress(url);
  if (!parsed) return false;
  if (link.isDemo) return parsed.origin === link.origin;
  return isPlainHttps(parsed) && (isSiteHost(parsed.hostname) || contentHost.test(parsed.hostname));
}

/**
 * Whether a photo may be fetched from here: the site's content network, or the demo marketplace where its
 * origin is given.
 */
export function isAllowedPhotoUrl(url: string, options: LinkOptions = {}): boolean {
  const parsed = parseAddress(url);
  if (!parsed) return false;
  if (options.demoOrigin && parsed.origin === options.demoOrigin) return true;
  return isPlainHttps(parsed) && contentHost.test(parsed.hostname);
}

function isPlainHttps(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '';
}

function parseAddress(url: string): URL | null {
  if (url.length > 4096 || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.username === '' && parsed.password === '' ? parsed : null;
}
