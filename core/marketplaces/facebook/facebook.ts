import type { BrowserMarketplace } from '#core/marketplaces/marketplace.ts';
import { itemPartKeys } from './item-page.ts';
import { isAllowedPhotoUrl, isAllowedRequest, itemAddress, marketplaceOrigin } from './link.ts';
import { classifyStatus, parsePage } from './parse-page.ts';

/** Facebook Marketplace. */
export const facebook: BrowserMarketplace = {
  id: 'facebook',
  home: `${marketplaceOrigin}/marketplace/`,
  parsePage,
  // A page that drops a refused answer never lets its body arrive: the status alone has to tell.
  parseRefusal: (status) => {
    const failure = classifyStatus('', status, false);
    return failure && { kind: 'failure', listings: [], pageInfo: null, shownCount: 0, rejected: [], failure };
  },
  itemAddress,
  visit: {
    by: 'browser',
    drawnAds: 'a[href*="/marketplace/item/"]',
    itemWords: itemPartKeys,
    isFeedRequest: (method, url) => method === 'POST' && /^\/api\/graphql\/?$/.test(url.pathname),
    feedAnswersPerVisit: 5,
    scrollPauseMs: 400,
  },
  isVisitable: isAllowedRequest,
  isPhotoAddress: isAllowedPhotoUrl,
  politeness: { itemPagesPerVisit: 25, itemPages: 'all' },
};
