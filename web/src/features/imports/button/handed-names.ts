import type { HandedCard } from '#core/marketplace/button/hand-over.ts';
import type { TakenPage } from '#core/marketplace/button/read-hand-over.ts';
import { openedPagesOf } from '#core/marketplace/opened.ts';

const mostNamed = 4;

/** A card's longest line among its first ones is its title: the others are prices and badges. */
const longestLineOf = ({ lines }: HandedCard): string =>
  lines.slice(0, 4).reduce((longest, line) => (line.length > longest.length ? line : longest), '');

/** The first ads by name, so that a reader recognises the page. */
export function namesOf({ source, ads, cards }: TakenPage): string[] {
  const { idOf, titleOf } = openedPagesOf(source);
  const names = new Map<string | null, string>();
  for (const ad of ads) {
    const title = titleOf(ad);
    if (title !== null) names.set(idOf(ad), title);
  }
  for (const card of cards) if (!names.has(card.id)) names.set(card.id, longestLineOf(card));
  return [...names.values()].filter((name) => name !== '').slice(0, mostNamed);
}
