import type { OpenedPages } from '#core/marketplace/button/opened-pages.ts';
import { readId, readString } from '#core/marketplace/page/json-read.ts';
import { searchParameters } from '../search-parameters.ts';
import { siteOrigin, type VendSite } from '../vend-site.ts';
import { adFields } from './kept-fields.ts';

/** The pages of one site of the platform that a person has open. */
export const vendPages = (site: VendSite): OpenedPages => ({
  isOwnOrigin: (origin) =>
    origin === siteOrigin(site) || origin === siteOrigin({ host: site.host.replace(/^www\./, '') }),
  kindOf: (pathname) => {
    const id = /^\/mobility\/item\/(\d{1,12})\/?$/.exec(pathname)?.[1];
    if (id) return { kind: 'item', id };
    return /^\/mobility\/search\/car\/?$/.test(pathname) ? { kind: 'search' } : null;
  },
  parameters: searchParameters,
  fields: adFields,
  idOf: (ad) => readId(ad, 'id') ?? readId(ad, 'ad_id'),
  titleOf: (ad) =>
    ['facade_title', 'heading'].map((key) => readString(ad, key)).find((title) => title !== null) ?? null,
  // Its data holds all that a card shows, the plate besides.
  readsCards: false,
});
