import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { hourOf } from '#core/searches/automated-search.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';

process.env.VISITS_AT_ONCE = '4';
const world = await worldOfFile();
const person = await loadPeople();
const searches = await loadSearches(world);
const { closeJob } = await import('#functions/imports/job-store.ts');
afterEach(async () => {
  await searches.endAll();
  for (const name of ['scrape', 'hourly']) world.queues.purge(name);
  for (const job of await openJobs()) await closeJob(job.id);
});
afterAll(() => {
  delete process.env.VISITS_AT_ONCE;
});

const search = (query: string) => world.marketplace.search(query, [[world.marketplace.ad()]]);

/** Runs of this hour that stand in line: as the dispatch makes them, whatever room the hour has. */
async function hourlyRuns(count: number, name: string): Promise<string[]> {
  const { startHourlyRun } = await import('#functions/searches/run-store.ts');
  const { sendHourlyRun } = await import('#functions/platform/queues.ts');
  const { changeItem } = await import('#functions/platform/table.ts');
  const { linkKey } = await import('#functions/platform/keys.ts');
  const { dueSortKey } = await import('#functions/searches/store.ts');
  const hour = hourOf(new Date());
  const now = new Date().toISOString();
  const hrefs: string[] = [];
  for (let n = 0; n < count; n++) {
    const [href, hash] = [search(`${name}-${n}`), `${name}-${n}`];
    const link = { hash, href, nextRun: now, jobId: null } as unknown as Parameters<typeof startHourlyRun>[0];
    await changeItem(linkKey(hash), { set: { kind: 'LINK', href, gsi2sk: dueSortKey(now, hash) } });
    const run = await startHourlyRun(link, hour, now, now);
    expect(run.kind).toBe('started');
    await sendHourlyRun({ type: 'scrape', jobId: `${hash}-${hour}`, requestId: 'r' }, 0);
    hrefs.push(href);
  }
  return hrefs;
}

const visited = () => world.marketplace.visits.searches;

describe('what people import by hand', () => {
  it('an import by hand starts at once while 500 hourly runs wait', async () => {
    const runs = await hourlyRuns(500, 'crowd');
    await world.sweep();
    // A message for each of the three lanes, and not one for each run.
    expect(world.queues.counts('scrape').visible).toBe(3);
    expect(world.queues.counts('hourly').visible).toBe(500);
    const mine = search('mine');
    await person('anna').start(mine);
    const before = visited().length;
    await world.deliver();
    // Three lanes had one turn each before it, and all others stand behind it.
    const made = visited().slice(before);
    expect(made).toHaveLength(4);
    expect(made).toContain(mine);
    expect(world.queues.counts('hourly').visible).toBe(497);
    expect(runs.filter((href) => visited().includes(href))).toHaveLength(3);
  }, 60_000);

  it('an import by hand takes over the waiting hourly run of the same link', async () => {
    const [, awaited] = await hourlyRuns(20, 'joined');
    const link = (await openJobs()).find(({ href }) => href === awaited)!;
    const { sendVisit } = await import('#functions/platform/queues.ts');
    // As a start does that joins it: its hash is one of the test.
    await sendVisit(
      { isAutomatic: true, hasOwners: true },
      { type: 'scrape', jobId: link.id, requestId: 'r' },
    );
    while (await world.deliver());
    expect(visited().filter((href) => href === awaited)).toHaveLength(1);
    await world.run();
    expect(visited().filter((href) => href === awaited)).toHaveLength(1);
  }, 60_000);
});

describe('hourly runs', () => {
  it('hourly runs get their turns while imports by hand never end', async () => {
    const runs = await hourlyRuns(9, 'patient');
    const done = () => runs.filter((href) => visited().includes(href)).length;
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) await person(`busy-${round}-${n}`).start(search(`busy-${round}-${n}`));
      await world.sweep();
      await world.deliver();
      expect(done()).toBe(3 * (round + 1));
    }
  }, 60_000);

  it('all hourly runs happen once, even if their messages and those of the lanes arrive twice', async () => {
    const runs = await hourlyRuns(12, 'twice');
    const bodies = world.queues.peek('hourly', 500).map(({ body }) => body);
    for (const body of bodies) world.queues.send('hourly', { body });
    await world.sweep();
    await world.sweep();
    await world.run({ copies: 2, atOnce: 3 });
    expect(runs.map((href) => visited().filter((each) => each === href).length)).toEqual(runs.map(() => 1));
    expect(world.queues.counts('hourly')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
  }, 60_000);

  it('hourly runs wait for an hour without being sent again, and lanes recover after a crash', async () => {
    await hourlyRuns(5, 'waits');
    // Long enough for lanes' messages of the tests before.
    world.advance(50 * 60_000);
    await world.sweep();
    expect(world.queues.counts('hourly').visible).toBe(5);
    // The lanes' messages are lost with whoever had them.
    world.queues.purge('scrape');
    await world.run();
    expect((await openJobs()).length).toBe(0);
  }, 60_000);

  it('the message of a finished hourly run is removed from the queue within the hour', async () => {
    const { sendHourlyRun } = await import('#functions/platform/queues.ts');
    await sendHourlyRun({ type: 'scrape', jobId: 'made-long-ago', requestId: 'r' }, 0);
    for (let minutes = 0; minutes < 60; minutes++) {
      world.advance(60_000);
      await world.sweep();
      while (await world.deliver());
    }
    expect(world.queues.counts('hourly')).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
    expect(world.queues.counts('dead').visible).toBe(0);
  });
});
