import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { LambdaFunction } from '../../runner/functions/lambda-function.ts';
import { createDeliveries, RunnerState } from '../../runner/triggers/deliveries.ts';
import { QueueMapping } from '../../runner/triggers/queue-mapping.ts';
import { QueueStore } from '../../services/queues/queue-store.ts';
import { diskFullSentence, inTransaction, isDiskFull, whenThereIsRoom } from '../../wire/state.ts';

/** A database that may not grow, as on a full disk, until it is given room. */
function fullDatabase() {
  const database = new DatabaseSync(':memory:');
  database.exec('create table things(body text); pragma max_page_count = 2;');
  const write = () => database.prepare('insert into things values(?)').run('x'.repeat(20_000));
  const giveRoom = () => database.exec('pragma max_page_count = 1000');
  return { write, giveRoom };
}

function thrownBy(write: () => unknown): unknown {
  try {
    write();
  } catch (error) {
    return error;
  }
  throw new Error('the database took more than it may');
}

const fullError = () => thrownBy(fullDatabase().write);

const hearing = () => {
  const said: string[] = [];
  const closing = new AbortController();
  const tell = (sentence: string) => void said.push(sentence);
  return { said, closing, tell, patience: { tell, closing: closing.signal, waitMilliseconds: 1 } };
};

describe('a write on a full disk', () => {
  test('is told from every other failure, inside a transaction too', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table things(body text); pragma max_page_count = 2;');
    const fill = () =>
      inTransaction(database, () => database.prepare('insert into things values(?)').run('x'.repeat(20_000)));
    expect(isDiskFull(thrownBy(fill))).toBe(true);
    expect(database.isTransaction).toBe(false);
  });

  test('is told from every other failure', () => {
    expect(isDiskFull(fullError())).toBe(true);
    expect(isDiskFull(Object.assign(new Error('no room'), { code: 'ENOSPC' }))).toBe(true);
    expect(isDiskFull(Object.assign(new Error('not yours'), { code: 'EACCES' }))).toBe(false);
    expect(isDiskFull(undefined)).toBe(false);
  });

  test('is made as soon as there is room, and says meanwhile what it waits for', async () => {
    const { write, giveRoom } = fullDatabase();
    const { said, patience, tell } = hearing();
    const telling = (sentence: string) => {
      tell(sentence);
      if (said.length === 3) giveRoom();
    };
    const written = await whenThereIsRoom(write, { ...patience, tell: telling });
    expect(written?.changes).toBe(1);
    expect(said).toEqual([diskFullSentence, diskFullSentence, diskFullSentence]);
  });

  test('is given up when everything is closed', async () => {
    const { closing, patience } = hearing();
    const waiting = whenThereIsRoom(fullDatabase().write, { ...patience, waitMilliseconds: 3_600_000 });
    closing.abort();
    expect(await waiting).toBeUndefined();
  });

  test('fails at once for another reason', async () => {
    const fail = () => {
      throw new Error('broken');
    };
    await expect(whenThereIsRoom(fail, hearing().patience)).rejects.toThrow('broken');
  });
});

describe('while the disk is full', () => {
  test('messages wait in their queue, and each is handled once there is room', async () => {
    const store = new QueueStore(':memory:');
    store.create('work', {});
    store.send('work', { body: '1' });
    const { said, tell } = hearing();
    const take = store.take.bind(store);
    store.take = (...args) => {
      if (said.length < 2) throw fullError();
      return take(...args);
    };
    const handled: string[] = [];
    const done = Promise.withResolvers<void>();
    const fn = {
      invoke: async ({ Records }: { Records: { body: string }[] }) => {
        handled.push(...Records.map(({ body }) => body));
        if (handled.length === 1) done.resolve();
      },
    } as unknown as LambdaFunction;
    const properties = { EventSourceArn: 'arn:aws:sqs:eu-north-1:1:work', FunctionName: 'work' };
    const mapping = new QueueMapping(store, fn, properties, tell);
    await done.promise;
    await mapping.close();
    store.close();
    expect(handled).toEqual(['1']);
    expect(said).toContain(diskFullSentence);
  });

  test('a scheduled call waits until it can be remembered', async () => {
    const state = new RunnerState(':memory:');
    const queues = new QueueStore(':memory:');
    queues.create('work', {});
    const { said, tell } = hearing();
    const add = state.addDelivery.bind(state);
    state.addDelivery = (...args) => {
      if (said.length === 0) throw fullError();
      return add(...args);
    };
    const deliveries = createDeliveries(state, { find: () => undefined } as never, queues, tell);
    await deliveries.deliverPatiently('arn:aws:sqs:eu-north-1:1:work', { at: 1 });
    expect(queues.peek('work', 10)).toHaveLength(1);
    expect(state.pendingDeliveries()).toEqual([]);
    expect(said).toEqual([diskFullSentence]);
    deliveries.close();
    queues.close();
    state.close();
  });
});
