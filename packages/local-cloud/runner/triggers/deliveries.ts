import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import type { QueueStore } from '../../services/queues/queue-store.ts';
import { openState, pause, whenThereIsRoom } from '../../wire/state.ts';
import type { FunctionRegistry } from '../functions/lambda-function.ts';
import { FunctionFailure } from '../functions/lambda-function.ts';
import { invokeUnthrottled } from './queue-mapping.ts';

const schema = `
create table if not exists checkpoints(mapping text not null, shard text not null, sequence text not null, primary key(mapping, shard));
create table if not exists deliveries(id integer primary key autoincrement, target text not null, payload text not null);`;

export type Delivery = { id: number; target: string; payload: string };

/** What the runner has promised to do and must still know after it was killed. */
export class RunnerState {
  readonly #database: DatabaseSync;
  readonly #sql: SQLTagStore;

  constructor(path: string) {
    this.#database = openState(path, schema);
    this.#sql = this.#database.createTagStore();
  }

  close(): void {
    this.#database.close();
  }

  checkpoint(mapping: string, shard: string): string | undefined {
    const row = this.#sql
      .get`select sequence from checkpoints where mapping = ${mapping} and shard = ${shard}`;
    return row && String(row.sequence);
  }

  setCheckpoint(mapping: string, shard: string, sequence: string): void {
    if (!this.#database.isOpen) return;
    this.#sql.run`insert or replace into checkpoints values(${mapping}, ${shard}, ${sequence})`;
  }

  addDelivery(target: string, payload: string): Delivery {
    const { lastInsertRowid } = this.#sql
      .run`insert into deliveries(target, payload) values(${target}, ${payload})`;
    return { id: Number(lastInsertRowid), target, payload };
  }

  pendingDeliveries(): Delivery[] {
    return this.#sql.all`select * from deliveries order by id` as unknown as Delivery[];
  }

  removeDelivery(id: number): void {
    if (this.#database.isOpen) this.#sql.run`delete from deliveries where id = ${id}`;
  }
}

/** Asynchronous invocations are tried three times; Lambda waits a minute and two, which would be long to watch. */
const waitsMilliseconds = [1000, 3000];
/** As long Lambda keeps an event for which the account has no room, unless the function says otherwise. */
const usualEventAgeSeconds = 6 * 3600;

export type Deliveries = {
  /** Stores the delivery and begins it; ends when the target has taken it or was given up. Throws where it cannot be stored. */
  deliver(targetArn: string, payload: unknown): Promise<void>;
  /** The same for somebody whom nobody asks again: waits until a full disk has room to store it. */
  deliverPatiently(targetArn: string, payload: unknown): Promise<void>;
  /** Takes up what a killed process had promised. */
  resume(): void;
  close(): void;
};

/** Hands events to functions and queues, and remembers what it still owes. */
export function createDeliveries(
  state: RunnerState,
  registry: FunctionRegistry,
  queues: QueueStore,
  tell: (sentence: string) => void,
): Deliveries {
  const closing = new AbortController();
  const patience = { tell, closing: closing.signal };
  async function invoke(target: string, payload: string): Promise<void> {
    const fn = registry.find(target);
    if (!fn) return;
    const { eventAgeSeconds = usualEventAgeSeconds, eventRetries = waitsMilliseconds.length } = fn.definition;
    const until = Date.now() + eventAgeSeconds * 1000;
    for (const wait of [...waitsMilliseconds.slice(0, eventRetries), undefined]) {
      try {
        await invokeUnthrottled(fn, JSON.parse(payload), { until, closing: closing.signal });
        return;
      } catch (error) {
        if (closing.signal.aborted) return;
        if (wait === undefined || Date.now() + wait > until)
          return bury(fn.definition.deadLetterArn, payload, error);
        await pause(wait, closing.signal);
      }
    }
  }

  /** What no attempt could handle goes to the function's own dead-letter queue, with Lambda's words about it. */
  async function bury(queueArn: string | undefined, payload: string, error: unknown): Promise<void> {
    const queue = queueArn?.split(':').at(-1);
    if (queue === undefined) return;
    const ErrorMessage = error instanceof FunctionFailure ? error.payload.errorMessage : String(error);
    const attributes = {
      ErrorCode: { DataType: 'Number', StringValue: '200' },
      ErrorMessage: { DataType: 'String', StringValue: ErrorMessage.slice(0, 1024) || 'Unknown' },
    };
    await whenThereIsRoom(() => queues.send(queue, { body: payload, attributes }), patience);
  }

  async function carryOut({ id, target, payload }: Delivery): Promise<void> {
    const queue = /:sqs:[^:]*:[^:]*:(.+)$/.exec(target)?.[1];
    if (queue !== undefined) await whenThereIsRoom(() => queues.send(queue, { body: payload }), patience);
    else await invoke(target, payload);
    await whenThereIsRoom(() => state.removeDelivery(id), patience);
  }

  const deliver = (targetArn: string, payload: unknown) =>
    carryOut(state.addDelivery(targetArn, JSON.stringify(payload)));

  return {
    deliver,
    deliverPatiently: async (targetArn, payload) =>
      whenThereIsRoom(() => deliver(targetArn, payload), patience),
    resume() {
      for (const delivery of state.pendingDeliveries()) void carryOut(delivery);
    },
    close: () => closing.abort(),
  };
}
