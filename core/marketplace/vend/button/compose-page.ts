import type { HandedPage } from '#core/marketplace/button/hand-over.ts';
import { isObject, type JsonObject, readArray, readString } from '#core/marketplace/page/json-read.ts';
import { escapeMarkup, jsonForScript } from '#core/page/escape.ts';

/** What the button brought of the platform, as a page in its shape: the data of a search, or the elements of an ad. */
export const composePage = ({ kind, ads, hasNoResults }: HandedPage): string =>
  `<html><body>${kind === 'search' ? composeSearch(ads, hasNoResults) : ads.map(composeAd).join('')}</body></html>`;

function composeSearch(docs: readonly JsonObject[], hasNoResults: boolean): string {
  const metadata = hasNoResults ? { result_size: { match_count: 0 } } : {};
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
