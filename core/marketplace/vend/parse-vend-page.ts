import { buildListing } from '#core/marketplace/ad/build-listing.ts';
import { boundPage } from '#core/marketplace/page/html-scan.ts';
import { failed, refusalOf } from '#core/marketplace/page/refusal.ts';
import type { PageInput, ParsedPage } from '#core/marketplace/parsed-page.ts';
import { readItemPage } from './item-page.ts';
import { readSearchPage } from './search-page.ts';
import { readVendAddress } from './vend-link.ts';
import { siteOrigin, type VendContext, type VendSite } from './vend-site.ts';

/**
 * Understands a page of one site of the platform: a search (page or data address), or an ad. The page's address says which.
 * Pure, bounded, never throws.
 */
export function parseVendPage(site: VendSite, input: PageInput): ParsedPage {
  const html = boundPage(input.html);
  const status = input.status ?? null;
  const refused = status === null ? null : refusalOf(status, html);
  if (refused) return failed(refused.class, refused.evidence);
  const read = readVendAddress(site, input.url, input);
  const link = typeof read === 'string' ? null : read;
  const context: VendContext = {
    site,
    origin: link?.origin ?? siteOrigin(site),
    demoOrigin: input.demoOrigin,
  };
  if (link?.kind !== 'item')
    return readSearchPage(html, link && new URLSearchParams(queryOf(link.href)), status, context);
  return readItem(html, link.itemId!, input, context);
}

const queryOf = (href: string): string => (URL.canParse(href) ? new URL(href).search : '');

function readItem(
  html: string,
  id: string,
  { status, finalUrl }: PageInput,
  context: VendContext,
): ParsedPage {
  if (status === 404 || status === 410) return failed('listing_removed', `status ${status}`);
  const path = finalUrl && URL.canParse(finalUrl) ? new URL(finalUrl).pathname.replace(/\/$/, '') : null;
  if (path !== null && path !== `/mobility/item/${id}` && path !== `/${id}`)
    return /^\/mobility\/(?:search|item)/.test(path)
      ? failed('listing_removed', 'led to another page')
      : failed('unknown_page', 'led to something that is no car');
  const ad = readItemPage(html, id, context);
  if (!ad) {
    if (/Siden blev ikke fundet/i.test(html))
      return failed('listing_removed', 'the page says that there is none');
    return failed('layout_changed', 'a page of a car without a heading');
  }
  const listing = buildListing(ad);
  return { kind: 'item', listings: [listing], pageInfo: null, shownCount: 1, rejected: [], failure: null };
}
