import type { Card } from './card.ts';
import { isLocked, type Viewer } from './viewer.ts';

export const shownSimilarCars = 8;

const share = (a: number, b: number) => Math.abs(Math.log(a / b));

/**
 * How unlike two cars of one make are; 0 is alike. Another model weighs as much as eight years or twice the price;
 * what is not known of either counts as a small difference.
 */
function distance(a: Card, b: Card): number {
  const model = a.model !== null && a.model === b.model ? 0 : 4;
  const years = a.year !== null && b.year !== null ? Math.abs(a.year - b.year) * 0.5 : 1;
  const price = a.priceDkk > 0 && b.priceDkk > 0 ? share(a.priceDkk, b.priceDkk) * 6 : 1;
  const mileage =
    a.mileageKm !== null && b.mileageKm !== null ? Math.abs(a.mileageKm - b.mileageKm) / 60_000 : 1;
  const fuel = a.fuel !== null && b.fuel !== null && a.fuel !== b.fuel ? 1 : 0;
  return model + years + price + mileage + fuel;
}

/** The cars of the same make most like this one, as far as the viewer may know them; most alike first. */
export function similarCards(car: Card, cards: Iterable<Card>, viewer: Viewer): Card[] {
  const found: { card: Card; distance: number }[] = [];
  for (const card of cards) {
    if (card.id === car.id || car.make === null || card.make !== car.make || isLocked(viewer, card)) continue;
    found.push({ card, distance: distance(car, card) });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.card.id < b.card.id ? -1 : 1))
    .slice(0, shownSimilarCars)
    .map(({ card }) => card);
}
