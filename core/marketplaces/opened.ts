import { bilbasenPages, composePage as composeBilbasen } from './bilbasen/button.ts';
import type { HandedPage } from './button/hand-over.ts';
import type { OpenedKind, OpenedPages } from './button/opened-pages.ts';
import { composePage as composeVend, dbaPages } from './dba/button.ts';
import { composePage as composeFacebook, facebookPages } from './facebook/button.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** Separate from the parsers (`marketplaces.ts`), because the button is a bookmark that contains this code. */
const bySource: Readonly<Record<MarketplaceId, OpenedPages>> = {
  facebook: facebookPages,
  dba: dbaPages,
  bilbasen: bilbasenPages,
};
const sources = Object.entries(bySource) as [MarketplaceId, OpenedPages][];

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

export const openedPagesOf = (source: MarketplaceId): OpenedPages => bySource[source];

/** The button does not call these functions, so they are not part of the bookmark. */
const composers: Readonly<Record<MarketplaceId, (page: HandedPage) => string>> = {
  facebook: composeFacebook,
  dba: composeVend,
  bilbasen: composeBilbasen,
};

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
