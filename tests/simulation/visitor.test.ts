import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PageFailureClass } from '#core/marketplaces/marketplace.ts';
import type { VisitOutcome } from '#functions/imports/visits.ts';
import { counted } from '#tests/support/counted.ts';
import { refusal, searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';

let world: PipelineWorld;
let person: (id: string) => Person;
let queue: typeof import('#functions/platform/queues.ts');
let visitor: typeof import('#functions/imports/visits.ts');
let health: typeof import('#functions/imports/visits.ts');

beforeAll(async () => {
  world = await startPipelineWorld();
  person = await loadPeople();
  queue = await import('#functions/platform/queues.ts');
  visitor = await import('#functions/imports/visits.ts');
  health = await import('#functions/imports/visits.ts');
});
afterAll(() => world.close());
afterEach(() => {
  delete process.env.VISITS_BY;
});

let lastId = 0;
const show = (href: string, end = {}) =>
  world.marketplace.searches.set(href, { batches: 'failure' in end ? [] : [[ad(), ad()]], end });
function ad() {
  const id = `9007199254740${String(++lastId).padStart(6, '0')}`;
  return makeListing({ id, itemUrl: `${world.photos.origin}/marketplace/item/${id}/` });
}
const refuse = (href: string, by: PageFailureClass) => show(href, { failure: refusal(by) });
const visitsOf = (href: string) => world.marketplace.visits.searches.filter((each) => each === href).length;
const waiting = () => world.queues.counts('visits').visible;

/** What a visitor does that finds a visit; null where there is none. */
async function visitOnce(): Promise<VisitOutcome | null> {
  if (waiting() === 0) return null;
  const taken = await queue.nextVisit(new AbortController().signal);
  return taken && visitor.takeVisit(taken, 'visitor');
}

/** A person's import, whose first message our function has dealt with. */
async function startImport(name: string, prepare: (href: string) => unknown) {
  const href = searchAddress(world.photos.origin, name);
  prepare(href);
  const owner = person(name);
  await owner.start(href);
  while (await world.deliver());
  return { href, owner };
}

describe('a visit that our function was refused', () => {
  it.each(['login_wall', 'withheld'] as const)(
    'a visit refused with %s is made by the visitor, and the import completes',
    async (by) => {
      process.env.VISITS_BY = 'both';
      const { href, owner } = await startImport(`taken-over-${by}`, (each) => refuse(each, by));
      expect(await owner.status()).toMatchObject({ status: 'scraping', failure: null });
      show(href);
      expect(await visitOnce()).toMatchObject({ outcome: 'done', cars: 2 });
      await world.run();
      expect(await owner.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
      expect((await owner.usage()).scrapes_used).toBe(1);
      expect(visitsOf(href)).toBe(2);
    },
  );

  it('an import ends with a refund if the visitor is refused as well', async () => {
    process.env.VISITS_BY = 'both';
    const { owner } = await startImport('refused-twice', (href) => refuse(href, 'login_wall'));
    expect(await visitOnce()).toMatchObject({ outcome: 'refused', failure: 'login_wall' });
    await world.run();
    expect(await owner.history()).toMatchObject([{ status: 'failed', error_code: 'login_wall' }]);
    expect((await owner.usage()).scrapes_used).toBe(0);
  });

  it.each(['listing_removed', 'location_not_recognised', 'layout_changed'] as const)(
    'a visit that failed with %s is not passed to the visitor, whose address would not help',
    async (by) => {
      process.env.VISITS_BY = 'both';
      const { owner } = await startImport(`kept-${by}`, (href) => refuse(href, by));
      expect(waiting()).toBe(0);
      expect(await owner.history()).toMatchObject([{ status: 'failed', error_code: by }]);
    },
  );

  it('a refused visit is not passed on in a stage without a visitor', async () => {
    const { owner } = await startImport('no-visitor', (href) => refuse(href, 'login_wall'));
    expect(waiting()).toBe(0);
    expect(await owner.history()).toMatchObject([{ status: 'failed', error_code: 'login_wall' }]);
  });

  it('a visit that has read something is not passed to the visitor', async () => {
    process.env.VISITS_BY = 'both';
    const { owner } = await startImport('partly', (href) =>
      world.marketplace.searches.set(href, { batches: [[ad()]], end: { failure: refusal('rate_limited') } }),
    );
    expect(waiting()).toBe(0);
    await world.run();
    expect(await owner.history()).toMatchObject([{ status: 'completed', error_code: 'rate_limited' }]);
  });
});

describe('the visits of a visitor', () => {
  it.each([
    ['done', 'VisitorJobsDone', show],
    ['refused', 'VisitorJobsRefused', (href: string) => refuse(href, 'login_wall')],
  ] as const)('visits that are %s are counted as that', async (outcome, name, answer) => {
    process.env.VISITS_BY = 'visitor';
    await startImport(`counted-${outcome}`, answer);
    const count = () => world.log.filter((line) => line.includes(`"${name}":1`)).length;
    const before = count();
    expect(await visitOnce()).toMatchObject({ outcome });
    expect(count()).toBe(before + 1);
  });
});

describe('a stage that leaves all visits to the visitor', () => {
  it('a stage that leaves all visits to the visitor makes none itself', async () => {
    process.env.VISITS_BY = 'visitor';
    const { href, owner } = await startImport('all-his', show);
    expect(visitsOf(href)).toBe(0);
    await visitOnce();
    await world.run();
    expect(await owner.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    expect(visitsOf(href)).toBe(1);
  });

  it('hourly searches by the visitor are planned one after the other, those by functions as the stage says', async () => {
    const { dispatchSearches } = await import('#functions/searches/dispatch.ts');
    const { getSearchLoad } = await import('#functions/searches/store.ts');
    const perHour = async (by: string) => {
      process.env.VISITS_BY = by;
      await dispatchSearches(Math.floor(Date.now() / 3_600_000), new Date());
      return (await getSearchLoad())!.linksPerHour;
    };
    const [byFunction, byVisitor] = [await perHour('both'), await perHour('visitor')];
    // Of two visits at once one is kept for what people import by hand.
    expect(byFunction).toBe(byVisitor);
    process.env.VISITS_AT_ONCE = '6';
    expect(Math.abs((await perHour('lambda')) - 5 * byFunction)).toBeLessThanOrEqual(5);
    expect(await perHour('visitor')).toBe(byVisitor);
    delete process.env.VISITS_AT_ONCE;
  });

  it('a visit whose visitor was killed twice completes once', async () => {
    process.env.VISITS_BY = 'visitor';
    const { href, owner } = await startImport('killed-twice', show);
    for (const nth of [4, 9]) {
      world.faults.begin({ nth, when: 'killed' });
      expect(await visitOnce()).toMatchObject({ outcome: 'failed' });
      world.faults.end();
      world.faults.revive();
      expect(waiting()).toBe(0);
      world.advance(121_000);
      await world.sweep();
    }
    expect(await visitOnce()).toMatchObject({ outcome: 'done', cars: 2 });
    await world.run();
    expect(await owner.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    expect((await owner.usage()).scrapes_used).toBe(1);
    expect(world.queues.counts('visits')).toMatchObject({ visible: 0, inFlight: 0 });
    expect(visitsOf(href)).toBeGreaterThan(0);
  });

  it('a job whose message came twice to two visitors is visited once', async () => {
    process.env.VISITS_BY = 'visitor';
    const { href, owner } = await startImport('two-visitors', show);
    const first = await queue.nextVisit(new AbortController().signal);
    const outcomes = await Promise.all([
      visitor.takeVisit(first!, 'visitor'),
      visitor.takeVisit(first!, 'visitor'),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    while (await world.deliver());
    world.advance(11_000);
    // The second looks again when the first must be done, and finds nothing left to visit.
    await visitOnce();
    await world.run();
    expect(visitsOf(href)).toBe(1);
    expect(await owner.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    expect((await owner.usage()).scrapes_used).toBe(1);
    expect(world.queues.counts('visits')).toMatchObject({ visible: 0, inFlight: 0 });
  });

  it('an import that no visitor took says so, is free, and is not visited later', async () => {
    process.env.VISITS_BY = 'visitor';
    const { href, owner } = await startImport('nobody-came', show);
    expect(waiting()).toBe(1);
    const minutes = await world.run();
    expect(minutes).toBeGreaterThan(30);
    expect(minutes).toBeLessThan(33);
    expect(await owner.history()).toMatchObject([{ status: 'failed', error_code: 'not_visited' }]);
    expect(await owner.status()).toMatchObject({ status: 'failed', failure: 'not_visited' });
    expect((await owner.usage()).scrapes_used).toBe(0);
    await visitOnce();
    expect(visitsOf(href)).toBe(0);
    expect(waiting()).toBe(0);
  });

  it("an unfinished visit returns to the visitor's queue", async () => {
    process.env.VISITS_BY = 'visitor';
    const { owner } = await startImport('long', (href) =>
      world.marketplace.searches.set(href, { batches: [Array.from({ length: 60 }, ad)] }),
    );
    let visits = 0;
    while (await visitOnce()) {
      visits++;
      while (await world.deliver());
    }
    expect(visits).toBeGreaterThan(1);
    await world.run();
    expect(await owner.history()).toMatchObject([{ status: 'completed', cars_added_count: 60 }]);
  });
});

describe('the visitor’s health', () => {
  const lines = () => world.log.splice(0);

  it("the visitor's health is counted every minute while it reports, with its results", async () => {
    process.env.VISITS_BY = 'both';
    const counts = health.keepCounts();
    counts.add({ name: 'VisitorJobsDone', value: 1, dimensions: {} });
    counts.add({ name: 'VisitorJobsDone', value: 1, dimensions: {} });
    counts.add({ name: 'ImportsEnded', value: 1, dimensions: { outcome: 'login_wall' } });
    await counts.report();
    lines();
    await world.sweep();
    const first = lines();
    expect(counted(first, 'VisitorSeen')).toBe(1);
    expect(counted(first, 'VisitorJobsDone')).toBe(2);
    expect(first.filter((line) => line.includes('"outcome":"login_wall"'))).toHaveLength(1);
    await world.sweep();
    expect(counted(lines(), 'VisitorJobsDone')).toBe(0);
    world.advance(3 * 60_000);
    await world.sweep();
    expect(counted(lines(), 'VisitorSeen')).toBe(0);
  });

  it('a report that could not be sent is part of the next one', async () => {
    process.env.VISITS_BY = 'both';
    const counts = health.keepCounts();
    counts.add({ name: 'VisitorJobsRefused', value: 1, dimensions: {} });
    world.faults.begin({ nth: 1, when: 'before' });
    await expect(counts.report()).rejects.toThrow('staged');
    world.faults.end();
    await counts.report();
    lines();
    await world.sweep();
    expect(counted(lines(), 'VisitorJobsRefused')).toBe(1);
  });
});
