import { buildListing } from '#core/marketplaces/ad/build-listing.ts';
import {
  failed,
  type PageInput,
  type ParsedPage,
  type PlainMarketplace,
  refusalOf,
} from '#core/marketplaces/marketplace.ts';
import { boundPage } from '#core/marketplaces/page/html.ts';
import { isDbaPhoto, saysThatThereIsNone } from './ad.ts';
import { readItemPage } from './item-page.ts';
import { type DbaContext, dbaItemAddress, dbaOrigin, lastPage, readDbaAddress } from './link.ts';
import { readSearchPage } from './search-page.ts';

/**
 * Parses a search (its page, or the JSON of its data address) or the page of an ad; the address says which. Reads a bounded
 * part of the page and never throws.
 */
function parsePage(input: PageInput): ParsedPage {
  const html = boundPage(input.html);
  const status = input.status ?? null;
  const refused = status === null ? null : refusalOf(status, html);
  if (refused) return failed(refused.class, refused.evidence);
  const read = readDbaAddress(input.url, input);
  const link = typeof read === 'string' ? null : read;
  const context: DbaContext = { origin: link?.origin ?? dbaOrigin, demoOrigin: input.demoOrigin };
  if (link?.kind !== 'item')
    return readSearchPage(html, link && new URLSearchParams(queryOf(link.href)), status, context);
  return readItem(html, link.itemId!, input, context);
}

const queryOf = (href: string): string => (URL.canParse(href) ? new URL(href).search : '');

function readItem(
  html: string,
  id: string,
  { status, finalUrl }: PageInput,
  context: DbaContext,
): ParsedPage {
  if (status === 404 || status === 410) return failed('listing_removed', `status ${status}`);
  const path = finalUrl && URL.canParse(finalUrl) ? new URL(finalUrl).pathname.replace(/\/$/, '') : null;
  if (path !== null && path !== `/mobility/item/${id}` && path !== `/${id}`)
    return /^\/mobility\/(?:search|item)/.test(path)
      ? failed('listing_removed', 'led to another page')
      : failed('unknown_page', 'led to something that is no car');
  const ad = readItemPage(html, id, context);
  if (!ad) {
    if (saysThatThereIsNone(html)) return failed('listing_removed', 'the page says that there is none');
    return failed('layout_changed', 'a page of a car without a heading');
  }
  const listing = buildListing(ad);
  return { kind: 'item', listings: [listing], pageInfo: null, shownCount: 1, rejected: [], failure: null };
}

const searchPath = '/mobility/search/car';
const dataPath = '/mobility/search/api/search/SEARCH_ID_CAR_USED';

/** DBA (Den Blå Avis). Its footer forbids systematic collection without written consent: off until an operator has it. */
export const dba: PlainMarketplace = {
  id: 'dba',
  home: `${dbaOrigin}${searchPath}`,
  parsePage,
  parseRefusal: (status) => {
    const failure = refusalOf(status, '');
    return failure && failed(failure.class, failure.evidence);
  },
  itemAddress: dbaItemAddress,
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
    return isDemo ? url.origin === origin : url.origin === dbaOrigin;
  },
  isPhotoAddress: isDbaPhoto,
  politeness: { itemPagesPerVisit: 25, itemPages: 'bargains' },
};

function withPage(href: string, page: number): string {
  if (page <= 1) return href;
  return `${href}${href.includes('?') ? '&' : '?'}page=${Math.min(page, lastPage)}`;
}
