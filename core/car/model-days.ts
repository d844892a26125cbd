import type { Car } from './car.ts';
import { isAgeKnown, type Listed, listedSince } from './days-listed.ts';
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
  const there = watched.filter(({ fromDay, toDay }) => fromDay < toDay);
  const fromDays = Float64Array.from(there, ({ fromDay }) => fromDay).sort();
  const toDays = Float64Array.from(there, ({ toDay }) => toDay).sort();
  const goneDays = Float64Array.from(
    there.filter(({ isGone }) => isGone),
    ({ toDay }) => toDay,
  ).sort();
  let staying = 1;
  let [come, left] = [0, 0];
  for (let next = 0; next < goneDays.length; ) {
    const day = goneDays[next]!;
    const first = next;
    while (goneDays[next] === day) next++;
    while (fromDays[come]! < day) come++;
    while (toDays[left]! < day) left++;
    const watchedThen = come - left;
    if (watchedThen < leastWatched) continue;
    staying *= 1 - (next - first) / watchedThen;
    if (staying <= 0.5) return day;
  }
  return null;
}

/** What is asked of a car to know how long its model is offered. */
type Offered = Pick<Car, 'availability' | 'goneAt' | 'scrapedAt'> &
  Listed & { make: string | null; model: string | null };

/** Until it was gone, or seen last: whether one stood longer that nobody looked at, nobody knows. */
function watchedDays(car: Offered): Watched {
  const since = Date.parse(listedSince(car));
  return {
    fromDay: (Date.parse(car.firstSeenAt) - since) / dayMs,
    toDay: (Date.parse(car.goneAt ?? car.scrapedAt) - since) / dayMs,
    isGone: car.goneAt !== null && car.availability !== 'unseen',
  };
}

/** Takes one car after another, and keeps of each what its model's figures need. */
export class DaysOfModels {
  readonly #now: string;
  readonly #models = new Map<string, { make: string; model: string; watched: Watched[] }>();

  constructor(now: string) {
    this.#now = now;
  }

  add(car: Offered): void {
    const { make, model } = car;
    if (!make || !model || !isAgeKnown(car) || !isOfThisMarket(car, this.#now)) return;
    const key = `${make}\n${model}`;
    const known = this.#models.get(key) ?? { make, model, watched: [] };
    known.watched.push(watchedDays(car));
    this.#models.set(key, known);
  }

  /** How long the cars of each model are offered, of the models of which enough is known. */
  figures(): ModelDays[] {
    return [...this.#models.values()]
      .filter(({ watched }) => watched.length >= leastCars)
      .flatMap(({ make, model, watched }): ModelDays[] => {
        const days = medianDaysToGone(watched);
        return days === null ? [] : [{ make, model, days: Math.round(days * 10) / 10, cars: watched.length }];
      })
      .sort((a, b) => (`${a.make} ${a.model}` < `${b.make} ${b.model}` ? -1 : 1));
  }
}
