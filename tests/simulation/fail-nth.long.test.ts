import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FaultPlan, withFaults } from '#tests/support/call-faults.ts';
import { faultPlans, manyCasesMs } from '#tests/support/extent.ts';
import type { Delivery } from '#tests/support/message-pump.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { carIdOf, readCatalog } from '#tests/support/stored-car.ts';

vi.mock(import('#functions/platform/aws-call.ts'), async (load) =>
  withFaults(await load(), () => world.faults),
);

const world = await worldOfFile();
const person = await loadPeople();
const cars = await import('#functions/cars/store.ts');
const people = await import('#functions/accounts/store.ts');
const jobs = await import('#functions/imports/job-store.ts');

/** Cars of every import that was found complete. */
const stored: string[] = [];

type Small = { person: Person; href: string; ids: string[] };

let lastCar = 0;

/** A search of three cars, one of which has a plate, for a person of its own. */
async function smallSearch(name: string): Promise<Small> {
  const photos = [await world.photos.photoOf(null), await world.photos.photoOf('ZX48217')];
  const ids = [1, 2, 3].map((n) => `${name.replace(/\D/g, '')}${n}`);
  const listings = ids.map((id, i) =>
    world.marketplace.ad({
      id,
      // A car of its own, whatever photo it shares.
      mileage: { km: 3000 * ++lastCar, precision: 'exact' },
      photoUrls: photos.slice(i - 1, i),
    }),
  );
  const href = world.marketplace.search(name, [listings.slice(0, 2), listings.slice(1)]);
  return { person: person(name), href, ids };
}

/** What must hold of an import however it went. Returns what does not. */
async function violations({ person: owner, ids: listingIds }: Small, isStarted: boolean): Promise<string[]> {
  const ids = await Promise.all(listingIds.map(carIdOf));
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => holds || wrong.push(what);
  const [status, history, usage] = await Promise.all([owner.status(), owner.history(), owner.usage()]);
  const open = await openJobs();
  must(open.length === 0, 'no import is open');
  if (!isStarted) {
    must(history.length === 0, 'a refused start leaves no history');
    must(usage.scrapes_used === 0, 'a refused start costs nothing');
    return wrong;
  }
  must(status?.status === 'completed', `the import has completed, not ${status?.status}`);
  const job = status && (await jobs.getJob(status.jobId));
  for (const id of ids) {
    must(job?.done.has(id) ?? false, `car ${id} is done`);
    must(job?.added.has(id) ?? false, `car ${id} counts as new to the catalog`);
  }
  must(job?.found.size === 3 && job.failed.size === 0, 'what was found is done');
  const photos = (await cars.getCars(ids)).map(({ car }) => car.photos.length).toSorted();
  must(photos.join() === '0,1,1', `the cars have their photos, not ${photos}`);
  must(usage.scrapes_used === 1, `the charge is 1, not ${usage.scrapes_used}`);
  must(history.length === 1, `there is one history row, not ${history.length}`);
  must(history[0]?.status === 'completed', 'the history row has ended');
  must(history[0]?.cars_added_count === 3, `three cars were added, not ${history[0]?.cars_added_count}`);
  const discovered = [...(await people.readReader(owner.id)).discoveredAt.keys()];
  must(discovered.toSorted().join() === ids.toSorted().join(), `the cars are discovered, not ${discovered}`);
  if (wrong.length === 0) stored.push(...ids);
  return wrong;
}

/** A click, and the same click again when its answer was an error: as the web app does it. */
async function click({ person: owner, href }: Small): Promise<void> {
  const headers = { 'idempotency-key': `click-${owner.id}` };
  world.faults.revive();
  if ((await owner.start(href, headers)).status === 202) return;
  world.faults.revive();
  expect((await owner.start(href, headers)).status).toBe(202);
}

async function runOnce(name: string, plan?: FaultPlan): Promise<{ calls: string[]; wrong: string[] }> {
  const small = await smallSearch(name);
  world.faults.begin(plan);
  await click(small);
  const minutes = await world.run();
  const calls = world.faults.end();
  const wrong = await violations(small, true);
  if (minutes > 15) wrong.push(`the import took ${minutes} minutes`);
  return { calls, wrong };
}

describe('when the Nth call of an import fails, for every N', () => {
  let calls: string[];

  beforeAll(async () => {
    const whole = await runOnce('whole-1000');
    expect(whole.wrong).toEqual([]);
    calls = whole.calls;
  });

  it('an import calls every service at least once', () => {
    expect(new Set(calls)).toEqual(
      new Set([
        'TransactWriteCommand',
        'GetCommand',
        'BatchGetCommand',
        'PutCommand',
        'UpdateCommand',
        'QueryCommand',
        'SendMessageCommand',
        'SendMessageBatchCommand',
        'PutObjectCommand',
        'GET s3',
      ]),
    );
  });

  it.each([
    ['before it is carried out', 'before', 2000],
    ['after it was carried out', 'after', 3000],
    ['and its worker is killed with it', 'killed', 4000],
  ] as const)(
    'nothing is lost or counted twice: %s',
    async (_what, way, series) => {
      const wrong: Record<string, string[]> = {};
      for (const plan of faultPlans(calls.length).filter(({ when }) => when === way)) {
        const run = await runOnce(`${way}-${series + plan.nth}`, plan);
        if (run.wrong.length > 0) wrong[`${plan.nth} ${run.calls[plan.nth - 1]}`] = run.wrong;
      }
      expect(wrong).toEqual({});
    },
    manyCasesMs,
  );
});

describe('when a start is refused and nobody tries again', () => {
  it('a refused start either runs by itself or leaves no trace', async () => {
    for (let nth = 1; nth <= 8; nth++) {
      const small = await smallSearch(`refused-${5000 + nth}`);
      world.faults.begin({ nth, when: 'after' });
      const { status } = await small.person.start(small.href);
      world.faults.end();
      await world.run();
      const isStarted = status === 202 || (await small.person.history()).length > 0;
      expect(await violations(small, isStarted), `call ${nth}`).toEqual([]);
    }
  });
});

describe('when each message is delivered three times, in any order, side by side', () => {
  it.each([1, 2, 3, 4, 5])(
    'triple delivery of each message in any order counts nothing twice (seed %i)',
    async (seed) => {
      const small = await smallSearch(`thrice-${6000 + seed}`);
      const delivery: Delivery = { copies: 3, seed, atOnce: 4 };
      await click(small);
      await world.run(delivery);
      expect(await violations(small, true)).toEqual([]);
    },
  );
});

describe('after all of it', () => {
  it('every car is in the catalog once after all failures', async () => {
    const catalog = (await readCatalog()).map((card) => card.id);
    expect(catalog.toSorted()).toEqual(stored.toSorted());
  });
});
