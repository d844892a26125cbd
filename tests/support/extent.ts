import type { FaultPlan } from './call-faults.ts';

/**
 * How much of very many cases a test takes: some of them in `npm test`, all with TEST_CASES=all, as in
 * `TEST_CASES=all npx vitest run` and `TEST_CASES=all npm run e2e -- tests/e2e/power-cuts`.
 */
export const takesAllCases = process.env.TEST_CASES === 'all';

/** For a test of many cases, also on a machine that does other things as well. */
export const manyCasesMs = takesAllCases ? 3_600_000 : 300_000;

/** Every `step`th case, or all. */
export function someOf<T>(all: readonly T[], step: number): readonly T[] {
  return takesAllCases ? all : all.filter((_, place) => place % step === 0);
}

const ways = ['before', 'after', 'killed'] as const;

/**
 * Which of so many calls fails, and how: each call in one of the three ways, the ways by turns, or each call in each way.
 * A larger `step` leaves calls out.
 */
export function faultPlans(calls: number, step = 3): FaultPlan[] {
  const isTaken = (nth: number, way: number) =>
    takesAllCases || (nth - 1) % step === Math.floor((way * step) / ways.length);
  return ways.flatMap((when, way) =>
    Array.from({ length: calls }, (_, i) => ({ nth: i + 1, when })).filter(({ nth }) => isTaken(nth, way)),
  );
}
