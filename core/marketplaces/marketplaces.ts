import { bilbasen } from './bilbasen/bilbasen.ts';
import { bilbasenPages, composePage as composeBilbasen } from './bilbasen/button.ts';
import type { HandedPage } from './button/hand-over.ts';
import type { OpenedKind, OpenedPages } from './button/opened-pages.ts';
import { composePage as composeDba, dbaPages } from './dba/button.ts';
import { dba } from './dba/dba.ts';
import { composePage as composeFacebook, facebookPages } from './facebook/button.ts';
import { facebook } from './facebook/facebook.ts';
import { readLink } from './links.ts';
import type { Marketplace, PageInput, ParsedPage } from './marketplace.ts';
import type { MarketplaceId } from './marketplace-id.ts';

// Three tables, because the button, which is a bookmark, needs the second alone; a bundle leaves out what it does not use.
const byId: Readonly<Record<MarketplaceId, Marketplace>> = { facebook, dba, bilbasen };
const openedById: Readonly<Record<MarketplaceId, OpenedPages>> = {
  facebook: facebookPages,
  dba: dbaPages,
  bilbasen: bilbasenPages,
};
const composers: Readonly<Record<MarketplaceId, (page: HandedPage) => string>> = {
  facebook: composeFacebook,
  dba: composeDba,
  bilbasen: composeBilbasen,
};

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

const sources = Object.entries(openedById) as [MarketplaceId, OpenedPages][];

/** Whether pages of this origin may hand over cars. `demoOrigin`: the demo's origin if it is in use. */
export const isOriginOfPages = (origin: string, demoOrigin: string | undefined): boolean =>
  origin === demoOrigin || sources.some(([, pages]) => pages.isOwnOrigin(origin));

export type OpenedPage = { source: MarketplaceId; shows: OpenedKind; pages: OpenedPages };

/** The marketplace of the page at this address, and what it shows; null if it shows no cars. */
export function openedPage(
  origin: string,
  pathname: string,
  demoOrigin: string | undefined,
): OpenedPage | null {
  for (const [source, pages] of sources) {
    const shows = origin === demoOrigin || pages.isOwnOrigin(origin) ? pages.kindOf(pathname) : null;
    if (shows) return { source, shows, pages };
  }
  return null;
}

export const openedPagesOf = (source: MarketplaceId): OpenedPages => openedById[source];

/** The data from the button as a page in the shape of its marketplace, for the parser of saved pages. */
export const composePage = (page: HandedPage & { source: MarketplaceId }): string =>
  composers[page.source](page);

/** The address without what only the site uses, which may say who is looking. */
export function pathOf(
  { pathname, search }: { pathname: string; search: string },
  parameters: readonly string[],
): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  // A later page of a search must not pass for its first.
  for (const name of [...parameters, 'page'])
    for (const value of given.getAll(name)) if (value) kept.append(name, value.slice(0, 100));
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}
