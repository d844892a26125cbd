import { beforeEach, describe, expect, it } from 'vitest';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const world = await worldOfFile();
const newPerson = await loadPeople();
const jobs = await import('#functions/imports/job-store.ts');

function loseMessages(): void {
  for (const queue of ['scrape', 'identify', 'rate']) world.queues.purge(queue);
}

let count = 0;
let person: Person;
let jobId: string;

/** Each test begins with an import of two cars that has just been started. */
beforeEach(async () => {
  const { ad, search } = world.marketplace;
  person = newPerson(`person-${++count}`);
  jobId = (await person.start(search(`try-${count}`, [[ad(), ad()]]))).body.jobId;
});

const job = async () => (await jobs.getJob(jobId))!;

describe('an ended import', () => {
  it('an ended import is settled even if its worker died before writing the history', async () => {
    loseMessages();
    await jobs.changeJobState(jobId, ['queued'], 'failed', new Date().toISOString(), 'login_wall');
    expect(await person.history()).toMatchObject([{ status: 'started' }]);
    await world.sweep();
    expect(await person.history()).toMatchObject([{ status: 'failed', error_code: 'login_wall' }]);
    expect((await person.usage()).scrapes_used).toBe(0);
  });
});

describe('a message that fails too often', () => {
  it('an unreadable message becomes a dead letter and does not stop the import', async () => {
    world.queues.send('identify', { body: 'not json' });
    await world.run();
    expect(await person.status()).toMatchObject({ status: 'completed', carsDone: 2 });
  });
});

describe('the lease of a visit', () => {
  it('a visit whose worker died with the lease is repeated after one wait', async () => {
    await jobs.takeLease(jobId, 'dead', Date.now(), 20_000);
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
});

describe('many open imports', () => {
  it('the sweep reads open imports a hundred at a time and makes no call for an import that needs nothing', async () => {
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
