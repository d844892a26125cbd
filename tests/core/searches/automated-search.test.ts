import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import { limits } from '#core/payments/plan.ts';
import {
  type AutomatedSearch,
  afterRun,
  changedCatalog,
  filterHref,
  filterQuery,
  fittingCards,
  hourOf,
  hourStart,
  inPanelOrder,
  isRefused,
  type LinkState,
  mostSpreadSeconds,
  runningCount,
  runOf,
  searchEnd,
  spreadSeconds,
  usualRule,
  wireSubscription,
} from '#core/searches/automated-search.ts';
import { hasRoomToLookAgain, intervalHours, lanesOf, linksPerHour } from '#core/searches/capacity.ts';
import { makeCard, makeRating } from '#tests/support/make-car.ts';

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
    expect(called({ href: '/?q=golf&avoid=rust,ny%20kobling' })).toEqual([
      'golf, without “rust” / without “ny kobling”',
      'golf, uden ”rust” / uden ”ny kobling”',
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
      feed_since: null,
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
      rule: usualRule('s'),
    });
  });

  it('an automated search shows no runs from before it began', () => {
    const early = link({ lastRun: { ...lastRun, at: at(18) } });
    expect(wireSubscription(search(), early, shown())).toMatchObject({ last_run: null, next_run: at(18) });
    expect(wireSubscription(search(), link({ lastRun: null }), shown()).next_run).toBe(at(18));
    expect(wireSubscription(search(), null, shown())).toMatchObject({ last_run: null, next_run: null });
  });

  it('an automated search shows no runs from after it ended', () => {
    const ended = search({ endTime: at(20) });
    const runAt = (hour: number) => link({ lastRun: { ...lastRun, at: at(hour) } });
    expect(wireSubscription(ended, runAt(20), shown()).last_run).toMatchObject({ at: at(20) });
    expect(wireSubscription(ended, runAt(21), shown()).last_run).toBeNull();
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

describe('the capacity of an hour', () => {
  it('the links per hour follow from the pauses and the number of lanes', () => {
    expect(linksPerHour({ pauseSeconds: 3, lanes: 2 })).toBe(124);
    expect(linksPerHour({ pauseSeconds: 3, lanes: 1 })).toBe(62);
    expect(linksPerHour({ pauseSeconds: 0, lanes: 2 })).toBe(156);
    expect(intervalHours(0, 0)).toBe(1);
    expect(intervalHours(3, 0)).toBe(3);
  });

  it('ads are opened again while at most half of the hour is needed for searches', () => {
    expect(hasRoomToLookAgain({ links: 0, linksPerHour: 0 })).toBe(true);
    expect(hasRoomToLookAgain({ links: 62, linksPerHour: 124 })).toBe(true);
    expect(hasRoomToLookAgain({ links: 63, linksPerHour: 124 })).toBe(false);
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

describe('a search of the list', () => {
  const now = new Date('2026-11-21T08:00:00.000Z');
  const premium: Viewer = { id: 'p', isPremium: true, seesEstimates: true };

  it('filters have one address, whatever their order', () => {
    const filters = { q: 'træk', brand: 'Skoda,VW', maxPrice: '100000', gearbox: 'manual', place: ' ' };
    const href = filterHref(filters);
    expect(href).toBe('/?brand=Skoda%2CVW&gearbox=manual&maxPrice=100000&q=tr%C3%A6k');
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.entries(filters), { minLength: 5 }),
        (entries) => filterHref(Object.fromEntries(entries)) === href,
      ),
    );
  });

  it('a filter address is read as its query', () => {
    expect(filterQuery('/?brand=Skoda&maxPrice=100000&place=Odense', now)).toMatchObject({
      brands: ['Skoda'],
      maxPriceDkk: 100_000,
      near: { radiusKm: 25 },
    });
    expect(() => filterQuery('/?place=Atlantis', now)).toThrow('Atlantis');
  });

  it('a filter search finds every fitting car over all pages', () => {
    const cards = Array.from({ length: 75 }, (_, n) =>
      makeCard({ id: String(n), make: n % 3 === 0 ? 'Ford' : 'Skoda' }),
    );
    const found = fittingCards(changedCatalog(cards), filterQuery('/?brand=Skoda', now), premium);
    expect(found.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
      cards.map(({ id }) => Number(id)).filter((n) => n % 3 !== 0),
    );
  });

  it('a filter search finds no amazing car for a reader without premium', () => {
    const card = makeCard({ ...makeRating(), id: '1', deal: 'amazing', priceDkk: 90_000 });
    const changes = changedCatalog([card]);
    const query = filterQuery('/?maxPrice=95000', now);
    expect(fittingCards(changes, query, premium)).toHaveLength(1);
    expect(fittingCards(changes, query, anonymous)).toEqual([]);
  });
});
