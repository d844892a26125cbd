import { type AdFields, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import type { Listing, ListingPrice } from '#core/marketplace/ad/listing.ts';
import { currencyIn, parsePrice } from '#core/marketplace/ad/price.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplace/ad/text.ts';
import {
  type JsonObject,
  readArray,
  readAt,
  readId,
  readNumber,
  readObject,
  readString,
} from '#core/marketplace/page/json-read.ts';
import type { Rejection } from '#core/marketplace/parsed-page.ts';
import { isAllowedPhotoUrl, itemAddress } from './hosts.ts';
import type { PageContext } from './page-context.ts';

/** The site's category of vehicles: cars and motorcycles alike. */
const vehicleCategoryId = '807311116002614';

const maxPhotos = 40;
const maxAmount = 1e12;

/**
 * The fields that cards and item pages share, from the site's JSON; or why it is no ad. Of the seller
 * nothing is read.
 */
export function readAd(node: JsonObject, context: PageContext): AdFields | Rejection {
  const id = readId(node, 'id');
  if (id === null) return { reason: 'no_id' };
  const title = cleanLine(node.marketplace_listing_title) ?? cleanLine(node.custom_title);
  if (title === null) return { id, reason: 'no_title' };
  const shown = cleanLine(readAt(node, 'formatted_price', 'text'), 60);
  const price =
    readPrice(readObject(node, 'listing_price'), shown ?? '') ?? (shown === null ? null : parsePrice(shown));
  const category = readId(node, 'marketplace_listing_category_id');
  return {
    source: 'facebook',
    id,
    itemUrl: itemAddress(id, context.origin),
    title,
    description: cleanParagraphs(readAt(node, 'redacted_description', 'text')),
    price,
    priceText: withPeriod(cleanLine(readAt(node, 'listing_price', 'formatted_amount'), 60) ?? shown, node),
    oldPrice: readPrice(readObject(node, 'strikethrough_price'))?.amount ?? null,
    city: readCity(node),
    subtitle: readSubtitle(node),
    isAmongVehicles: category === null ? null : category === vehicleCategoryId,
    said: nothingSaid,
    listedAt: toInstant(
      readNumber(node, 'creation_time') ??
        readNumber(node, 'if_gk_just_listed_tag_on_search_feed', 'creation_time'),
    ),
    availability: readAvailability(node),
    photoUrls: readPhotos(node, context),
    vehicle: null,
  };
}

const periods: Record<string, string> = { MONTHLY: 'month', WEEKLY: 'week', DAILY: 'day' };

/** A price for a time is written as one: the site has a field for it beside the figure. */
function withPeriod(priceText: string | null, node: JsonObject): string | null {
  const period = periods[readString(node, 'payment_time_period')?.toUpperCase() ?? ''];
  return priceText !== null && period ? `${priceText} / ${period}` : priceText;
}

/**
 * `amount` is in whole units as a decimal string. `amount_with_offset_in_currency` is a conversion on some
 * pages and never read.
 */
function readPrice(money: JsonObject | null, shown = ''): ListingPrice | null {
  if (!money) return null;
  const text = cleanLine(money.formatted_amount ?? money.formatted_amount_zeros_stripped, 60) ?? shown;
  const amount = readNumber(money, 'amount');
  const named = readString(money, 'currency');
  const currency = named && /^[A-Z]{3}$/.test(named) ? named : currencyOf(`${text} ${named ?? ''}`, amount);
  if (currency === null) return null;
  if (amount === null) return text === '' ? null : parsePrice(text);
  return amount >= 0 && amount < maxAmount ? { amount: Math.round(amount), currency } : null;
}

/**
 * The site prints a currency with every price. Where none can be read it may be any: dollars taken for kroner would be a
 * bargain. Nothing is nothing in all of them.
 */
function currencyOf(text: string, amount: number | null): string | null {
  return currencyIn(text) ?? (amount === 0 ? 'DKK' : null);
}

function readCity(node: JsonObject): string | null {
  const geocode = readObject(node, 'location', 'reverse_geocode');
  const place =
    cleanLine(geocode?.city, 80) ??
    cleanLine(readAt(geocode, 'city_page', 'display_name'), 80) ??
    cleanLine(readAt(node, 'location_text', 'text'), 80);
  return place?.split(',')[0]?.trim() || null;
}

function readSubtitle(node: JsonObject): string | null {
  const lines = readArray(node, 'custom_sub_titles_with_rendering_flags').slice(0, 10);
  return cleanLine(lines.map((line) => readString(line, 'subtitle') ?? '').join(' · '), 200);
}

function readAvailability(node: JsonObject): Listing['availability'] {
  if (node.is_sold === true) return 'sold';
  if (node.is_pending === true) return 'pending';
  return node.is_hidden === true || node.is_live === false ? 'hidden' : 'live';
}

/** The seller's photos in order, the card's primary one first when the page lists no others. */
export function readPhotos(node: JsonObject, context: PageContext): string[] {
  const listed = readArray(node, 'listing_photos').map((photo) => readString(photo, 'image', 'uri'));
  const all = listed.length > 0 ? listed : [readString(node, 'primary_listing_photo', 'image', 'uri')];
  const allowed = all.filter(
    (url) => url !== null && isAllowedPhotoUrl(url, { demoOrigin: context.demoOrigin }),
  );
  return [...new Set(allowed.map((url) => new URL(url!).href))].slice(0, maxPhotos);
}

/** Seconds since 1970 to ISO; outside the site's life time it is no date. */
function toInstant(seconds: number | null): string | null {
  if (seconds === null || seconds < 1_072_915_200 || seconds > 4_102_444_800) return null;
  return new Date(seconds * 1000).toISOString();
}
