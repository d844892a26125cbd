import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { ServiceError } from '../../wire/http.ts';
import { arnOf } from '../../wire/names.ts';
import { inTransaction, openState } from '../../wire/state.ts';

/** The tables of queues and messages. Times are epoch milliseconds. */
const queueSchema = `
create table if not exists queues(name text primary key, attributes text not null, created_at integer not null);
create table if not exists messages(
  sequence integer primary key autoincrement, id text not null, queue text not null, body text not null,
  attributes text not null, system text not null, visible_at integer not null, sent_at integer not null,
  first_received_at integer, receive_count integer not null default 0, receipt text, source_arn text);
create index if not exists messages_by_queue on messages(queue, visible_at);
create index if not exists messages_by_receipt on messages(receipt);`;

export type MessageAttribute = { DataType: string; StringValue?: string; BinaryValue?: string };
export type NewMessage = {
  body: string;
  attributes?: Record<string, MessageAttribute>;
  system?: Record<string, string>;
  delaySeconds?: number;
};
export type ReceivedMessage = {
  id: string;
  receipt: string;
  body: string;
  attributes: Record<string, MessageAttribute>;
  system: Record<string, string>;
};

/** A message as it is kept. */
type MessageRow = {
  sequence: number;
  id: string;
  body: string;
  attributes: string;
  system: string;
  sent_at: number;
  first_received_at: number | null;
  receive_count: number;
  source_arn: string | null;
};

/** A message as its receiver is handed it, counted as received once more. */
const asReceived = (row: MessageRow, receipt: string, firstReceivedAt: number): ReceivedMessage => ({
  id: row.id,
  receipt,
  body: row.body,
  attributes: JSON.parse(row.attributes) as Record<string, MessageAttribute>,
  system: {
    ...(JSON.parse(row.system) as Record<string, string>),
    SenderId: 'AROALOCAL',
    SentTimestamp: String(row.sent_at),
    ApproximateReceiveCount: String(row.receive_count + 1),
    ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
    ...(row.source_arn && { DeadLetterQueueSourceArn: row.source_arn }),
  },
});

