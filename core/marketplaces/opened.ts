import { bilbasenPages, composePage as composeBilbasen } from './bilbasen/button.ts';
import type { HandedPage } from './button/hand-over.ts';
import type { OpenedKind, OpenedPages } from './button/opened-pages.ts';
import { composePage as composeVend, dbaPages } from './dba/button.ts';
import { composePage as composeFacebook, facebookPages } from './facebook/button.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** Apart from the ports (`marketplaces.ts`): the button, which is a bookmark, carries these along and no parser. */
const bySource: Readonly<Record<MarketplaceId, OpenedPages>> = {
  facebook: facebookPages,
  dba: dbaPages,
  bilbasen: bilbasenPages,
};
const sources = Object.entries(bySource) as [MarketplaceId, OpenedPages][];

/** Whether pages of this origin may hand over cars at all. `demoOrigin`: that of the demo, where it is in use. */
export const isOriginOfPages = (origin: string, demoOrigin: string | undefined): boolean =>
  origin === demoOrigin || sources.some(([, pages]) => pages.isOwnOrigin(origin));

export type OpenedPage = { source: MarketplaceId; shows: OpenedKind; pages: OpenedPages };

/** Which marketplace's page stands at this address and what it shows; null where it is none that shows cars. */
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

/** The button does not call this, so it is not part of the bookmark. */
const composers: Readonly<Record<MarketplaceId, (page: HandedPage) => string>> = {
  facebook: composeFacebook,
  dba: composeVend,
  bilbasen: composeBilbasen,
};

/** What the button brought, as a page in the shape of the marketplace that it is from: it is read where saved pages are. */
export const composePage = (page: HandedPage & { source: MarketplaceId }): string =>
  composers[page.source](page);
