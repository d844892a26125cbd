import { describeBilbasenLink } from './bilbasen/link.ts';
import { dbaSite, describeVendLink } from './dba/link.ts';
import { describeFacebookLink } from './facebook/link.ts';
import { sourceOfHref } from './links.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** Apart from the ports (`marketplaces.ts`): the app names links and carries no parser. */
const bySource: Readonly<Record<MarketplaceId, (link: URL) => string>> = {
  facebook: describeFacebookLink,
  dba: (link) => describeVendLink(dbaSite, link),
  bilbasen: describeBilbasenLink,
};

/**
 * What a normalised marketplace link looks for, in a few words that need no language: "octavia · Odense". A link that
 * names neither words nor place is called by its kind, "Marketplace"; one of another marketplace says so: "VW · DBA".
 */
export const describeLink = (href: string): string =>
  URL.canParse(href) ? bySource[sourceOfHref(href)](new URL(href)) : 'Marketplace';
