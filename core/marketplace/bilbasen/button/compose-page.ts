import type { HandedPage } from '#core/marketplace/button/hand-over.ts';
import { type JsonObject, readArray, readString } from '#core/marketplace/page/json-read.ts';
import { escapeMarkup, jsonForScript } from '#core/page/escape.ts';
import { adMarks, dataScriptId } from '../page-marks.ts';

/** What the button brought of Bilbasen, as a page in its shape: the data of a search, or the elements of an ad. */
export const composePage = ({ kind, ads }: HandedPage): string =>
  `<html><body>${kind === 'search' ? composeSearch(ads) : ads.map(composeAd).join('')}</body></html>`;

function composeSearch(listings: readonly JsonObject[]): string {
  const queries = [{ queryKey: ['search'], state: { data: { listings } } }];
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
