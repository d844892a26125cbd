import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { OpenedPages, Shape } from '#core/marketplaces/button/opened-pages.ts';
import {
  isObject,
  type JsonObject,
  readArray,
  readId,
  readString,
} from '#core/marketplaces/page/json-read.ts';
import { escapeMarkup, jsonForScript } from '#core/pages/html.ts';
import { dbaItemAddress, dbaOrigin, searchParameters } from './link.ts';

/** Composes what the button sent into HTML of DBA's shape, for the parser: the data of a search, or the elements of an ad. */
export function composePage({ kind, ads, ...page }: HandedPage): string {
  const ad = page.isRemoved ? '<p>Siden blev ikke fundet</p>' : ads.map(composeAd).join('');
  return `<html><body>${kind === 'search' ? composeSearch(ads, page) : ad}</body></html>`;
}

function composeSearch(
  docs: readonly JsonObject[],
  { hasNoResults, total, isLast }: Pick<HandedPage, 'hasNoResults' | 'total' | 'isLast'>,
): string {
  const count = hasNoResults ? 0 : total;
  const metadata = {
    ...(count !== undefined && { result_size: { match_count: count } }),
    ...(isLast !== undefined && { is_end_of_paging: isLast, paging: { current: 1, last: isLast ? 1 : 2 } }),
  };
  const state = {
    queries: [
      { queryKey: [{ scope: 'search' }], state: { data: { docs: hasNoResults ? [] : docs, metadata } } },
    ],
  };
  return `<script type="application/json" data-react-query-state>${jsonForScript(state)}</script>`;
}

function composeAd(ad: JsonObject): string {
  const said = (key: string) => escapeMarkup(readString(ad, key) ?? '');
  const facts = readArray(ad, 'facts').map(
    (fact) =>
      `<div><dt>${escapeMarkup(readString(fact, 'label') ?? '')}</dt><dd>${escapeMarkup(readString(fact, 'value') ?? '')}</dd></div>`,
  );
  const texts = (key: string) => readArray(ad, key).filter((one) => typeof one === 'string');
  const properties = isObject(ad.properties)
    ? `<div id="mobility-item-page-root" data-props="${escapeMarkup(JSON.stringify({ adData: { ad: ad.properties } }))}"></div>`
    : '';
  return [
    properties,
    readString(ad, 'heading') ? `<h1>${said('heading')}</h1><p>${said('variant')}</p>` : '',
    ...texts('badges').map((badge) => `<span>${escapeMarkup(badge)}</span>`),
    `<h2><span class="t2">${said('shownPrice')}</span></h2>`,
    `<section class="key-info-section"><dl>${facts.join('')}</dl></section>`,
    `<div class="whitespace-pre-wrap">${said('description')}</div>`,
    ...texts('photos').map((photo) => `<img src="${escapeMarkup(photo)}">`),
    ad.segment === 'PROFESSIONAL' || ad.segment === 'PRIVATE'
      ? `<script type="application/json">${jsonForScript({ segment: ad.segment })}</script>`
      : '',
  ].join('\n');
}

const coded: Shape = { id: 'value', value: 'text' };

/** The fields that are kept of a row of a search's data. */
const docFields: Shape = {
  type: 'text',
  main_search_key: 'text',
  id: 'text',
  ad_id: 'value',
  facade_title: 'text',
  heading: 'text',
  make: 'text',
  model: 'text',
  model_specification: 'text',
  year: 'value',
  mileage: 'value',
  mileage_unit: 'text',
  fuel: 'text',
  transmission: 'text',
  volume: 'value',
  driving_range: 'value',
  price: { amount: 'value', currency_code: 'text' },
  registration_class: coded,
  sales_form: 'value',
  dealer_segment: 'text',
  regno: 'text',
  chassis_number: 'text',
  location: 'text',
  timestamp: 'value',
  image: { url: 'text' },
  image_urls: ['text'],
  flags: ['text'],
};

/** The fields that are kept of the properties on an ad's own page. */
const propertyFields: Shape = {
  title: 'text',
  price: { main: 'value', total: 'value', amount: 'value' },
  year: 'value',
  mileage: 'value',
  mileage_unit: 'text',
  owners: 'value',
  exterior_color: coded,
  first_registration: 'text',
  registration_number: 'text',
  transmission: coded,
  registration_class: coded,
  sales_form: coded,
  engine: { effect: 'value', fuel: coded },
  equipment: [coded],
  description_unsafe: 'words',
  images: [{ uri: 'text' }],
  disposed: 'value',
  isInactive: 'value',
  flags: ['text'],
};

/**
 * The fields of an ad that the button sends: the car and the offer. The seller's name is not sent, not even a dealer's; only
 * whether the seller is a dealer.
 */
export const adFields: Shape = {
  ...docFields,
  // The fields that `web/button/dba-page.ts` reads from the elements of an ad's own page.
  heading: 'text',
  variant: 'text',
  shownPrice: 'text',
  segment: 'text',
  badges: ['text'],
  facts: [{ label: 'text', value: 'text' }],
  description: 'words',
  photos: ['text'],
  properties: propertyFields,
};

/** How the button recognises and reads the pages of DBA that a person has open. */
export const dbaPages: OpenedPages = {
  isOwnOrigin: (origin) => origin === dbaOrigin || origin === 'https://dba.dk',
  kindOf: (pathname) => {
    const id = /^\/mobility\/item\/(\d{1,12})\/?$/.exec(pathname)?.[1];
    if (id) return { kind: 'item', id };
    return /^\/mobility\/search\/car\/?$/.test(pathname) ? { kind: 'search' } : null;
  },
  adLinks: { part: '/mobility/item/', id: /\/mobility\/item\/(\d{1,12})(?:[/?#]|$)/ },
  adAddress: dbaItemAddress,
  parameters: searchParameters,
  fields: adFields,
  idOf: (ad) => readId(ad, 'id') ?? readId(ad, 'ad_id'),
  titleOf: (ad) =>
    ['facade_title', 'heading'].map((key) => readString(ad, key)).find((title) => title !== null) ?? null,
  // A page's data has everything that its cards show, and the plate.
  readsCards: false,
};
