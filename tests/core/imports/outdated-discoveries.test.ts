import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Discovery, outdatedDiscoveries } from '#core/imports/listings.ts';
import { limits } from '#core/payments/plan.ts';
import { isRunId, runIdOf } from '#core/searches/automated-search.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const hour = runIdOf('k3Jd0bXqk3Jd0bXqk3Jd0bXqk3Jd0bXq', 498_680);
const filterHour = runIdOf('filter-k3Jd0bXqk3Jd0bXqk3Jd0bXq', 498_680);
const byHand = 'Zt0a1-8xYw1qU3b4c5-9';

const discoveries = (count: number, jobId: string, prefix = jobId.slice(0, 6)): Discovery[] =>
  Array.from({ length: count }, (_, n) => ({
    carId: `${prefix}${String(n).padStart(5, '0')}`,
    jobId,
    discoveredAt: new Date(now.getTime() - (n + 1) * 60_000).toISOString(),
  }));
const idsOf = (some: readonly Discovery[]) => some.map(({ carId }) => carId);

describe('outdatedDiscoveries', () => {
  it('isRunId tells hourly runs from imports', () => {
    expect([hour, filterHour, byHand, 'fixturejob0000000001'].map(isRunId)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('discoveries are kept up to the limit, and the oldest beyond it are outdated', () => {
    const all = discoveries(limits.discoveries + 2, byHand);
    expect(outdatedDiscoveries(all.slice(0, -2), now)).toEqual([]);
    expect(idsOf(outdatedDiscoveries(all.toReversed(), now))).toEqual(idsOf(all.slice(-2)));
  });

  it('discoveries of automated searches never displace imported ones, nor the other way', () => {
    const imported = discoveries(limits.discoveries, byHand, 'old');
    const brought = [...discoveries(3_000, hour, 'run'), ...discoveries(3_000, filterHour, 'filter')];
    const outdated = outdatedDiscoveries([...imported, ...brought], now);
    expect(outdated).toHaveLength(6_000 - limits.discoveries);
    expect(outdated.some(({ jobId }) => jobId === byHand)).toBe(false);
    const many = outdatedDiscoveries([...discoveries(3_000, byHand), ...brought.slice(0, 5)], now);
    expect(new Set(many.map(({ jobId }) => jobId))).toEqual(new Set([byHand]));
  });

  it('discoveries older than a year are outdated, except cars of a handed-over page', () => {
    const [one] = discoveries(1, hour);
    const old = { ...one!, discoveredAt: '2025-11-21T08:00:00.000Z' };
    expect(outdatedDiscoveries([old], now)).toEqual([old]);
    expect(outdatedDiscoveries([{ ...old, discoveredAt: '2025-11-21T08:00:00.001Z' }], now)).toEqual([]);
    const own = discoveries(limits.discoveries + 50, byHand, 'p-').map((each) => ({
      ...each,
      discoveredAt: '2024-01-01T00:00:00.000Z',
    }));
    expect(outdatedDiscoveries(own, now)).toEqual([]);
  });

  it('the discoveries kept do not depend on the order or on repeating', () => {
    const all = [...discoveries(limits.discoveries + 40, byHand), ...discoveries(30, hour)];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const gone = new Set(idsOf(outdatedDiscoveries(shuffled, now)));
        expect(gone).toEqual(new Set(idsOf(all.slice(limits.discoveries, limits.discoveries + 40))));
        expect(
          outdatedDiscoveries(
            shuffled.filter(({ carId }) => !gone.has(carId)),
            now,
          ),
        ).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
