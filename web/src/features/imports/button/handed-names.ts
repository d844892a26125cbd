import type { HandedCard } from '#core/marketplace/facebook/button/hand-over.ts';
import type { TakenPage } from '#core/marketplace/facebook/button/read-hand-over.ts';

const mostNamed = 4;

/** A card's longest line among its first ones is its title: the others are prices and badges. */
const titleOf = ({ lines }: HandedCard): string =>
  lines.slice(0, 4).reduce((longest, line) => (line.length > longest.length ? line : longest), '');

/** The first ads by name, so that a reader recognises the page. */
export function namesOf({ ads, cards }: TakenPage): string[] {
  const names = new Map<unknown, string>();
  for (const { id, marketplace_listing_title: title } of ads)
    if (typeof title === 'string') names.set(id, title);
  for (const card of cards) if (!names.has(card.id)) names.set(card.id, titleOf(card));
  return [...names.values()].filter((name) => name !== '').slice(0, mostNamed);
}
