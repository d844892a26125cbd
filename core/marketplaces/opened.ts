import { bilbasenPages } from './bilbasen/button.ts';
import type { OpenedKind, OpenedPages } from './button/opened-pages.ts';
import { dbaPages } from './dba/button.ts';
import { facebookPages } from './facebook/button.ts';
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
