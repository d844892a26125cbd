import { daysListed, type Listed } from './days-listed.ts';

type Leaving = Listed & { goneAt: string | null };

const dayMs = 86_400_000;

/** What left longer ago tells of another market. */
const longestGoneDays = 365;
/** After so long what was asked counts half. */
const halfLifeDays = 180;
/** An ad that stood longer than cars of this market mostly do was taken away rather than sold at its price. */
const usualDays = 45;
const leastWeight = 0.1;

export const isOfThisMarket = ({ goneAt }: Pick<Leaving, 'goneAt'>, now: string): boolean =>
  goneAt === null || Date.parse(now) - Date.parse(goneAt) < longestGoneDays * dayMs;

/**
 * How much the last price of a car counts beside one that is asked today, from 0.1 to 1: less the longer it is gone, and the
 * longer it stood before. Chosen, not fitted: `npm run bench -- valuation --gone` shows what it does.
 */
export function weightOf(car: Leaving, now: string): number {
  if (car.goneAt === null) return 1;
  const goneDays = Math.max(0, Date.parse(now) - Date.parse(car.goneAt)) / dayMs;
  const age = 0.5 ** (goneDays / halfLifeDays);
  const stood = Math.min(1, usualDays / Math.max(1, daysListed(car, car.goneAt)));
  return Math.max(leastWeight, Math.round(age * stood * 100) / 100);
}

export type GoneCar = Leaving & { id: string };

/** Ids of the cars that left the market within its time, `most` of them at most: the last ones, in the order they left. */
export function lastGone(cars: readonly GoneCar[], now: string, most: number): string[] {
  const gone = cars.filter((car) => car.goneAt !== null && isOfThisMarket(car, now));
  const order = ({ goneAt, id }: GoneCar) => `${goneAt} ${id}`;
  return gone
    .toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
    .slice(0, Math.max(0, most))
    .map(({ id }) => id);
}
