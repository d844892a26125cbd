import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { openedPage, pathOf } from '#core/marketplaces/opened.ts';
import { bilbasenAd, bilbasenSearch } from './bilbasen-page.ts';
import { dbaAd, dbaSearch } from './dba-page.ts';
import { facebookAd, facebookSearch } from './facebook-page.ts';

/** What was found on a page; fields that are not kept are gone already. */
export type Found = Pick<HandedPage, 'ads' | 'cards' | 'hasNoResults' | 'total' | 'isLast'>;

type Collector = {
  search: (page: Document, pages: OpenedPages) => Found;
  ad: (page: Document, id: string, pages: OpenedPages) => Found;
};
const collectors: Readonly<Record<MarketplaceId, Collector>> = {
  facebook: { search: facebookSearch, ad: facebookAd },
  dba: { search: dbaSearch, ad: dbaAd },
  bilbasen: { search: bilbasenSearch, ad: bilbasenAd },
};

/**
 * Collects the cars of an open marketplace page: the data in its scripts and the rendered elements, reduced to the fields that
 * describe a car. Null if the page is neither a search nor an ad.
 */
export function collectPage(page: Document, location: Location, demoOrigin?: string): HandedPage | null {
  const opened = openedPage(location.origin, location.pathname, demoOrigin);
  if (!opened) return null;
  const { source, shows, pages } = opened;
  const found =
    shows.kind === 'search'
      ? collectors[source].search(page, pages)
      : collectors[source].ad(page, shows.id, pages);
  return { kind: shows.kind, path: pathOf(location, pages.parameters), ...found };
}
