import { quantile } from './statistics.ts';
import type { Subject } from './subject.ts';

/**
 * The months in which a pool's prices were asked: the first and last knot, as months since year 0, and the months between
 * two knots. Between knots the market moves linearly; outside it stands still.
 */
export type MarketMonths = { first: number; last: number; step: number };

/** `observedYear`: the middle of the pool's days. Older models, and pools of a single time, have no months. */
export type MarketTime = { observedYear: number; months?: MarketMonths | null };

type Emit = (group: string, level: string, value: number) => void;

const monthsPerYear = 12;
/** In a shorter time a market's movement cannot be distinguished from noise. */
const leastMonths = 2;
/** With fewer cars between two knots, the price of that month cannot be estimated. */
const leastCarsPerKnot = 30;
/** A smaller pool is valued better by the straight line alone. */
const leastCars = 300;
/** A single ad of a year ago does not extend the period to that year. */
const strayShare = 0.01;

const lineGroup = 'season';
const indexGroup = 'market';
/** Segments whose prices may move differently from the whole market. */
const segments = ['fuel', 'make'] as const;

/** Null if the pool's prices are of one time, or the pool is too small to distinguish a movement from noise. */
export function learnMonths(subjects: readonly Pick<Subject, 'observedYear'>[]): MarketMonths | null {
  if (subjects.length < leastCars) return null;
  const months = subjects.map(({ observedYear }) => observedYear * monthsPerYear);
  const from = quantile(months, strayShare);
  const span = quantile(months, 1 - strayShare) - from;
  const step = Math.max(1, Math.ceil((leastCarsPerKnot * span) / subjects.length));
  if (!(span >= Math.max(leastMonths, 2 * step))) return null;
  const first = Math.floor(from);
  return { first, last: first + step * Math.ceil((from + span - first) / step), step };
}

function emitIndex(group: string, prefix: string, observedYear: number, months: MarketMonths, emit: Emit) {
  const { first, last, step } = months;
  const month = Math.min(last, Math.max(first, observedYear * monthsPerYear));
  const place = (month - first) / step;
  const knot = Math.min(Math.floor(place), (last - first) / step - 1);
  emit(group, `${prefix}${first + knot * step}`, 1 - (place - knot));
  emit(group, `${prefix}${first + (knot + 1) * step}`, place - knot);
}

/**
 * How the market moved until the car's day: the whole market, its fuel and its make. Each is a line over the years plus the
 * deviations from it at the two knots around the day.
 */
export function emitMovement(subject: Subject, { observedYear, months }: MarketTime, emit: Emit): void {
  const years = subject.observedYear - observedYear;
  emit(lineGroup, 'line', years);
  if (!months) return;
  emitIndex(indexGroup, '', subject.observedYear, months, emit);
  for (const segment of segments) {
    const kind = subject[segment];
    if (!kind) continue;
    emit(`${lineGroup}·${segment}`, kind, years);
    emitIndex(`${indexGroup}·${segment}`, `${kind}|`, subject.observedYear, months, emit);
  }
}

/** Coefficients without those of `emitMovement`: past movements do not predict later years. */
export const withoutMovement = (coefficients: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(coefficients).filter(([key]) => !/^(?:season|market)[|·]/.test(key)));

/** The movement alone, in log price; 0 for a market without months. */
export function movementLog(
  subject: Subject,
  time: MarketTime,
  coefficient: (group: string, level: string) => number,
): number {
  let sum = 0;
  if (time.months)
    emitMovement(subject, time, (group, level, value) => {
      sum += coefficient(group, level) * value;
    });
  return sum;
}
