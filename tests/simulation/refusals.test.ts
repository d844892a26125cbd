import { afterEach, describe, expect, it } from 'vitest';
import { maxReceives, retryWaitSeconds } from '#core/contract/messages.ts';
import { pageFailureClasses } from '#core/marketplaces/marketplace.ts';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { counted } from '#tests/support/kept-log.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { listingIdsOf, readCatalog } from '#tests/support/stored-car.ts';

const world = await worldOfFile();
const person = await loadPeople();
const { ad, search } = world.marketplace;

describe('a marketplace that refuses', () => {
  it.each(pageFailureClasses)(
    'a refusal with %s fails the import with its reason and refunds it',
    async (each) => {
      const carl = person(`carl-${each}`);
      await carl.start(search(`refused-${each}`, [], { failure: refusal(each) }));
      await world.run();
      const [row] = await carl.history();
      expect(row).toMatchObject({ status: 'failed', error_code: each, cars_added_count: 0 });
      expect(row!.error_message).toMatch(/^(The|This) .*\.$/);
      expect((await carl.usage()).scrapes_used).toBe(0);
      expect(await carl.status()).toMatchObject({ status: 'failed', failure: each });
    },
  );

  it('a visit is retried after a timeout, and not after a refusal', () => {
    const visits = (each: string) =>
      world.marketplace.visits.searches.filter((href) => href.includes(`query=refused-${each}`)).length;
    expect([visits('timeout'), visits('network')]).toEqual([2, 2]);
    expect([visits('rate_limited'), visits('checkpoint'), visits('login_wall')]).toEqual([1, 1, 1]);
  });

  it('refusals are counted by class, and the alarm marketplace-refuses sums them', () => {
    const timeouts = world.log.filter((line) => line.includes('"outcome":"timeout"'));
    expect(counted(timeouts, 'ImportsEnded')).toBe(1);
  });

  it('a search without cars completes the import and refunds it', async () => {
    const dora = person('dora');
    await dora.start(search('empty', [], { isEmpty: true }));
    await world.run();
    expect(await dora.history()).toMatchObject([
      { status: 'completed', error_code: 'empty', cars_added_count: 0 },
    ]);
    expect((await dora.usage()).scrapes_used).toBe(0);
  });

  it('a refusal after some rows keeps them, charges nothing and visits nothing more', async () => {
    const [first, second] = [ad(), ad()];
    const visits = world.marketplace.visits.items.length;
    const emil = person('emil');
    await emil.start(search('limited', [[first, second]], { failure: refusal('rate_limited') }));
    await world.run();
    expect(await emil.history()).toMatchObject([
      { status: 'completed', error_code: 'rate_limited', cars_added_count: 2 },
    ]);
    expect((await emil.usage()).scrapes_used).toBe(0);
    expect(world.marketplace.visits.items).toHaveLength(visits);
  });

  it('a refusal at an item page continues with the data of the feed', async () => {
    const listings = [ad(), ad(), ad(), ad()];
    world.marketplace.items.set(listings[1]!.itemUrl, refusal('rate_limited'));
    const visits = world.marketplace.visits.items.length;
    const finn = person('finn');
    await finn.start(search('item-limited', [listings]));
    await world.run();
    expect(await finn.status()).toMatchObject({ status: 'completed', carsDone: 4 });
    expect(world.marketplace.visits.items).toHaveLength(visits + 2);
  });

  it('an import whose cars are refused one by one ends as failed and is free', async () => {
    const listings = [ad(), ad()];
    for (const { itemUrl } of listings) world.marketplace.items.set(itemUrl, refusal('listing_removed'));
    const gerd = person('gerd');
    await gerd.start(search('all-gone', [listings]));
    await world.run();
    expect(await gerd.history()).toMatchObject([{ status: 'failed', cars_added_count: 0 }]);
    expect((await gerd.usage()).scrapes_used).toBe(0);
  });
});

