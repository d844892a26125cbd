import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carIdOf } from '#tests/support/car-ids.ts';
import { refusal, searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';

let world: PipelineWorld;
let newPerson: (id: string) => Person;
let jobs: typeof import('#functions/imports/job-store.ts');
let jobLease: typeof import('#functions/imports/job-store.ts');

beforeAll(async () => {
  world = await startPipelineWorld();
  newPerson = await loadPeople();
  jobs = await import('#functions/imports/job-store.ts');
  jobLease = await import('#functions/imports/job-store.ts');
});
afterAll(() => world.close());

const minutes = (count: number) => count * 60_000;
const waiting = (queue: string) => world.queues.counts(queue).visible;
function loseMessages(): void {
  for (const queue of ['scrape', 'identify', 'rate']) world.queues.purge(queue);
}

let count = 0;
let person: Person;
let jobId: string;
let ids: string[];

/** Each try with an import of two cars that has just been started. */
beforeEach(async () => {
  const { origin } = world.photos;
  count++;
  ids = [`${count}01`, `${count}02`];
  const href = searchAddress(origin, `try-${count}`);
  const batch = ids.map((id) => makeListing({ id, itemUrl: `${origin}/marketplace/item/${id}/` }));
  world.marketplace.searches.set(href, { batches: [batch] });
  person = newPerson(`person-${count}`);
  jobId = (await person.start(href)).body.jobId;
});

const job = async () => (await jobs.getJob(jobId))!;

describe('an import whose cars’ messages were lost', () => {
  it.each(['identify', 'rate'])(
    'an import whose messages in the queue %s were lost continues after four minutes',
    async (queue) => {
      await world.deliver();
      if (queue === 'rate') await world.deliver();
      expect(waiting(queue)).toBe(2);
      loseMessages();
      world.advance(minutes(3));
      await world.sweep();
      expect(waiting(queue)).toBe(0);
      world.advance(minutes(1) + 1_000);
      await world.sweep();
      expect(waiting(queue)).toBe(2);
      await world.run();
      expect(await person.status()).toMatchObject({ status: 'completed', carsDone: 2 });
    },
  );
});

describe('an import that everything was done for', () => {
  it('an import is ended even if its last worker died before doing so', async () => {
    await world.deliver();
    loseMessages();
    await jobs.addToJob(jobId, { done: await Promise.all(ids.map(carIdOf)) }, new Date().toISOString());
    await world.sweep();
    expect((await job()).state).toBe('completed');
    expect(await person.history()).toMatchObject([{ status: 'completed' }]);
  });

  it('an ended import is settled even if its worker died before writing the history', async () => {
    loseMessages();
    await jobs.changeJobState(jobId, ['queued'], 'failed', new Date().toISOString(), 'login_wall');
    expect(await person.history()).toMatchObject([{ status: 'started' }]);
    await world.sweep();
    expect(await person.history()).toMatchObject([{ status: 'failed', error_code: 'login_wall' }]);
    expect((await person.usage()).scrapes_used).toBe(0);
  });
});

describe('an import that a machine slept through', () => {
  it('an import continues after the machine slept, however long', async () => {
    await world.deliver();
    loseMessages();
    world.advance(minutes(8 * 60));
    await world.sweep();
    await world.run();
    expect(await person.status()).toMatchObject({ status: 'completed', carsDone: 2 });
    expect(await person.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
  });
});

describe('an import that was reminded just before the machine slept for three days', () => {
  it('an import that was sent again just before the machine slept for three days ends with all its cars', async () => {
    await world.deliver();
    loseMessages();
    world.advance(minutes(5));
    await world.sweep();
    loseMessages();
    world.advance(minutes(3 * 24 * 60));
    await world.sweep();
    expect((await job()).state).toBe('working');
    await world.run();
    expect(await person.status()).toMatchObject({ status: 'completed', carsDone: 2, failure: null });
    expect(await person.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
  });
});

describe('a message that fails too often', () => {
  it('an unreadable message becomes a dead letter and disturbs nothing', async () => {
    world.queues.send('identify', { body: 'not json' });
    await world.run();
    expect(await person.status()).toMatchObject({ status: 'completed', carsDone: 2 });
  });
});

describe('a worker that died with the lease', () => {
  it('a visit whose worker died with the lease is repeated after one wait', async () => {
    await jobLease.takeLease(jobId, 'dead', Date.now(), 20_000);
    await world.deliver();
    expect((await job()).state).toBe('queued');
    expect(world.queues.counts('scrape').delayed).toBe(1);
    expect(await world.run()).toBeLessThan(1);
    expect((await job()).state).toBe('completed');
  });

  it('a second worker waits while the first holds the lease, so that one visit happens', async () => {
    const body = world.queues.peek('scrape')[0]!.body;
    world.queues.send('scrape', { body });
    world.marketplace.open.most = 0;
    await world.run({ atOnce: 4 });
    expect(world.marketplace.open.most).toBe(1);
    expect(await person.status()).toMatchObject({ status: 'completed', carsDone: 2 });
  });

  it('a visit is not repeated if the search was refused meanwhile', async () => {
    for (const search of world.marketplace.searches.values()) search.end = { failure: refusal('login_wall') };
    for (const search of world.marketplace.searches.values()) search.batches = [];
    await world.run();
    expect((await job()).failure).toBe('login_wall');
  });
});

describe('many open imports', () => {
  it('are read a hundred at a time, and one that needs nothing costs no call of its own', async () => {
    const { putItem } = await import('#functions/platform/table.ts');
    const now = new Date().toISOString();
    for (let n = 0; n < 200; n++) {
      const open = {
        id: `open-${n}`,
        kind: 'scrape',
        linkHash: `x${n}`,
        href: 'https://x.example/',
        privateTo: null,
      } as const;
      await putItem(jobs.jobItem(open, now));
    }
    world.faults.begin();
    await world.sweep();
    const calls = world.faults.end();
    expect(calls.filter((call) => call === 'BatchGetCommand').length).toBeLessThanOrEqual(3);
    expect(calls).not.toContain('GetCommand');
  });
});
