import type { BrowserMarketplace } from '#core/marketplaces/marketplace.ts';
import { itemPartKeys } from './item-page.ts';
import { isAllowedPhotoUrl, isAllowedRequest, itemAddress, marketplaceOrigin } from './link.ts';
import { classifyStatus, parsePage } from './parse-page.ts';

export const facebook: BrowserMarketplace = {
  id: 'facebook',
  home: `${marketplaceOrigin}/marketplace/`,
  parsePage,
  // The browser blocks the body of a refused answer, so only its status is known.
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
