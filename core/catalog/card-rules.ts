import type { Card } from '#core/cars/card.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { foldText } from './fold-text.ts';

/** Best first. */
export const dealRank: Record<Deal, number> = { amazing: 3, fair: 2, poor: 1, no_estimate: 0 };

/** Whether the price field holds a price of the car; others sort last by price in both directions. */
export const asksForCar = (card: Card): boolean => isPriceOfCar(card.priceDkk, card.reason);

/** The mileage as the list compares it: a masked one counts in thousands. */
export const comparedMileageKm = (card: Card): number | null =>
  card.mileageKm !== null && card.mileagePrecision === 'masked'
    ? Math.floor(card.mileageKm / 1000) * 1000
    : card.mileageKm;

/** How the price stands to the estimate; cars without one come after all others of their deal. */
export const priceShare = (card: Card): number =>
  card.avgDkk && card.priceDkk ? card.priceDkk / card.avgDkk : Number.MAX_VALUE;

const ownTexts = ({ title, make, model, city, words }: Card) => [
  title,
  make ?? '',
  model ?? '',
  city ?? '',
  words,
];

/** Folded texts: `full` for signed-in people; `open`, without plates, for everybody else: it would be an oracle. */
export function searchedTexts(card: Card): { open: string; full: string } {
  const texts = ownTexts(card);
  const words = texts.join(' ');
  const folded = foldText(words);
  // Each by itself: what the next one begins with has no say in whether a text ends with a plate.
  const withoutPlates = texts.map((text) => hidePlates(text, card.plate)).join(' ');
  return {
    open: withoutPlates === words ? folded : foldText(withoutPlates),
    full: card.plate ? `${folded} ${foldText(card.plate)}` : folded,
  };
}

/** Whether a car stands in the shared list: what is sold or gone keeps its history, what is somebody's own stays theirs. */
export const isListed = ({ availability, ownerId }: Card): boolean =>
  ownerId === null && isOffered(availability);
