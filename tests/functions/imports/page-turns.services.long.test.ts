import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pagesPerHour } from '#core/accounts/rate-limits.ts';
import { counted, keepLog } from '#tests/support/kept-log.ts';
import { startTestTable } from '#tests/support/table.ts';

let log: ReturnType<typeof keepLog>;

const table = await startTestTable();
const { turnsAt } = await import('#functions/marketplaces/plain-visits.ts');
const { documentClient } = await import('#functions/platform/table.ts');
beforeEach(() => {
  log = keepLog();
});
afterEach(() => {
  log.restore();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => table.close());

const pauseSeconds = 0.2;
const demo = { isDemo: true, pauseSeconds };

/** When each turn came, in milliseconds. */
async function takeTurns(takeTurn: () => Promise<boolean>, count: number): Promise<number[]> {
  const at: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    expect(await takeTurn()).toBe(true);
    at.push(performance.now());
  }
  return at;
}

const shortestRest = (at: readonly number[]) => Math.min(...at.slice(1).map((ms, index) => ms - at[index]!));

describe('page turns at a marketplace', () => {
  it('gives a single worker one turn at a time, with one request to the table for each', async () => {
    const sent = vi.spyOn(documentClient, 'send');
    const at = await takeTurns(turnsAt({ ...demo, source: 'dba' }), 4);
    expect(shortestRest(at)).toBeGreaterThan(pauseSeconds * 1000 * 0.9);
    expect(sent.mock.calls.filter(([command]) => command instanceof UpdateCommand)).toHaveLength(4);
  });

  it('shares the turns between workers that do not know of each other', async () => {
    const workers = [1, 2, 3].map(() => turnsAt({ ...demo, source: 'bilbasen' }));
    const at = (await Promise.all(workers.map((takeTurn) => takeTurns(takeTurn, 2)))).flat();
    // A turn is given by the table and told a moment later: of two that are told, the second may have waited less.
    const sorted = at.toSorted((a, b) => a - b);
    expect(sorted.at(-1)! - sorted[0]!).toBeGreaterThan(5 * pauseSeconds * 1000 * 0.9);
  });

  it('gives turns without a pause where none is configured', async () => {
    const sent = vi.spyOn(documentClient, 'send');
    await takeTurns(turnsAt({ source: 'facebook', isDemo: true, pauseSeconds: 0 }), 3);
    expect(sent).not.toHaveBeenCalled();
  });

  it('gives no more turns than pages allowed an hour, which a demo does not count', async () => {
    // Pages come back while time passes, and a busy machine takes a while for 600.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:00:00.000Z') });
    const takeTurn = turnsAt({ source: 'dba', isDemo: false, pauseSeconds: 0 });
    for (let page = 0; page < pagesPerHour.capacity; page++) await takeTurn();
    expect(await takeTurn()).toBe(false);
    expect(counted(log.lines, 'PagesAsked')).toBe(pagesPerHour.capacity);
    expect(await turnsAt({ source: 'dba', isDemo: true, pauseSeconds: 0 })()).toBe(true);
  });
});
