import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { openedPage, pathOf } from '#core/marketplaces/marketplaces.ts';
import { bilbasenAd, bilbasenSearch } from './bilbasen-page.ts';
import { dbaAd, dbaSearch } from './dba-page.ts';
import { facebookAd, facebookSearch } from './facebook-page.ts';

/** What was found on a page; fields that are not kept are gone already. */
export type Found = Pick<HandedPage, 'ads' | 'cards' | 'hasNoResults' | 'total' | 'isLast' | 'isRemoved'>;

type Collector = {
  search: (page: Document, pages: OpenedPages) => Found;
  /** `isLoaded`: whether the page was loaded at its address; else its scripts may speak of an ad that was open before. */
  ad: (page: Document, id: string, pages: OpenedPages, isLoaded: boolean) => Found;
};
const collectors: Readonly<Record<MarketplaceId, Collector>> = {
  facebook: { search: facebookSearch, ad: facebookAd },
  dba: { search: dbaSearch, ad: dbaAd },
  bilbasen: { search: bilbasenSearch, ad: bilbasenAd },
};

/** The loading of this page; null where the site has gone on to another one since without loading it. */
function loadingOf(page: Document, { pathname }: Location): PerformanceNavigationTiming | null {
  const [loading] = page.defaultView?.performance.getEntriesByType('navigation') ?? [];
  if (!loading || new URL(loading.name).pathname !== pathname) return null;
  return loading as PerformanceNavigationTiming;
}

const noAd: Found = { ads: [], cards: [], hasNoResults: false, isRemoved: true };

/**
 * Collects the cars of an open marketplace page: the data in its scripts and the rendered elements, reduced to the fields that
 * describe a car. Null if the page is neither a search nor an ad.
 */
export function collectPage(page: Document, location: Location, demoOrigin?: string): HandedPage | null {
  const opened = openedPage(location.origin, location.pathname, demoOrigin);
  if (!opened) return null;
  const { source, shows, pages } = opened;
  const loading = loadingOf(page, location);
  const isGone =
    (shows.kind === 'search' && pages.goneMark?.test(location.search)) ||
    (shows.kind === 'item' && [404, 410].includes(loading?.responseStatus ?? 200));
  const found = isGone
    ? noAd
    : shows.kind === 'search'
      ? collectors[source].search(page, pages)
      : collectors[source].ad(page, shows.id, pages, loading !== null);
  return { kind: shows.kind, path: pathOf(location, pages.parameters), ...found };
}
