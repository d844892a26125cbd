import {
  type HandedCard,
  type HandedPage,
  handOverLimits,
} from '#core/marketplace/facebook/button/hand-over.ts';
import { keepAdFields } from '#core/marketplace/facebook/button/kept-fields.ts';
import { isListPath, itemIdOf } from '#core/marketplace/facebook/button/page-kind.ts';
import { readDataScripts } from '#core/marketplace/facebook/embedded-json.ts';
import { walkFeed } from '#core/marketplace/facebook/feed-rows.ts';
import { findItemParts } from '#core/marketplace/facebook/item-parts.ts';
import { knownParameters } from '#core/marketplace/facebook/known-parameters.ts';
import { type JsonObject, readArray } from '#core/marketplace/page/json-read.ts';

/** Cards name their ad by a whole address or a path of it. */
const itemLink = /\/marketplace\/item\/(\d{1,25})(?:[/?#]|$)/;

/**
 * What an open page of the marketplace shows of cars: the data that its scripts hold and the cards that are drawn by now,
 * with the fields that describe a car and no others. Null where the page is neither a search nor an ad.
 */
export function collectPage(page: Document, location: Location): HandedPage | null {
  const { pathname } = location;
  const itemId = itemIdOf(pathname);
  if (itemId === null && !isListPath(pathname)) return null;
  const scripts = page.querySelectorAll('script[type="application/json"]');
  const documents = readDataScripts(Array.from(scripts, ({ textContent }) => textContent ?? ''));
  const found = itemId === null ? searchOf(documents) : adOf(documents, itemId);
  const cards = itemId === null ? cardsOf(page, found.ads) : [];
  return { kind: itemId === null ? 'search' : 'item', path: pathOf(location), ...found, cards };
}

/** The address without what only the site uses, which may say who is looking. */
function pathOf({ pathname, search }: Location): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const [name] of knownParameters) {
    const value = given.get(name);
    if (value) kept.set(name, value.slice(0, 100));
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}

type Data = Pick<HandedPage, 'ads' | 'hasNoResults'>;

function searchOf(documents: unknown[]): Data {
  const ads = new Map<unknown, JsonObject>();
  let hasNoResults = false;
  walkFeed(documents, {
    row: (listing) => {
      if (!ads.has(listing.id)) ads.set(listing.id, keepAdFields(listing));
    },
    noResults: () => {
      hasNoResults = true;
    },
  });
  return { ads: [...ads.values()], hasNoResults };
}

/** Only the ad of the address: about twenty others lie on its page. */
function adOf(documents: unknown[], id: string): Data {
  const { targets, photoSets } = findItemParts(documents);
  const own = targets.filter((target) => target.id === id);
  const photos = photoSets.find((set) => set.id === id && readArray(set, 'listing_photos').length > 0);
  const ads = own.length > 0 && photos ? [...own, photos] : own;
  return { ads: ads.map(keepAdFields), hasNoResults: false };
}

function cardsOf(page: Document, ads: readonly JsonObject[]): HandedCard[] {
  const withPhoto = new Set(ads.filter((ad) => ad.primary_listing_photo).map(({ id }) => id));
  const cards = new Map<string, HandedCard>();
  for (const anchor of page.querySelectorAll('a[href*="/marketplace/item/"]')) {
    const id = itemLink.exec(anchor.getAttribute('href') ?? '')?.[1];
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
