import { describe, expect, it } from 'vitest';
import { limits } from '#core/payments/plan.ts';
import {
  type AutomatedSearch,
  afterRun,
  inPanelOrder,
  isRefused,
  type LinkState,
  runningCount,
  runOf,
  searchEnd,
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
const shown = (intervalHours = 1) => ({ intervalHours, language: 'en' as const, now });
const lastRun = { at: at(20), status: 'completed', carsFound: 9, carsNew: 2, failure: null } as const;
const link = (fields: Partial<LinkState> = {}): LinkState => ({
  nextRun: at(22),
  pausedFor: null,
  refusals: 0,
  lastRun,
  ...fields,
});

describe('an automated search', () => {
  it('an automated search runs for seven days', () => {
    expect(searchEnd(now)).toBe(at(28));
  });

  it('an automated search is called by its own name, else by its filters in the reader’s language', () => {
    const filters = '/?brand=Skoda&fuel=diesel&maxPrice=100000&place=K%C3%B8benhavn&radius=60';
    const called = (fields: Partial<AutomatedSearch>) => {
      const { title, name } = wireSubscription(search(fields), null, shown());
      const danish = wireSubscription(search(fields), null, { ...shown(), language: 'da' });
      expect(danish.name).toBe(name);
      return [title, danish.title, name];
    };
    expect(called({ name: 'Til Anna' })).toEqual(['Til Anna', 'Til Anna', 'Til Anna']);
    expect(called({ href: filters, name: 'Til Anna' })).toEqual(['Til Anna', 'Til Anna', 'Til Anna']);
    expect(called({ href: filters })).toEqual([
      'Skoda, up to 100.000 kr., diesel, within 60 km of Copenhagen',
      'Skoda, op til 100.000 kr., diesel, højst 60 km fra København',
      null,
    ]);
    expect(called({ href: '/?bodies=x&minPrice=50000&q=tr%C3%A6k' })).toEqual([
      'træk, from 50.000 kr.',
      'træk, fra 50.000 kr.',
      null,
    ]);
  });

  it.each([
    ['up to 100.000 kr. · Skoda', '/?brand=Skoda&maxPrice=100000'],
    ['op til 100.000 kr. · Skoda', '/?brand=Skoda&maxPrice=100000'],
    [
      '“træk” · 50.000–100.000 kr. · VW · Golf · Amazing · 2015–2018 · up to 90.000 km · Manual',
      '/?q=tr%C3%A6k&minPrice=50000&maxPrice=100000&brand=VW&model=Golf&deal=amazing&minYear=2015&maxYear=2018&maxMileage=90000&gearbox=manual',
    ],
    [
      'højst 25 km fra København · Benzin · El · SUV · fra 150 hk · mindst 7 dage til salg, højst 30 dage til salg · Gyldigt syn',
      '/?place=K%C3%B8benhavn&fuel=petrol,electric&body=suv&minPower=150&minDays=7&maxDays=30&inspection=valid',
    ],
  ])('a search stored under the generated name “%s” is called by its filters', (name, href) => {
    const kept = name.slice(0, limits.nameLength).trim();
    expect(wireSubscription(search({ href, name: kept }), null, shown()).name).toBeNull();
  });

  it('an automated search counts until the moment at which it ends', () => {
    const ends = (endTime: string) => runningCount([search({ endTime })], now);
    expect([ends('2026-11-21T08:00:00.001Z'), ends('2026-11-21T08:00:00.000Z')]).toEqual([1, 0]);
  });

  it('an automated search shows its last run and its next', () => {
    expect(wireSubscription(search(), link(), shown(2))).toEqual({
      id: 's',
      kind: 'link',
      browser: null,
      search_url: search().href,
      title: 'octavia, Odense',
      name: null,
      start_time: at(18),
      end_time: at(25),
      interval_hours: 2,
      status: 'active',
      next_run: at(22),
      last_run: { at: at(20), status: 'completed', cars_found: 9, cars_new: 2, failure: null },
      paused_for: null,
    });
  });

  it('an automated search shows no runs from before it began', () => {
    const early = link({ lastRun: { ...lastRun, at: at(18) } });
    expect(wireSubscription(search(), early, shown())).toMatchObject({ last_run: null, next_run: at(18) });
    expect(wireSubscription(search(), link({ lastRun: null }), shown()).next_run).toBe(at(18));
    expect(wireSubscription(search(), null, shown())).toMatchObject({ last_run: null, next_run: null });
  });

  it('a paused or expired automated search has no next run', () => {
    const paused = link({ pausedFor: 'checkpoint' });
    expect(wireSubscription(search(), paused, shown())).toMatchObject({
      status: 'paused',
      paused_for: 'checkpoint',
      next_run: null,
    });
    expect(wireSubscription(search({ endTime: at(20) }), paused, shown())).toMatchObject({
      status: 'expired',
      paused_for: null,
      next_run: null,
    });
  });

  it('running searches come before ended ones in the panel, the newest first', () => {
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

  it('a run is kept with what it found, and an empty search is no failure', () => {
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

  it('a search whose ad was removed is paused and not retried', () => {
    expect(afterRun({ failure: 'listing_removed' }, { refusals: 0 }, now)).toEqual({
      state: 'paused',
      refusals: 1,
    });
    expect([isRefused({ failure: 'timeout' }), isRefused({ failure: null })]).toEqual([true, false]);
  });
});
