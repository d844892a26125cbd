import { composePage as composeBilbasen } from './bilbasen/button.ts';
import type { HandedPage } from './button/hand-over.ts';
import { composePage as composeVend } from './dba/button.ts';
import { composePage as composeFacebook } from './facebook/button.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** Apart from what the button carries along (`opened.ts`). */
const bySource: Readonly<Record<MarketplaceId, (page: HandedPage) => string>> = {
  facebook: composeFacebook,
  dba: composeVend,
  bilbasen: composeBilbasen,
};

/** What the button brought, as a page in the shape of the marketplace that it is from: it is read where saved pages are. */
export const composePage = (page: HandedPage & { source: MarketplaceId }): string =>
  bySource[page.source](page);
