import type { MarketplaceId } from './marketplace-id.ts';
import type { PageFailureClass } from './page-failure.ts';

/** Where copies of pages lie that were not understood, in the bucket of the service's own files. */
export const unreadPagesPrefix = 'unread-pages/';

/** How long they lie there. */
export const unreadPagesDays = 14;

/** One an hour of each marketplace and class: a changed page is met by every visit, and one copy tells as much as hundreds. */
export const unreadPageKey = (source: MarketplaceId, failure: PageFailureClass, now: Date): string =>
  `${unreadPagesPrefix}${now.toISOString().slice(0, 13)}-${source}-${failure}.txt`;
