import type { OpenedPages } from '#core/marketplace/button/opened-pages.ts';
import { readId, readString } from '#core/marketplace/page/json-read.ts';
import { isMarketplaceOrigin } from '../hosts.ts';
import { knownParameters } from '../known-parameters.ts';
import { adFields } from './kept-fields.ts';
import { isListPath, itemIdOf } from './page-kind.ts';

export const facebookPages: OpenedPages = {
  isOwnOrigin: (origin) => isMarketplaceOrigin(origin),
  kindOf: (pathname) => {
    const id = itemIdOf(pathname);
    if (id !== null) return { kind: 'item', id };
    return isListPath(pathname) ? { kind: 'search' } : null;
  },
  parameters: knownParameters.map(([name]) => name),
  fields: adFields,
  idOf: (ad) => readId(ad, 'id'),
  titleOf: (ad) => readString(ad, 'marketplace_listing_title'),
  readsCards: true,
};
