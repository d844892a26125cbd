import type { Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { runningCost } from '#core/cars/cost.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import { findTown } from '#core/places/places.ts';
import { distanceKm, type Town } from '#core/places/towns.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { type CardQuery, defaultSort, type SortOption } from './card-query.ts';
import { foldText } from './fold-text.ts';

/** Higher is better. */
export const dealRank: Record<Deal, number> = { amazing: 3, fair: 2, poor: 1, no_estimate: 0 };

/** Whether the price field holds the price of the car. Other cars sort last by price in both directions. */
export const asksForCar = (card: Card): boolean => isPriceOfCar(card.priceDkk, card.reason);

/** The mileage in km by which the list compares; a masked one ("187xxx") counts in thousands. */
export const comparedMileageKm = (card: Card): number | null =>
  card.mileageKm !== null && card.mileagePrecision === 'masked'
    ? Math.floor(card.mileageKm / 1000) * 1000
    : card.mileageKm;

/** Price divided by estimate. Cars without an estimate sort last within their deal. */
export const priceShare = (card: Card): number =>
  card.avgDkk && card.priceDkk ? card.priceDkk / card.avgDkk : Number.MAX_VALUE;

const ownTexts = ({ title, make, model, city, words }: Card) => [
  title,
  make ?? '',
  model ?? '',
  city ?? '',
  words,
];

/**
 * The folded texts that a search looks in: `full` for signed-in readers, `open` for the rest. `open` has no plates, so that
 * search cannot be used to look them up.
 */
export function searchedTexts(card: Card): { open: string; full: string } {
  const texts = ownTexts(card);
  const words = texts.join(' ');
  const folded = foldText(words);
  // Each text is searched for plates by itself, so that the next text's beginning cannot complete or break one.
  const withoutPlates = texts.map((text) => hidePlates(text, card.plate)).join(' ');
  return {
    open: withoutPlates === words ? folded : foldText(withoutPlates),
    full: card.plate ? `${folded} ${foldText(card.plate)}` : folded,
  };
}

/** Whether a car is in the shared list: neither gone, sold nor owned by one person. */
export const isListed = ({ availability, ownerId }: Card): boolean =>
  ownerId === null && isOffered(availability);

/** Beyond what any month costs: cars of which a part is unknown come after those whose cost is known, and the rest last. */
const partlyKnown = 100_000;
const unknownRunning = 2 * partlyKnown;

/** What cars are compared by for the cost of a month. */
export function runningKey(card: Card): number {
  const cost = runningCost(card);
  return cost ? Math.min(cost.month, partlyKnown - 1) + (cost.lacks ? partlyKnown : 0) : unknownRunning;
}

/** The order that the viewer gets: who sees no ratings cannot sort by them, and without a town there is no distance. */
export function sortFor({ sort, from }: CardQuery, viewer: Viewer): SortOption {
  const isOpen = sort === 'deal' ? viewer.isPremium : sort !== 'distance_asc' || from !== null;
  return isOpen ? sort : defaultSort;
}

/** Whole kilometres from a town to the car's, in a straight line; null if the car's town is unknown. */
export function kmFrom(from: Town, { city }: Pick<Card, 'city'>): number | null {
  const town = city === null ? null : findTown(city);
  return town && Math.round(distanceKm(town, from));
}