describe('imports of the same link', () => {
  it('imports of one link join the unfinished run: one visit and one charge per person', async () => {
    const link = search('joined', [[ad(), ad()]]);
    const [kaja, lars] = [person('kaja'), person('lars')];
    const first = await kaja.start(link);
    expect((await kaja.start(link)).body).toMatchObject({ jobId: first.body.jobId });
    await world.deliver();
    const second = await lars.start(link);
    expect(second.body).toMatchObject({ jobId: first.body.jobId });
    // What is answered does not say that somebody else has asked: the fields are those of a new import.
    expect(Object.keys(second.body)).toEqual(['id', 'jobId', 'status', 'carsAdded']);
    await world.run();
    for (const each of [kaja, lars]) {
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
      expect((await each.usage()).scrapes_used).toBe(1);
      expect((await each.list({ view: 'discovered' })).body.totalCount).toBe(2);
    }
    expect(world.marketplace.visits.searches.filter((href) => href === link)).toHaveLength(1);
  });

  it('two links that find the same cars at once create each car once', async () => {
    const shared = [ad(), ad(), ad()];
    const [niels, ole] = [person('niels'), person('ole')];
    await niels.start(search('one-way', [shared]));
    await ole.start(search('other-way', [shared]));
    await world.run({ atOnce: 8 });
    const ids = await listingIdsOf((await readCatalog()).map((card) => card.id));
    for (const { id } of shared) expect(ids.filter((each) => each === id)).toHaveLength(1);
    for (const each of [niels, ole])
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 3 }]);
  });
});

describe('what is tried again', async () => {
  /** When the sweep takes the messages of an import for lost. */
  const sweepAfterSeconds = 4 * 60;

  const { failDeadLettersWorker: failDeadLetters } = await import('#functions/imports/workers.ts');
  afterEach(() => world.faults.revive());

  const unreadable = 'nobody can read this';
  const givenUp = () => world.log.filter((line) => line.includes('"DeadLetters":1')).length;

  describe('a message that fails', () => {
    it('a failed message waits longer after each try and becomes a dead letter before the sweep sends it again', async () => {
      world.queues.send('identify', { body: unreadable });
      const waited: number[] = [];
      await world.deliver();
      for (let tries = 1; tries < maxReceives; tries++) {
        let seconds = 0;
        while (world.queues.counts('identify').visible === 0) {
          world.advance(1000);
          seconds++;
        }
        waited.push(seconds);
        await world.deliver();
      }
      expect(waited).toEqual([1, 2, 3, 4].map(retryWaitSeconds));
      expect(waited.reduce((sum, one) => sum + one, 0)).toBeLessThan(sweepAfterSeconds);
      expect(givenUp()).toBe(0);
      await world.deliver();
      expect(givenUp()).toBe(1);
      expect(world.isQuiet()).toBe(true);
    });
  });

  describe('messages that were given up', () => {
    it('all dead letters are handled within a minute, even more than a queue returns at once', async () => {
      const before = givenUp();
      for (let n = 0; n < 25; n++) world.queues.send('dead', { body: unreadable });
      await failDeadLetters();
      expect(givenUp() - before).toBe(25);
      expect(world.isQuiet()).toBe(true);
    });

    it('a dead letter stays while its car or import cannot be ended', async () => {
      const before = givenUp();
      world.queues.send('dead', {
        body: JSON.stringify({ type: 'rate', jobId: 'job', carId: 'car', requestId: 'request' }),
      });
      const tableName = process.env.TABLE_NAME;
      process.env.TABLE_NAME = 'no-such-table';
      await failDeadLetters();
      process.env.TABLE_NAME = tableName;
      expect(givenUp() - before).toBe(0);
      expect(world.isQuiet()).toBe(false);
      world.advance(60_000);
      await world.deliver();
      expect(givenUp() - before).toBe(1);
      expect(world.isQuiet()).toBe(true);
    });
  });
});
