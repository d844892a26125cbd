import { type HandedCard, handOverLimits } from '#core/marketplaces/button/hand-over.ts';
import { keepFields, type OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import { adFields, facebookPages } from '#core/marketplaces/facebook/button.ts';
import { findItemParts } from '#core/marketplaces/facebook/item-page.ts';
import { readDataScripts } from '#core/marketplaces/facebook/page-data.ts';
import { walkFeed } from '#core/marketplaces/facebook/search-page.ts';
import { type JsonObject, readArray } from '#core/marketplaces/page/json-read.ts';
import type { Found } from './collect-page.ts';

const documentsOf = (page: Document): unknown[] =>
  readDataScripts(
    Array.from(
      page.querySelectorAll('script[type="application/json"]'),
      ({ textContent }) => textContent ?? '',
    ),
  );

export function facebookSearch(page: Document): Found {
  const ads = new Map<unknown, JsonObject>();
  let hasNoResults = false;
  let isLast: boolean | undefined;
  walkFeed(documentsOf(page), {
    row: (listing) => {
      if (!ads.has(listing.id)) ads.set(listing.id, keepFields(listing, adFields));
    },
    noResults: () => {
      hasNoResults = true;
    },
    pageInfo: (info) => {
      isLast = info.has_next_page === false;
    },
  });
  return {
    ads: [...ads.values()],
    cards: cardsOf(page, [...ads.values()]),
    hasNoResults,
    ...(isLast !== undefined && { isLast }),
  };
}

/** Only the ad of the address: about twenty others lie on its page. */
export function facebookAd(page: Document, id: string, _: OpenedPages, isLoaded: boolean): Found {
  const { targets, photoSets, hasEmptyTarget } = findItemParts(documentsOf(page));
  const own = targets.filter((target) => target.id === id);
  const photos = photoSets.find((set) => set.id === id && readArray(set, 'listing_photos').length > 0);
  const ads = own.length > 0 && photos ? [...own, photos] : own;
  // An empty target does not say which ad it stands for.
  const isRemoved = isLoaded && hasEmptyTarget && targets.length === 0;
  return {
    ads: ads.map((ad) => keepFields(ad, adFields)),
    cards: [],
    hasNoResults: false,
    ...(isRemoved && { isRemoved }),
  };
}

function cardsOf(page: Document, ads: readonly JsonObject[]): HandedCard[] {
  const withPhoto = new Set(ads.filter((ad) => ad.primary_listing_photo).map(({ id }) => id));
  const cards = new Map<string, HandedCard>();
  const { adLinks } = facebookPages;
  for (const anchor of page.querySelectorAll(`a[href*="${adLinks.part}"]`)) {
    const id = adLinks.id.exec(anchor.getAttribute('href') ?? '')?.[1];
    if (id === undefined || cards.has(id)) continue;
    const lines = linesOf(anchor);
    if (lines.length === 0) continue;
    const photo = withPhoto.has(id) ? null : (anchor.querySelector('img')?.src ?? null);
    cards.set(id, { id, lines, photo });
  }
  return [...cards.values()].slice(0, handOverLimits.cars);
}

/** Its pieces of text in the order in which they stand there. */
function linesOf(card: Element): string[] {
  const texts = card.ownerDocument.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  while (texts.nextNode() && lines.length < handOverLimits.cardLines) {
    const line = texts.currentNode.nodeValue?.trim();
    if (line) lines.push(line.slice(0, handOverLimits.lineLetters));
  }
  return lines;
}
