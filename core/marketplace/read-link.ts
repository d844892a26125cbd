import { readBilbasenLink } from './bilbasen/bilbasen-link.ts';
import { dbaSite } from './dba/dba-site.ts';
import { parseMarketplaceLink } from './facebook/link.ts';
import type { Marketplace } from './marketplace.ts';
import { type MarketplaceId, marketplaceNames, visitedIds } from './marketplace-id.ts';
import type { LinkOptions, LinkResult } from './marketplace-link.ts';
import { readVendLink } from './vend/vend-link.ts';

/** Apart from the ports (`marketplaces.ts`): who only checks a link need not load how pages are read. */
const readers: Readonly<Record<MarketplaceId, Marketplace['readLink']>> = {
  facebook: parseMarketplaceLink,
  dba: (raw, options) => readVendLink(dbaSite, raw, options),
  bilbasen: readBilbasenLink,
};

/** Reads a link that somebody pasted: the first marketplace that takes it, or why the one whose host it names does not. */
export function readLink(raw: unknown, options: LinkOptions = {}): LinkResult {
  const results = Object.values(readers).map((read) => read(raw, options));
  const known = results.find((result) => !result.ok && result.code !== 'link_foreign_host');
  const read = results.find((result) => result.ok) ?? known ?? results[0]!;
  if (!read.ok || !options.sources || options.sources.includes(read.link.source)) return read;
  const { source } = read.link;
  if (!visitedIds.some((id) => id === source))
    return {
      ok: false,
      code: 'link_by_hand',
      message: `${marketplaceNames[source]} lets in nobody but people. Open the page there and press the Bilfund button.`,
    };
  return { ok: false, code: 'link_source_off', message: 'This marketplace is not read here.' };
}
