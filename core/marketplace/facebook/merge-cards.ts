import type { AdFields } from '#core/marketplace/ad/build-listing.ts';
import { foldText } from '#core/marketplace/ad/text.ts';
import type { Rejection } from '#core/marketplace/parsed-page.ts';
import type { Cards } from './dom-cards.ts';

/** Below this share of common cars, seen from both sides, data and cards belong to two searches. */
const leastCommonShare = 0.2;

export type Merged = {
  ads: AdFields[];
  rejected: Rejection[];
  /** Cars that stood on the page in either way, once each. */
  shownCount: number;
};

/**
 * One list of a page's data and its rendered cards, by id. A card is never older than the data: what it says wins, and
 * cars that only a card shows are added. Where hardly a car is common to both, the visitor went on to another search
 * inside the site, and the data is what was there before.
 */
export function mergeCards(rows: readonly AdFields[], rejected: readonly Rejection[], cards: Cards): Merged {
  const cardOf = new Map(cards.ads.map((ad) => [ad.id, ad]));
  const common = rows.filter(({ id }) => cardOf.has(id)).length;
  const share = Math.max(common / rows.length, common / cards.ads.length);
  const isStale = rows.length > 0 && cards.ads.length > 0 && share < leastCommonShare;
  const current = isStale ? [] : rows;
  const inData = new Set(current.map(({ id }) => id));
  const read = [
    ...current.map((row) => withCard(row, cardOf.get(row.id))),
    ...cards.ads.filter(({ id }) => !inData.has(id)),
  ];
  const readIds = new Set(read.map(({ id }) => id));
  const stale: Rejection[] = isStale
    ? rows.filter(({ id }) => !readIds.has(id)).map(({ id }) => ({ id, reason: 'not_shown' }))
    : [];
  const unread = [...rejected, ...cards.rejected].filter(({ id }) => id === undefined || !readIds.has(id));
  const onlyCards = cards.shownCount - cards.ads.length - cards.rejected.length;
  return {
    ads: read,
    rejected: [...uniqueById(unread), ...stale],
    shownCount: read.length + uniqueById(unread).length + stale.length + onlyCards,
  };
}

/** Of what the data says more exactly (the variant behind the name, the mileage, the state) nothing is lost. */
function withCard(row: AdFields, card: AdFields | undefined): AdFields {
  if (!card) return row;
  const isShortened = foldText(row.title).startsWith(foldText(card.title));
  return {
    ...row,
    title: isShortened ? row.title : card.title,
    ...(card.price && { price: card.price, priceText: card.priceText, oldPrice: card.oldPrice }),
    city: card.city ?? row.city,
    subtitle: row.subtitle ?? card.subtitle,
    availability: card.availability === 'live' ? row.availability : card.availability,
    photoUrls: row.photoUrls.length > 0 ? row.photoUrls : card.photoUrls,
  };
}

function uniqueById(rejected: readonly Rejection[]): Rejection[] {
  const seen = new Set<string>();
  return rejected.filter(({ id }) => {
    if (id === undefined) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}
