import { appendFileSync } from 'node:fs';

/** How often something was tried, how often the product held, and a figure worth reading (a time, a count, a share). */
export type Tried = { tried: number; held: number; figure?: string };

export type TriedOfRow = Tried & { row: number };

/** Names the file that collects what the tests of the security rows tried; `npm run security` sets it. */
export const figuresVariable = 'SECURITY_FIGURES';

/**
 * Says what a test tried for a row of `rows.ts`. Called once at the end of a test (or in `afterAll`), with counts that
 * were counted and not written down; what is said several times for one row is added up. Does nothing unless
 * `npm run security` runs the tests.
 */
export function recordTried(row: number, tried: Tried): void {
  const file = process.env[figuresVariable];
  if (file) appendFileSync(file, `${JSON.stringify({ row, ...tried } satisfies TriedOfRow)}\n`);
}
