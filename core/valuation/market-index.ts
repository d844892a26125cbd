import { quantile } from './statistics.ts';
import type { Subject } from './subject.ts';

/**
 * The months over which a pool was asked: its first and last knot, as months since year 0, and how many months lie between two
 * knots. The market moves in a line between knots, and stands still outside of them.
 */
export type MarketMonths = { first: number; last: number; step: number };

/** `observedYear`: the day in the pool's middle. Models of before, and of a market of one time, have no months. */
export type MarketTime = { observedYear: number; months?: MarketMonths | null };

type Emit = (group: string, level: string, value: number) => void;

const monthsPerYear = 12;
/** A shorter time tells nothing of a market's movement that chance would not tell as well. */
const leastMonths = 2;
/** Fewer cars between two knots are too few to say what a month was like. */
const leastCarsPerKnot = 30;
/** A smaller pool is valued better by its line alone. */
const leastCars = 300;
/** A single ad of a year ago makes no year. */
const strayShare = 0.01;

const lineGroup = 'season';
const indexGroup = 'market';
/** What moves apart from the market as a whole. */
const segments = ['fuel', 'make'] as const;

/** Null where the pool was asked at one time, or is too small to tell a movement from chance. */
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
 * How the market moved until the car's day: all of it, its fuel and its make, each as a line over the years and as what the
 * two knots around the day differ from the line.
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

/** Coefficients without those of `emitMovement`: how prices moved while a market was watched says nothing of the years since. */
export const withoutMovement = (coefficients: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(coefficients).filter(([key]) => !/^(?:season|market)[|·]/.test(key)));

/** The movement alone, in log price. A market without months counts as one that stands still. */
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
