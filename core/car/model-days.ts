import type { Card } from './card.ts';
import { listedSince } from './days-listed.ts';
import { isOfThisMarket } from './gone-evidence.ts';

/** After how many days half of a model's cars are gone, and of how many cars that is known. */
export type ModelDays = { make: string; model: string; days: number; cars: number };

/** Fewer tell nothing of their model. */
const leastCars = 20;
/** Of so few that were watched at an age nothing is said of that age. */
const leastWatched = 5;
const dayMs = 86_400_000;

/** From which day on the market a car was watched, until which, and whether it was gone then. */
export type Watched = { fromDay: number; toDay: number; isGone: boolean };

/**
 * After how many days half are gone, as far as they were watched; null where that was not seen. What is still offered has
 * stood at least until now, and what had stood when it was first seen says nothing of the days before: each counts among
 * those that could have gone on a day only on days on which it was watched (Kaplan and Meier 1958, with late entries).
 */
export function medianDaysToGone(watched: readonly Watched[]): number | null {
  const goneDays = [...new Set(watched.filter(({ isGone }) => isGone).map(({ toDay }) => toDay))];
  let staying = 1;
  for (const day of goneDays.sort((a, b) => a - b)) {
    const there = watched.filter(({ fromDay, toDay }) => fromDay < day && toDay >= day);
    if (there.length < leastWatched) continue;
    const went = there.filter(({ isGone, toDay }) => isGone && toDay === day).length;
    staying *= 1 - went / there.length;
    if (staying <= 0.5) return day;
  }
  return null;
}

function watchedDays(card: Card, now: string): Watched {
  const since = Date.parse(listedSince(card));
  return {
    fromDay: (Date.parse(card.firstSeenAt) - since) / dayMs,
    toDay: (Date.parse(card.goneAt ?? now) - since) / dayMs,
    isGone: card.goneAt !== null,
  };
}

/** How long the cars of each model are offered, of the models of which enough is known. */
export function modelDays(cards: readonly Card[], now: string): ModelDays[] {
  const known = cards.filter((card) => card.make && card.model && isOfThisMarket(card, now));
  return [...Map.groupBy(known, ({ make, model }) => `${make}\n${model}`).values()]
    .filter((own) => own.length >= leastCars)
    .flatMap((own): ModelDays[] => {
      const days = medianDaysToGone(own.map((card) => watchedDays(card, now)));
      if (days === null) return [];
      const { make, model } = own[0]!;
      return [{ make: make!, model: model!, days: Math.round(days * 10) / 10, cars: own.length }];
    })
    .sort((a, b) => (`${a.make} ${a.model}` < `${b.make} ${b.model}` ? -1 : 1));
}
