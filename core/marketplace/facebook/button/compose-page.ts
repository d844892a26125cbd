import type { HandedCard, HandedPage } from '#core/marketplace/button/hand-over.ts';
import { escapeMarkup, jsonForScript } from '#core/page/escape.ts';
import { itemAddress } from '../hosts.ts';

/**
 * What the button brought, as a page in the marketplace's own shape: it is read where saved pages are read, by the same
 * parser under the same rules.
 */
export function composePage({ kind, ads, cards, hasNoResults }: HandedPage): string {
  const data =
    kind === 'item'
      ? ads.map((target) => ({ marketplace_product_details_page: { target } }))
      : { marketplace_search: { feed_units: { edges: searchRows(ads, hasNoResults) } } };
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
