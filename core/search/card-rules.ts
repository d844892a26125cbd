import type { Card } from '../car/card.ts';
import { hidePlates } from '../car/hide-plates.ts';
import type { Deal, RatingReason } from '../valuation/valuation.ts';
import { foldText } from './fold-text.ts';

/** Best first. */
export const dealRank: Record<Deal, number> = { amazing: 3, fair: 2, poor: 1, no_estimate: 0 };

/** What stands in the price field of these is no price of the car: a monthly rate, a 1 to be found first. */
const noPriceReasons: readonly RatingReason[] = [
  'no_price',
  'placeholder_price',
  'leasing',
  'foreign_currency',
];

/** Whether the price field holds a price of the car; others sort last by price in both directions. */
export const asksForCar = (card: Card): boolean => card.priceDkk > 0 && !noPriceReasons.includes(card.reason);

/** The mileage as the list compares it: a masked one counts in thousands. */
export const comparedMileageKm = (card: Card): number | null =>
  card.mileageKm !== null && card.mileagePrecision === 'masked'
    ? Math.floor(card.mileageKm / 1000) * 1000
    : card.mileageKm;

/** How the price stands to the estimate; cars without one come after all others of their deal. */
export const priceShare = (card: Card): number =>
  card.avgDkk && card.priceDkk ? card.priceDkk / card.avgDkk : Number.MAX_VALUE;

/** Folded text that signed-in people search. */
export const searchedText = (card: Card): string => foldText(`${ownWords(card)} ${card.plate ?? ''}`);

/** Folded text for everybody else: no plate, else the search would be an oracle. */
export const searchedTextWithoutPlates = (card: Card): string =>
  foldText(hidePlates(ownWords(card), card.plate));

const ownWords = (card: Card) =>
  `${card.title} ${card.make ?? ''} ${card.model ?? ''} ${card.city ?? ''} ${card.words}`;
