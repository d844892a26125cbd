import { describe, expect, it } from 'vitest';
import {
  type AutomatedSearch,
  afterRun,
  inPanelOrder,
  isRefused,
  type LinkState,
  runningCount,
  runOf,
  searchEnd,
  titleOf,
  wireSubscription,
} from '#core/searches/automated-search.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const search = (fields: Partial<AutomatedSearch> = {}): AutomatedSearch => ({
  id: 's',
  href: 'https://www.facebook.com/marketplace/odense/search?query=octavia',
  name: null,
  startTime: at(18),
  endTime: at(25),
  ...fields,
});
const lastRun = { at: at(20), status: 'completed', carsFound: 9, carsNew: 2, failure: null } as const;
const link = (fields: Partial<LinkState> = {}): LinkState => ({
  nextRun: at(22),
  pausedFor: null,
  refusals: 0,
  lastRun,
  ...fields,
});

describe('an automated search', () => {
  it('runs for seven days, and is called by its name or by what its link looks for', () => {
    expect(searchEnd(now)).toBe(at(28));
    expect([titleOf(search()), titleOf(search({ name: 'Mine' }))]).toEqual(['octavia · Odense', 'Mine']);
  });

  it('counts until the moment at which it ends', () => {
    const ends = (endTime: string) => runningCount([search({ endTime })], now);
    expect([ends('2026-11-21T08:00:00.001Z'), ends('2026-11-21T08:00:00.000Z')]).toEqual([1, 0]);
  });

  it('shows its last run and its next', () => {
    expect(wireSubscription(search(), link(), 2, now)).toEqual({
      id: 's',
      search_url: search().href,
      title: 'octavia · Odense',
      start_time: at(18),
      end_time: at(25),
      interval_hours: 2,
      status: 'active',
      next_run: at(22),
      last_run: { at: at(20), status: 'completed', cars_found: 9, cars_new: 2, failure: null },
      paused_for: null,
    });
  });

  it('says nothing of runs before it began: somebody else follows the link', () => {
    const early = link({ lastRun: { ...lastRun, at: at(18) } });
    expect(wireSubscription(search(), early, 1, now)).toMatchObject({ last_run: null, next_run: at(18) });
    expect(wireSubscription(search(), link({ lastRun: null }), 1, now).next_run).toBe(at(18));
    expect(wireSubscription(search(), null, 1, now)).toMatchObject({ last_run: null, next_run: null });
  });

  it('is paused or expired, and then has no next run', () => {
    const paused = link({ pausedFor: 'checkpoint' });
    expect(wireSubscription(search(), paused, 1, now)).toMatchObject({
      status: 'paused',
      paused_for: 'checkpoint',
      next_run: null,
    });
    expect(wireSubscription(search({ endTime: at(20) }), paused, 1, now)).toMatchObject({
      status: 'expired',
      paused_for: null,
      next_run: null,
    });
  });

  it('stands in the panel before those that have ended, the newest first', () => {
    const searches = [
      search({ id: 'ended', endTime: at(20), startTime: at(19) }),
      search({ id: 'older', startTime: at(17) }),
      search({ id: 'newer', startTime: at(18) }),
      search({ id: 'ended early', endTime: at(12), startTime: at(5) }),
    ];
    expect(inPanelOrder(searches, now).map(({ id }) => id)).toEqual([
      'newer',
      'older',
      'ended',
      'ended early',
    ]);
  });
});

describe('a run', () => {
  const job = { state: 'completed', found: new Set(['1', '2']), failure: null } as const;

  it('is kept with what it found, an empty search as no failure', () => {
    expect(runOf(job, 1, at(20))).toEqual({
      at: at(20),
      status: 'completed',
      carsFound: 2,
      carsNew: 1,
      failure: null,
    });
    expect(runOf({ ...job, failure: 'empty' }, 0, at(20)).failure).toBeNull();
    expect(runOf({ ...job, state: 'failed', failure: 'timeout' }, 0, at(20))).toMatchObject({
      status: 'failed',
      failure: 'timeout',
    });
    expect(runOf({ ...job, state: 'working' }, 0, at(20)).status).toBe('completed');
  });

  it('of an ad that was removed is not tried again', () => {
    expect(afterRun({ failure: 'listing_removed' }, { refusals: 0 }, now)).toEqual({
      state: 'paused',
      refusals: 1,
    });
    expect([isRefused({ failure: 'timeout' }), isRefused({ failure: null })]).toEqual([true, false]);
  });
});
