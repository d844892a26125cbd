import { afterEach, describe, expect, it } from 'vitest';
import { maxReceives, retryWaitSeconds } from '#core/contract/messages.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

/** When the sweep takes the messages of an import for lost. */
const sweepAfterSeconds = 4 * 60;

const world = await worldOfFile();
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
