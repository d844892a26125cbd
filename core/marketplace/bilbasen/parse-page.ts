import { type AdFields, buildListing } from '#core/marketplace/ad/build-listing.ts';
import { boundPage, readAttribute, scanElements } from '#core/marketplace/page/html-scan.ts';
import { type JsonObject, readArray, readNumber, readObject } from '#core/marketplace/page/json-read.ts';
import { failed, refusalOf } from '#core/marketplace/page/refusal.ts';
import { tooManyRejected } from '#core/marketplace/page/too-many-rejected.ts';
import {
  mostRowsRead,
  type PageInput,
  type ParsedPage,
  type Rejection,
} from '#core/marketplace/parsed-page.ts';
import { bilbasenOrigin, readBilbasenAddress } from './bilbasen-link.ts';
import { readItemPage } from './item-page.ts';
import { type BilbasenContext, readRow } from './listing-ad.ts';
import { dataScriptId } from './page-marks.ts';
import { searchDataOf } from './search-data.ts';

/** Understands a page of Bilbasen that somebody had open: a search, or an ad. Pure, bounded, never throws. */
export function parsePage(input: PageInput): ParsedPage {
  const html = boundPage(input.html);
  const refused = input.status === undefined || input.status === null ? null : refusalOf(input.status, html);
  if (refused) return failed(refused.class, refused.evidence);
  const read = readBilbasenAddress(input.url, input);
  const link = typeof read === 'string' ? null : read;
  const context: BilbasenContext = { origin: link?.origin ?? bilbasenOrigin, demoOrigin: input.demoOrigin };
  return link?.kind === 'item' ? readItem(html, link.itemId!, link.href, context) : readSearch(html, context);
}

function readItem(html: string, id: string, address: string, context: BilbasenContext): ParsedPage {
  const ad = readItemPage(html, id, context.demoOrigin);
  if (!ad) return failed('layout_changed', 'a page of a car without its name');
  return {
    kind: 'item',
    listings: [buildListing({ ...ad, itemUrl: address })],
    pageInfo: null,
    shownCount: 1,
    rejected: [],
    failure: null,
  };
}

function readSearch(html: string, context: BilbasenContext): ParsedPage {
  const data = searchDataIn(html);
  if (!data)
    return /\/brugt\/bil\//.test(html) && html.includes(dataScriptId)
      ? failed('layout_changed', 'a page of cars without their data')
      : failed('unknown_page', 'no data of a search on the page');
  const ads = new Map<string, AdFields>();
  const rejected: Rejection[] = [];
  const shown = readArray(data, 'listings');
  const rows = shown.slice(0, mostRowsRead);
  for (const row of rows) {
    const ad = readRow(row, context);
    if ('reason' in ad) rejected.push(ad);
    else if (!ads.has(ad.id)) ads.set(ad.id, ad);
  }
  const total = readNumber(data, 'hits');
  const failure = tooManyRejected(ads.size + rejected.length, rejected.length);
  return {
    kind: failure ? 'failure' : rows.length === 0 ? 'empty' : 'search',
    listings: [...ads.values()].map(buildListing),
    pageInfo: { hasNextPage: readObject(data, 'pagination', 'next') !== null, endCursor: null },
    shownCount: ads.size + rejected.length + shown.length - rows.length,
    rejected,
    failure,
    ...(total !== null && { total }),
  };
}

function searchDataIn(html: string): JsonObject | null {
  for (const { attributes, content } of scanElements(html, 'script'))
    if (readAttribute(attributes, 'id') === dataScriptId) return searchDataOf(content);
  return null;
}
