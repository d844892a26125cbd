import { describeBilbasenLink } from './bilbasen/link.ts';
import { describeDbaLink } from './dba/link.ts';
import { describeFacebookLink } from './facebook/link.ts';
import { asTitle, type Described, type DescribingWords } from './link-parts.ts';
import { sourceOfHref } from './links.ts';
import { type MarketplaceId, shortNames } from './marketplace-id.ts';

/** Apart from the ports (`marketplaces.ts`): the app names links and carries no parser. */
const bySource: Readonly<Record<MarketplaceId, (link: URL, words: DescribingWords) => Described>> = {
  facebook: describeFacebookLink,
  dba: describeDbaLink,
  bilbasen: describeBilbasenLink,
};

/**
 * What a normalised marketplace link looks for, all its filters in words: "octavia, up to 100.000 kr., within 60 km of
 * Odense". One of another marketplace says so: "VW, up to 90.000 kr. · DBA"; one that asks for nothing is called by the
 * marketplace alone.
 */
export function describeLink(href: string, words: DescribingWords): string {
  if (!URL.canParse(href)) return shortNames.facebook;
  const source = sourceOfHref(href);
  const title = asTitle(bySource[source](new URL(href), words));
  return [title, source === 'facebook' && title !== '' ? '' : shortNames[source]].filter(Boolean).join(' · ');
}
