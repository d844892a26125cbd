import type { HandedCard, HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { OpenedPages, Shape } from '#core/marketplaces/button/opened-pages.ts';
import { readId, readString } from '#core/marketplaces/page/json-read.ts';
import { escapeMarkup, jsonForScript } from '#core/pages/html.ts';
import { goneMark, isMarketplaceOrigin, itemAddress, knownParameters } from './link.ts';
import { labelKeys, valueKeys } from './page-data.ts';

/** Composes what the button sent into a page of the marketplace's shape, for the parser of saved pages. */
export function composePage({ kind, ads, cards, hasNoResults, isLast, isRemoved }: HandedPage): string {
  const data =
    kind === 'item'
      ? (isRemoved ? [null] : ads).map((target) => ({ marketplace_product_details_page: { target } }))
      : {
          marketplace_search: {
            feed_units: {
              edges: searchRows(ads, hasNoResults),
              ...(isLast !== undefined && { page_info: { has_next_page: !isLast } }),
            },
          },
        };
  const drawn = cards.map(composeCard).join('\n');
  return `<html id="facebook"><body>\n${drawn}\n<script type="application/json">${jsonForScript({ data })}</script></body></html>`;
}

function searchRows(ads: HandedPage['ads'], hasNoResults: boolean): unknown[] {
  const rows = ads.map((listing) => ({ node: { listing } }));
  return hasNoResults ? [{ node: { story_type: 'SERP_NO_RESULTS' } }, ...rows] : rows;
}

function composeCard({ id, lines, photo }: HandedCard): string {
  const image = photo === null ? '' : `<img src="${escapeMarkup(photo)}">`;
  const texts = lines.map((line) => `<span>${escapeMarkup(line)}</span>`).join('');
  return `<a href="${new URL(itemAddress(id)).pathname}">${image}${texts}</a>`;
}

const money: Shape = {
  amount: 'value',
  currency: 'text',
  formatted_amount: 'text',
  formatted_amount_zeros_stripped: 'text',
};
const photo: Shape = { image: { uri: 'words' } };
const fact: Shape = Object.fromEntries([...labelKeys, ...valueKeys].map((key) => [key, 'text' as const]));

/**
 * The fields of an ad that the button sends: those that describe the car and the offer. No field of the seller or the
 * visitor is listed; captions of photos and the dealer's name are left out too, because they can name people.
 */
export const adFields: Shape = {
  id: 'text',
  marketplace_listing_title: 'text',
  custom_title: 'text',
  redacted_description: { text: 'words' },
  listing_price: money,
  strikethrough_price: money,
  location: { reverse_geocode: { city: 'text', postal_code: 'text', city_page: { display_name: 'text' } } },
  location_text: { text: 'text' },
  custom_sub_titles_with_rendering_flags: [{ subtitle: 'text' }],
  marketplace_listing_category_id: 'text',
  creation_time: 'value',
  is_sold: 'value',
  is_pending: 'value',
  is_live: 'value',
  is_hidden: 'value',
  primary_listing_photo: photo,
  listing_photos: [photo],
  vehicle_make_display_name: 'text',
  vehicle_model_display_name: 'text',
  vehicle_trim_display_name: 'text',
  vehicle_odometer_data: { unit: 'text', value: 'value' },
  vehicle_fuel_type: 'text',
  vehicle_transmission_type: 'text',
  vehicle_exterior_color: 'text',
  vehicle_number_of_owners: 'value',
  vehicle_seller_type: 'text',
  vehicle_identification_number: 'text',
  vehicle_registration_plate_information: { plate_number: 'text', text: 'text' },
  vehicle_specifications: [fact],
  vehicle_features: [fact],
};

/** Pages of the marketplace that belong to the visitor or are about people. */
const ownPages = /^\/marketplace\/(?:you|inbox|profile|selling|buying|create|notifications)(?:\/|$)/i;

/** The number of the ad on this page. */
export const itemIdOf = (pathname: string): string | null =>
  /^\/marketplace\/item\/(\d{1,25})\/?$/.exec(pathname)?.[1] ?? null;

/** A search, or a place's front page, with cars of many sellers. */
export const isListPath = (pathname: string): boolean =>
  /^\/marketplace(?:\/[A-Za-z0-9_-]+){0,2}\/?$/.test(pathname) &&
  !/^\/marketplace\/item(?:\/|$)/.test(pathname) &&
  !ownPages.test(pathname);

export const facebookPages: OpenedPages = {
  isOwnOrigin: (origin) => isMarketplaceOrigin(origin),
  kindOf: (pathname) => {
    const id = itemIdOf(pathname);
    if (id !== null) return { kind: 'item', id };
    return isListPath(pathname) ? { kind: 'search' } : null;
  },
  goneMark,
  // Cards name their ad by a whole address or a path of it.
  adLinks: { part: '/marketplace/item/', id: /\/marketplace\/item\/(\d{1,25})(?:[/?#]|$)/ },
  adAddress: itemAddress,
  parameters: knownParameters.map(([name]) => name),
  fields: adFields,
  idOf: (ad) => readId(ad, 'id'),
  titleOf: (ad) => readString(ad, 'marketplace_listing_title'),
  readsCards: true,
};
