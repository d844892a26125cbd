import { bilbasen } from './bilbasen/bilbasen.ts';
import { dba } from './dba/dba.ts';
import { facebook } from './facebook/facebook.ts';
import { readLink } from './links.ts';
import type { Marketplace, PageInput, ParsedPage } from './marketplace.ts';
import type { MarketplaceId } from './marketplace-id.ts';

const byId: Readonly<Record<MarketplaceId, Marketplace>> = { facebook, dba, bilbasen };

/** All marketplaces, the preferred one first. */
export const marketplaces: readonly Marketplace[] = Object.values(byId);

export const marketplaceOf = (id: MarketplaceId): Marketplace => byId[id];

/** Parses a page, wherever it was saved: by its address's marketplace, or else by the first that finds anything on it. */
export function readPage(input: PageInput): ParsedPage {
  const named = readLink(input.url, input);
  if (named.ok) return marketplaceOf(named.link.source).parsePage(input);
  const pages = marketplaces.map((marketplace) => marketplace.parsePage(input));
  return pages.find(({ failure }) => failure?.class !== 'unknown_page') ?? pages[0]!;
}

/** Whether the browser may request this address on any visit, except those to a demo. */
export const isVisitable = (url: string): boolean =>
  marketplaces.some((marketplace) =>
    marketplace.isVisitable(url, { origin: new URL(url).origin, isDemo: false }),
  );
