import { facebook } from './facebook/facebook.ts';
import type { Marketplace } from './marketplace.ts';
import type { MarketplaceId } from './marketplace-id.ts';
import type { LinkOptions, LinkResult } from './marketplace-link.ts';
import type { PageInput, ParsedPage } from './parsed-page.ts';

const byId: Readonly<Record<MarketplaceId, Marketplace>> = { facebook };

/** Every marketplace that is read, the one that is asked first in front. */
export const marketplaces: readonly Marketplace[] = Object.values(byId);

export const marketplaceOf = (id: MarketplaceId): Marketplace => byId[id];

/** Reads a link that somebody pasted: the first marketplace that takes it, or why the one whose host it names does not. */
export function readLink(raw: unknown, options: LinkOptions = {}): LinkResult {
  const results = marketplaces.map((marketplace) => marketplace.readLink(raw, options));
  const known = results.find((result) => !result.ok && result.code !== 'link_foreign_host');
  return results.find((result) => result.ok) ?? known ?? results[0]!;
}

/**
 * Understands a page, wherever it was saved: by the marketplace that its address names, else by the first that finds
 * anything on it.
 */
export function readPage(input: PageInput): ParsedPage {
  const named = readLink(input.url, input);
  if (named.ok) return marketplaceOf(named.link.source).parsePage(input);
  const pages = marketplaces.map((marketplace) => marketplace.parsePage(input));
  return pages.find(({ failure }) => failure?.class !== 'unknown_page') ?? pages[0]!;
}

/** Whether the browser may ask for this address on whatever visit, a demo's aside. */
export const isVisitable = (url: string): boolean =>
  marketplaces.some((marketplace) =>
    marketplace.isVisitable(url, { origin: new URL(url).origin, isDemo: false }),
  );
