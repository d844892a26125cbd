import { parseMarketplaceLink } from './facebook/link.ts';
import type { Marketplace } from './marketplace.ts';
import type { MarketplaceId } from './marketplace-id.ts';
import type { LinkOptions, LinkResult } from './marketplace-link.ts';

/** Apart from the ports (`marketplaces.ts`): who only checks a link need not load how pages are read. */
const readers: Readonly<Record<MarketplaceId, Marketplace['readLink']>> = { facebook: parseMarketplaceLink };

/** Reads a link that somebody pasted: the first marketplace that takes it, or why the one whose host it names does not. */
export function readLink(raw: unknown, options: LinkOptions = {}): LinkResult {
  const results = Object.values(readers).map((read) => read(raw, options));
  const known = results.find((result) => !result.ok && result.code !== 'link_foreign_host');
  return results.find((result) => result.ok) ?? known ?? results[0]!;
}
