import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import type { OpenedPages, Shape } from '#core/marketplaces/button/opened-pages.ts';
import { type JsonObject, readArray, readId, readString } from '#core/marketplaces/page/json-read.ts';
import { escapeMarkup, jsonForScript } from '#core/pages/html.ts';
import { bilbasenItemAddress, isBilbasenOrigin, searchParameters, shownAt } from './link.ts';
import { adMarks, dataScriptId, removedTag } from './parse-page.ts';

const fact: Shape = { displayTextShort: 'text' };

/** The fields of an ad that the button sends: the car and the offer. Dealers' logos and exact locations are not sent. */
export const adFields: Shape = {
  externalId: 'value',
  uri: 'text',
  media: [{ mediaType: 'text', url: 'text' }],
  price: { price: 'value', displayPrice: 'text', priceType: 'text' },
  make: 'text',
  model: 'text',
  variant: 'text',
  description: 'words',
  location: { zipCode: 'value', city: 'text' },
  sellerType: 'text',
  properties: { firstregistrationdate: fact, mileage: fact, hk: fact, geartype: fact, fueltype: fact },
  // The fields on an ad's own page.
  title: 'text',
  shownPrice: 'text',
  facts: [{ label: 'text', value: 'text' }],
  equipment: ['text'],
  photos: ['text'],
};

export const bilbasenPages: OpenedPages = {
  isOwnOrigin: isBilbasenOrigin,
  kindOf: shownAt,
  adLinks: { part: '/brugt/bil/', id: /\/brugt\/bil\/[^?#]*\/(\d{4,12})\/?(?:[?#]|$)/ },
  adAddress: bilbasenItemAddress,
  parameters: searchParameters,
  fields: adFields,
  idOf: (ad) => readId(ad, 'externalId'),
  titleOf: (ad) =>
    readString(ad, 'title') ??
    (['make', 'model', 'variant'].flatMap((key) => readString(ad, key) ?? []).join(' ') || null),
  readsCards: false,
};

/** Composes what the button sent into a page of Bilbasen's shape: the data of a search, or the elements of an ad. */
export function composePage({ kind, ads, ...page }: HandedPage): string {
  const ad = page.isRemoved ? removedTag : ads.map(composeAd).join('');
  return `<html><body>${kind === 'search' ? composeSearch(ads, page) : ad}</body></html>`;
}

function composeSearch(
  listings: readonly JsonObject[],
  { total, isLast }: Pick<HandedPage, 'total' | 'isLast'>,
): string {
  const data = {
    listings,
    ...(total !== undefined && { hits: total }),
    ...(isLast !== undefined && { pagination: isLast ? {} : { next: {} } }),
  };
  const queries = [{ queryKey: ['search'], state: { data } }];
  const document = { props: { pageProps: { dehydratedState: { queries } } } };
  return `<script id="${dataScriptId}" type="application/json">${jsonForScript(document)}</script>`;
}

const marked = (mark: string, content: string): string => `<div data-e2e="${mark}">${content}</div>`;

function composeAd(ad: JsonObject): string {
  const text = (of: unknown, key: string) => escapeMarkup(readString(of, key) ?? '');
  const texts = (key: string) => readArray(ad, key).filter((one) => typeof one === 'string');
  const rows = readArray(ad, 'facts').map(
    (fact) => `<tr><th>${text(fact, 'label')}</th><td>${text(fact, 'value')}</td></tr>`,
  );
  return [
    marked(adMarks.title, text(ad, 'title')),
    marked(adMarks.price, text(ad, 'shownPrice')),
    ...texts('photos').map((photo) => `<img src="${escapeMarkup(photo)}">`),
    `<table data-e2e="${adMarks.facts[0]}">${rows.join('')}</table>`,
    ...texts('equipment').map((line) => marked(adMarks.equipment, escapeMarkup(line))),
    `<h2>${adMarks.description}</h2><div>${text(ad, 'description').replaceAll('\n', '<br>')}</div>`,
  ].join('\n');
}
