import type { MarketplaceId } from './marketplace-id.ts';

/** The marketplace of an address that its link reader made: of a demo too, which has another host. Else the first of all. */
export function sourceOfHref(href: string): MarketplaceId {
  const path = /^https?:\/\/[^/]+\/(.*)$/.exec(href)?.[1] ?? '';
  if (path === '' || path.startsWith('marketplace/')) return 'facebook';
  return path.startsWith('brugt/') ? 'bilbasen' : 'dba';
}
