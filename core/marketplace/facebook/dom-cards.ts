import { type AdFields, buildListing, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { currencyIn, parsePrice } from '#core/marketplace/ad/price.ts';
import { cleanLine } from '#core/marketplace/ad/text.ts';
import { isAllowedPhotoUrl, itemAddress } from './hosts.ts';
import { readAttribute, scanElements, scanTags, textRuns } from './html-scan.ts';
import type { PageContext } from './page-context.ts';

const maxCards = 500;

/**
 * Listings from the rendered cards of a search page: the fallback when its data is missing. A card is a link
 * to an item whose texts come in the order price, old price, title, place, mileage (cards stopped showing
 * the last). What stands there is less than the data: no dates, no state, one photo.
 */
export function readDomCards(html: string, context: PageContext): Listing[] {
  const listings = new Map<string, Listing>();
  for (const anchor of scanElements(html, 'a')) {
    const id = /\/marketplace\/item\/(\d{1,25})(?:[/?#]|$)/.exec(
      readAttribute(anchor.attributes, 'href') ?? '',
    )?.[1];
    if (id === undefined || listings.has(id)) continue;
    const ad = readCard(id, anchor.content, context);
    if (ad) listings.set(id, buildListing(ad));
    if (listings.size === maxCards) break;
  }
  return [...listings.values()];
}

function readCard(id: string, markup: string, context: PageContext): AdFields | null {
  const runs = textRuns(markup)
    .map((run) => cleanLine(run) ?? '')
    .filter((run) => run !== '');
  const firstWord = runs.findIndex((run) => !isPrice(run));
  if (firstWord < 0) return null;
  const prices = runs.slice(0, firstWord).map(parsePrice);
  const [title, place, ...others] = runs.slice(firstWord);
  return {
    source: 'facebook',
    id,
    itemUrl: itemAddress(id, context.origin),
    title: title!,
    description: null,
    price: prices[0] ?? null,
    priceText: runs[0] ?? null,
    oldPrice: prices[1]?.amount ?? null,
    city: place?.split(',')[0]?.trim() || null,
    subtitle: cleanLine(others.join(' · ')),
    isAmongVehicles: null,
    said: nothingSaid,
    listedAt: null,
    availability: 'live',
    photoUrls: readPhotos(markup, context),
    vehicle: null,
  };
}

function isPrice(text: string): boolean {
  if (/^(free|gratis)$/i.test(text)) return true;
  return /\d/.test(text) && currencyIn(text) !== null && text.replace(/[\d.,\s'-]/g, '').length <= 12;
}

function readPhotos(markup: string, context: PageContext): string[] {
  const image = scanTags(markup.slice(0, 20_000), ['img']).next().value;
  const url = (image && readAttribute(image.attributes, 'src')) ?? '';
  return isAllowedPhotoUrl(url, { demoOrigin: context.demoOrigin }) ? [new URL(url).href] : [];
}
