import type { PlainMarketplace } from '#core/marketplace/marketplace.ts';
import { failed, refusalOf } from '#core/marketplace/page/refusal.ts';
import { parseVendPage } from './parse-vend-page.ts';
import { isVendPhoto } from './photos.ts';
import { lastPage, siteOrigin, type VendSite, vendItemAddress } from './vend-site.ts';

const searchPath = '/mobility/search/car';
const dataPath = '/mobility/search/api/search/SEARCH_ID_CAR_USED';

/** One site of the platform behind the port of marketplaces. */
export const vendMarketplace = (site: VendSite): PlainMarketplace => ({
  id: site.id,
  home: `${siteOrigin(site)}${searchPath}`,
  parsePage: (input) => parseVendPage(site, input),
  parseRefusal: (status) => {
    const failure = refusalOf(status, '');
    return failure && failed(failure.class, failure.evidence);
  },
  itemAddress: (id, origin) => vendItemAddress(site, id, origin),
  visit: {
    by: 'plain',
    pageAddress: (href, page) => withPage(href, page),
    dataAddress: (href, page) =>
      href.includes(`${searchPath}?`) ? withPage(href.replace(searchPath, dataPath), page) : null,
    firstPages: 10,
    repeatPages: 2,
    robotsPath: '/robots.txt',
  },
  isVisitable: (address, { origin, isDemo }) => {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    if (url.username !== '' || url.password !== '') return false;
    return isDemo ? url.origin === origin : url.origin === siteOrigin(site);
  },
  isPhotoAddress: (address, options) => isVendPhoto(site, address, options),
  politeness: { itemPagesPerVisit: 25, itemPages: 'bargains' },
});

function withPage(href: string, page: number): string {
  if (page <= 1) return href;
  return `${href}${href.includes('?') ? '&' : '?'}page=${Math.min(page, lastPage)}`;
}
