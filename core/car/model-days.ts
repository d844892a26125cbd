import { median } from '../valuation/statistics.ts';
import type { Card } from './card.ts';
import { daysListed } from './days-listed.ts';
import { isOfThisMarket } from './gone-evidence.ts';

/** How long the cars of one model have been offered: at the median, those that are gone and those that still are. */
export type ModelDays = { make: string; model: string; days: number; cars: number };

/** Fewer tell nothing of their model. */
const leastCars = 20;

export function modelDays(cards: readonly Card[], now: string): ModelDays[] {
  const known = cards.filter((card) => card.make && card.model && isOfThisMarket(card, now));
  return [...Map.groupBy(known, ({ make, model }) => `${make}\n${model}`).values()]
    .filter((own) => own.length >= leastCars)
    .map((own) => ({
      make: own[0]!.make!,
      model: own[0]!.model!,
      days: Math.round(median(own.map((card) => daysListed(card, now)))),
      cars: own.length,
    }))
    .sort((a, b) => (`${a.make} ${a.model}` < `${b.make} ${b.model}` ? -1 : 1));
}
