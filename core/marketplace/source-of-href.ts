import { type MarketplaceId, marketplaceIds } from './marketplace-id.ts';

/** How paths begin in the addresses that each marketplace's link reader makes: on a demo too, which has another host. */
const paths: Readonly<Record<MarketplaceId, RegExp>> = {
  facebook: /^\/(?:marketplace|share)\//,
  dba: /^\/(?:mobility\/|\d)/,
  bilbasen: /^\/brugt\//,
};

/** The marketplace of an address that its link reader made; the first of all where there is none. */
export function sourceOfHref(href: string): MarketplaceId {
  const path = /^https?:\/\/[^/]+(\/.*)$/.exec(href)?.[1] ?? '';
  return marketplaceIds.find((id) => paths[id].test(path)) ?? marketplaceIds[0];
}
