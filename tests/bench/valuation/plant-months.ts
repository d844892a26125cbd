import { randomSequence } from '#core/valuation/statistics.ts';
import type { BenchCar } from './measure.ts';

const seed = 11;
export const monthsBack = 12;

/** How log prices stood `ago` months before today, for a kind of car (its fuel, or its make where the set has one fuel). */
type Movement = (ago: number, pace: number) => number;

/**
 * `still`: nothing moved, which a fit must not mistake for a movement. `even`: every kind fell by 1 % a month. `kinds`: each fell
 * at a pace of its own. `turn`: kinds rose by their pace for eight months, then fell by twice as much.
 */
export const movements = {
  still: () => 0,
  even: (ago) => 0.01 * ago,
  kinds: (ago, pace) => pace * ago,
  turn: (ago, pace) => (ago <= 4 ? 2 * pace * ago : 2 * pace * 4 - pace * (ago - 4)),
} as const satisfies Record<string, Movement>;
export type MovementName = keyof typeof movements;

/** Shares of the price by month. Other kinds are given one between nothing and the widest, by chance. */
const paces: Record<string, number> = { Diesel: 0.015, Gasoline: 0.005, Electric: 0.03, Hybrid: 0.01 };
const widestPace = 0.02;

export type PlantedCar = BenchCar & { ago: number };

/** The ad of such a car, as old and as far driven, `ago` months before: only the market was another. */
function backdate(car: BenchCar, ago: number, log: number): PlantedCar {
  const month = (car.month ?? 6) - ago;
  return {
    ...car,
    ago,
    observedYear: car.observedYear - ago / 12,
    year: car.year! - (month < 1 ? 1 : 0),
    month: month < 1 ? month + 12 : month,
    price: car.price * Math.exp(log),
  };
}

/** A set of one day as the ads of a year, dealt to its months by a seed. */
export function plantMonths(cars: readonly BenchCar[], movement: MovementName): PlantedCar[] {
  const random = randomSequence(seed);
  const paceOf = new Map<string, number>(Object.entries(paces));
  return cars.map((car) => {
    const kind = car.fuel ?? car.make!;
    if (!paceOf.has(kind)) paceOf.set(kind, widestPace * random());
    const ago = Math.floor(monthsBack * random());
    return backdate(car, ago, movements[movement](ago, paceOf.get(kind)!));
  });
}
