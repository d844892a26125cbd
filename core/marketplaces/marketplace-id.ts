/** The marketplaces that the scraper may visit, if the operator turns them on. */
export const visitedIds = ['facebook', 'dba'] as const;
/** All marketplaces. The others forbid robots: their pages come only from people's own browsers. */
export const marketplaceIds = [...visitedIds, 'bilbasen'] as const;
/** A listing id is unique only within its marketplace. */
export type MarketplaceId = (typeof marketplaceIds)[number];

/** As people call them. */
export const marketplaceNames: Readonly<Record<MarketplaceId, string>> = {
  facebook: 'Facebook Marketplace',
  dba: 'DBA',
  bilbasen: 'Bilbasen',
};

/** As sentences name them where the context is clear. */
export const shortNames: Readonly<Record<MarketplaceId, string>> = {
  ...marketplaceNames,
  facebook: 'Marketplace',
};

/** The domain of each, and how paths begin in the links that its reader makes; a demo has other domains, but these paths. */
const addresses: Readonly<Record<MarketplaceId, { domain: string; path: RegExp }>> = {
  facebook: { domain: 'facebook.com', path: /^\/(?:marketplace|share)\// },
  dba: { domain: 'dba.dk', path: /^\/(?:mobility\/|\d)/ },
  bilbasen: { domain: 'bilbasen.dk', path: /^\/brugt\// },
};

/**
 * Where the browser extension runs on each, as a browser's match patterns. On Facebook everywhere, because people go from page
 * to page there without loading one.
 */
export const pagePatterns: Readonly<Record<MarketplaceId, readonly string[]>> = {
  facebook: ['https://www.facebook.com/*', 'https://m.facebook.com/*'],
  dba: ['https://www.dba.dk/mobility/*'],
  bilbasen: ['https://www.bilbasen.dk/brugt/*'],
};

/** Whether a text contains an address on one of the marketplaces, with or without "https://". */
export const namesMarketplace = (text: string): boolean =>
  marketplaceIds.some((id) => new RegExp(`\\b${addresses[id].domain}/`, 'i').test(text));

/** The marketplace of a normalised link; Facebook for any other address. */
export function sourceOfHref(href: string): MarketplaceId {
  const path = /^https?:\/\/[^/]+(\/.*)$/.exec(href)?.[1] ?? '';
  return marketplaceIds.find((id) => addresses[id].path.test(path)) ?? marketplaceIds[0];
}

/** A key that is unique among the ads of all marketplaces. */
export const adIdOf = ({ source, id }: { source: MarketplaceId; id: string }): string => `${source}-${id}`;
