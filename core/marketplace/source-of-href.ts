import type { MarketplaceId } from './marketplace-id.ts';

/** The marketplace of an address that its link reader made: of a demo too, which has another host. Else the first of all. */
export const sourceOfHref = (href: string): MarketplaceId =>
  /^https?:\/\/[^/]+\/(?!marketplace\/)./.test(href) ? 'dba' : 'facebook';
