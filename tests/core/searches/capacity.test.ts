import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterRun,
  hourOf,
  hourStart,
  mostSpreadSeconds,
  spreadSeconds,
} from '#core/searches/automated-search.ts';
import { intervalHours, lanesOf, linksPerHour } from '#core/searches/capacity.ts';

describe('the capacity of an hour', () => {
  it('the links per hour follow from the pauses and the number of lanes', () => {
    expect(linksPerHour({ pauseSeconds: 3, lanes: 2 })).toBe(124);
    expect(linksPerHour({ pauseSeconds: 3, lanes: 1 })).toBe(62);
    expect(linksPerHour({ pauseSeconds: 0, lanes: 2 })).toBe(156);
    expect(intervalHours(0, 0)).toBe(1);
    expect(intervalHours(3, 0)).toBe(3);
  });

  it('a quarter of the visits, at least one, is kept for imports by hand', () => {
    expect([2, 3, 4, 8, 11, 160, 1000].map(lanesOf)).toEqual([1, 2, 3, 6, 9, 120, 750]);
    // Stage files require at least two.
    expect(lanesOf(1)).toBe(1);
  });

  it('the interval grows only when there are more links than room', () => {
    expect([1, 124, 125, 248, 249].map((links) => intervalHours(links, 124))).toEqual([1, 1, 2, 2, 3]);
  });
});

describe('an hour', () => {
  it('runs are spread over a quarter of an hour, always the same for the same link', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (hash) => {
        expect(spreadSeconds(hash)).toBe(spreadSeconds(hash));
        expect(spreadSeconds(hash)).toBeLessThanOrEqual(mostSpreadSeconds);
      }),
    );
    const places = Array.from({ length: 400 }, (_, n) => spreadSeconds(`link-${n * 7919}-x`));
    for (const from of [0, 225, 450, 675])
      expect(places.filter((place) => place >= from && place < from + 225).length).toBeGreaterThan(60);
  });

  it('a link’s place in the hour follows from its hash', () => {
    expect([mostSpreadSeconds, spreadSeconds(''), spreadSeconds('a'), spreadSeconds('ab')]).toEqual([
      900, 0, 97, 596,
    ]);
    expect(spreadSeconds('x'.repeat(64))).toBe(spreadSeconds('x'.repeat(64)));
  });

  it('hourStart gives the beginning of the hour', () => {
    expect(hourStart(hourOf(new Date('2026-11-21T08:59:59.999Z')))).toBe('2026-11-21T08:00:00.000Z');
  });
});

describe('afterRun', () => {
  const now = new Date('2026-11-21T08:10:00.000Z');
  it.each([
    ['rate_limited', 0, '2026-11-21T09:10:00.000Z'],
    ['timeout', 1, '2026-11-21T14:10:00.000Z'],
  ] as const)('a link that failed with %s after %i refusals waits', (failure, refusals, nextRun) => {
    expect(afterRun({ failure }, { refusals }, now)).toEqual({
      state: 'runs',
      refusals: refusals + 1,
      nextRun,
    });
  });

  it('a link that no visitor came to runs the next hour, without a refusal', () => {
    const after = afterRun({ failure: 'not_visited' }, { refusals: 2 }, now);
    expect(after).toEqual({ state: 'runs', refusals: 0, nextRun: null });
  });

  it('a link is paused after three refusals, and at once when another visit cannot help', () => {
    expect(afterRun({ failure: 'checkpoint' }, { refusals: 2 }, now).state).toBe('paused');
    for (const failure of ['location_not_recognised', 'search_not_understood', 'listing_removed'] as const)
      expect(afterRun({ failure }, { refusals: 0 }, now)).toEqual({ state: 'paused', refusals: 1 });
  });

  it.each([null, 'empty', 'internal'] as const)('%s is not a refusal', (failure) => {
    expect(afterRun({ failure }, { refusals: 2 }, now)).toEqual({
      state: 'runs',
      refusals: 0,
      nextRun: null,
    });
  });
});