/** Receivers that wait for a message, by queue. */
class QueueWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Ends when the queue is woken, at `until` (epoch milliseconds), or when `signal` aborts. */
  wait(queue: string, until: number, signal?: AbortSignal): Promise<void> {
    const wakers = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, wakers);
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(1, until - Date.now()));
      wakers.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  wake(queue: string): void {
    for (const wake of [...(this.#waiting.get(queue) ?? [])]) wake();
  }

  wakeAll(): void {
    for (const queue of this.#waiting.keys()) this.wake(queue);
  }
}

/** What a queue's attributes mean for us, in numbers. Defaults are those of SQS. */
type QueueSettings = {
  visibilityTimeoutSeconds: number;
  delaySeconds: number;
  receiveWaitSeconds: number;
  retentionSeconds: number;
  redrive?: { deadLetterArn: string; maxReceiveCount: number };
};

/** SQS accepts 0 to 15 minutes of delay. */
export const maxDelaySeconds = 900;

function seconds(
  attributes: Readonly<Record<string, string>>,
  name: string,
  fallback: number,
  max: number,
): number {
  const value = Number(attributes[name] ?? fallback);
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new ServiceError('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
  }
  return value;
}

/** Reads attributes as CreateQueue sends them (all strings, RedrivePolicy as JSON). Throws InvalidAttributeValue. */
function parseQueueSettings(attributes: Readonly<Record<string, string>>): QueueSettings {
  const redrive = attributes.RedrivePolicy;
  const policy = redrive
    ? (JSON.parse(redrive) as { deadLetterTargetArn: string; maxReceiveCount: number | string })
    : undefined;
  return {
    visibilityTimeoutSeconds: seconds(attributes, 'VisibilityTimeout', 30, 43_200),
    delaySeconds: seconds(attributes, 'DelaySeconds', 0, maxDelaySeconds),
    receiveWaitSeconds: seconds(attributes, 'ReceiveMessageWaitTimeSeconds', 0, 20),
    retentionSeconds: seconds(attributes, 'MessageRetentionPeriod', 345_600, 1_209_600),
    ...(policy && {
      redrive: { deadLetterArn: policy.deadLetterTargetArn, maxReceiveCount: Number(policy.maxReceiveCount) },
    }),
  };
}

/** Misbehaviour that SQS allows itself and a laptop never shows. Asked once per receive or delete. */
export type DeliveryFaults = { duplicates(queue: string): boolean; reorders(queue: string): boolean };
const faithful: DeliveryFaults = { duplicates: () => false, reorders: () => false };

/** The queues and their messages on disk. Times are epoch milliseconds of the machine's clock. */
export class QueueStore {
  readonly #database: DatabaseSync;
  readonly #sql: SQLTagStore;
  readonly #faults: DeliveryFaults;
  readonly #waiters = new QueueWaiters();
  #moves = 0;

  /** Messages that a previous process had received are visible at once: their receivers are gone. */
  constructor(path: string, faults: DeliveryFaults = faithful) {
    this.#database = openState(path, queueSchema);
    this.#sql = this.#database.createTagStore();
    this.#faults = faults;
    const now = Date.now();
    this.#sql.run`update messages set visible_at = ${now} where receipt is not null and visible_at > ${now}`;
  }

  close(): void {
    this.#database.close();
    this.#waiters.wakeAll();
  }

  create(name: string, attributes: Readonly<Record<string, string>>): void {
    parseQueueSettings(attributes);
    this.#sql.run`insert into queues values(${name}, ${JSON.stringify(attributes)}, ${Date.now()})
      on conflict(name) do update set attributes = excluded.attributes`;
  }

  names(): string[] {
    return this.#sql.all`select name from queues order by name`.map((row) => String(row.name));
  }

  attributes(name: string): Record<string, string> {
    const row = this.#sql.get`select attributes from queues where name = ${name}`;
    if (!row) throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    return JSON.parse(String(row.attributes)) as Record<string, string>;
  }

  settings(name: string): QueueSettings {
    return parseQueueSettings(this.attributes(name));
  }

  /** Returns the message's id. */
  send(queue: string, message: NewMessage): string {
    const delaySeconds = message.delaySeconds ?? this.settings(queue).delaySeconds;
    const now = Date.now();
    const id = randomUUID();
    const [attributes, system] = [message.attributes ?? {}, message.system ?? {}].map((one) =>
      JSON.stringify(one),
    );
    this.#sql.run`insert into messages(id, queue, body, attributes, system, visible_at, sent_at)
      values(${id}, ${queue}, ${message.body}, ${attributes!}, ${system!}, ${now + delaySeconds * 1000}, ${now})`;
    this.#waiters.wake(queue);
    return id;
  }

  /** Takes up to `count` visible messages; those received too often move to the dead letter queue instead. */
  take(queue: string, count: number, visibilitySeconds?: number): ReceivedMessage[] {
    const settings = this.settings(queue);
    const order = this.#faults.reorders(queue) ? 'random()' : 'sequence';
    const now = Date.now();
    const taken: ReceivedMessage[] = [];
    inTransaction(this.#database, () => {
      const oldest = now - settings.retentionSeconds * 1000;
      this.#sql.run`delete from messages where queue = ${queue} and sent_at < ${oldest}`;
      const rows = this.#database
        .prepare(`select * from messages where queue = ? and visible_at <= ? order by ${order}`)
        .iterate(queue, now) as Iterable<unknown> as Iterable<MessageRow>;
      const due: MessageRow[] = [];
      const dead: MessageRow[] = [];
      for (const row of rows) {
        if (settings.redrive && row.receive_count >= settings.redrive.maxReceiveCount) dead.push(row);
        else due.push(row);
        if (due.length >= count) break;
      }
      for (const row of dead) this.#bury(row, queue, settings);
      const visibleAt = now + (visibilitySeconds ?? settings.visibilityTimeoutSeconds) * 1000;
      for (const row of due) taken.push(this.#hand(row, now, visibleAt));
    });
    return taken;
  }

  #hand(row: MessageRow, now: number, visibleAt: number): ReceivedMessage {
    const receipt = randomUUID();
    const firstReceivedAt = row.first_received_at ?? now;
    this.#sql
      .run`update messages set receipt = ${receipt}, visible_at = ${visibleAt}, receive_count = receive_count + 1,
      first_received_at = ${firstReceivedAt} where sequence = ${row.sequence}`;
    return asReceived(row, receipt, firstReceivedAt);
  }

  #bury(row: MessageRow, from: string, settings: QueueSettings): void {
    const target = settings.redrive?.deadLetterArn.split(':').at(-1) ?? '';
    this.#sql
      .run`update messages set queue = ${target}, receipt = null, receive_count = 0, first_received_at = null,
      visible_at = ${Date.now()}, source_arn = ${arnOf('sqs', from)} where sequence = ${row.sequence}`;
    this.#waiters.wake(target);
  }

  /** Like `take`, waiting up to `waitSeconds` for a first message. Ends early when `signal` aborts. */
  async receive(
    queue: string,
    options: { count: number; waitSeconds: number; visibilitySeconds?: number; signal?: AbortSignal },
  ): Promise<ReceivedMessage[]> {
    const until = Date.now() + options.waitSeconds * 1000;
    for (;;) {
      if (options.signal?.aborted || !this.#database.isOpen) return [];
      const messages = this.take(queue, options.count, options.visibilitySeconds);
      if (messages.length > 0 || Date.now() >= until) return messages;
      await this.#nextChange(queue, until, options.signal);
    }
  }

  #nextChange(queue: string, until: number, signal?: AbortSignal): Promise<void> {
    const row = this.#sql
      .get`select min(visible_at) as at from messages where queue = ${queue} and visible_at > ${Date.now()}`;
    return this.#waiters.wait(queue, Math.min(until, Number(row?.at ?? until)), signal);
  }

  /** Deleting with an old receipt succeeds and does nothing, as in SQS. */
  delete(queue: string, receipt: string): void {
    if (this.#faults.duplicates(queue)) {
      this.#sql
        .run`update messages set visible_at = ${Date.now()}, receipt = null where queue = ${queue} and receipt = ${receipt}`;
      this.#waiters.wake(queue);
      return;
    }
    this.#sql.run`delete from messages where queue = ${queue} and receipt = ${receipt}`;
  }

  changeVisibility(queue: string, receipt: string, timeoutSeconds: number): void {
    const now = Date.now();
    const { changes } = this.#sql.run`update messages set visible_at = ${now + timeoutSeconds * 1000}
      where queue = ${queue} and receipt = ${receipt} and visible_at > ${now}`;
    if (changes === 0) {
      throw new ServiceError('MessageNotInflight', 'The specified message is not in flight.');
    }
    this.#waiters.wake(queue);
  }

  purge(queue: string): void {
    this.#sql.run`delete from messages where queue = ${queue}`;
  }

  counts(queue: string) {
    const now = Date.now();
    const row = this.#sql.get`select count(*) filter (where visible_at <= ${now}) as visible,
      count(*) filter (where visible_at > ${now} and receipt is not null) as in_flight,
      count(*) filter (where visible_at > ${now} and receipt is null) as delayed from messages where queue = ${queue}`;
    const redrive = this.settings(queue).redrive;
    return {
      name: queue,
      visible: Number(row?.visible ?? 0),
      inFlight: Number(row?.in_flight ?? 0),
      delayed: Number(row?.delayed ?? 0),
      redriveTo: redrive?.deadLetterArn.split(':').at(-1),
    };
  }

  /** What waits in a queue, without receiving it. */
  peek(queue: string, limit = 20): { id: string; body: string; sentAt: number; receiveCount: number }[] {
    const rows = this.#sql.all`select id, body, sent_at as sentAt, receive_count as receiveCount from messages
      where queue = ${queue} order by sequence limit ${limit}`;
    return rows as unknown as ReturnType<QueueStore['peek']>;
  }

  /** Sends buried messages back where they came from. Returns how many moved. */
  redrive(deadLetterQueue: string): number {
    const sources = this.#sql.all`select distinct source_arn as arn from messages
      where queue = ${deadLetterQueue} and source_arn is not null`;
    let moved = 0;
    for (const { arn } of sources) {
      const source = String(arn).split(':').at(-1) ?? '';
      const { changes } = this.#sql
        .run`update messages set queue = ${source}, receipt = null, receive_count = 0,
        visible_at = ${Date.now()}, source_arn = null where queue = ${deadLetterQueue} and source_arn = ${arn!}`;
      moved += Number(changes);
      this.#waiters.wake(source);
    }
    return moved;
  }

  /**
   * Runs `move`, in which the domain's clock jumps ahead: until it has ended, a poll over the wire looks once instead of
   * waiting. A function that polls for a second at every minute on the way would hold an hour's move up for a minute.
   */
  async whileClockMoves<T>(move: () => Promise<T>): Promise<T> {
    this.#moves++;
    try {
      return await move();
    } finally {
      this.#moves--;
    }
  }

  /** How long a poll over the wire that asks for `seconds` waits for a first message. */
  pollSeconds(seconds: number): number {
    return this.#moves > 0 ? 0 : Math.min(20, seconds);
  }

  /** Brings delayed messages nearer when the domain's clock is moved forward; visibility timeouts stay in real time. */
  advance(milliseconds: number): void {
    this.#sql
      .run`update messages set visible_at = visible_at - ${milliseconds} where receipt is null and visible_at > ${Date.now()}`;
    this.#waiters.wakeAll();
  }
}
