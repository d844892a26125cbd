import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { arnOf } from '../../wire/names.ts';
import { ServiceError } from '../../wire/service.ts';
import { inTransaction, openState } from '../../wire/state.ts';
import {
  asReceived,
  type MessageRow,
  type NewMessage,
  type QueueCounts,
  queueSchema,
  type ReceivedMessage,
} from './queue-records.ts';
import { parseQueueSettings, type QueueSettings } from './queue-settings.ts';
import { QueueWaiters } from './queue-waiters.ts';

/** Misbehaviour that SQS allows itself and a laptop never shows. Asked once per receive or delete. */
export type DeliveryFaults = { duplicates(queue: string): boolean; reorders(queue: string): boolean };
const faithful: DeliveryFaults = { duplicates: () => false, reorders: () => false };

/** The queues and their messages on disk. Times are epoch milliseconds of the machine's clock. */
export class QueueStore {
  readonly #database: DatabaseSync;
  readonly #faults: DeliveryFaults;
  readonly #waiters = new QueueWaiters();

  /** Messages that a previous process had received are visible at once: their receivers are gone. */
  constructor(path: string, faults: DeliveryFaults = faithful) {
    this.#database = openState(path, queueSchema);
    this.#faults = faults;
    this.#database
      .prepare('update messages set visible_at = ? where receipt is not null and visible_at > ?')
      .run(Date.now(), Date.now());
  }

  close(): void {
    this.#database.close();
    this.#waiters.wakeAll();
  }

  create(name: string, attributes: Readonly<Record<string, string>>): void {
    parseQueueSettings(attributes);
    this.#database
      .prepare(
        'insert into queues values(?,?,?) on conflict(name) do update set attributes = excluded.attributes',
      )
      .run(name, JSON.stringify(attributes), Date.now());
  }

  names(): string[] {
    return this.#database
      .prepare('select name from queues order by name')
      .all()
      .map((row) => String(row.name));
  }

  attributes(name: string): Record<string, string> {
    const row = this.#database.prepare('select attributes from queues where name = ?').get(name);
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
    this.#database
      .prepare(
        'insert into messages(id, queue, body, attributes, system, visible_at, sent_at) values(?,?,?,?,?,?,?)',
      )
      .run(
        id,
        queue,
        message.body,
        JSON.stringify(message.attributes ?? {}),
        JSON.stringify(message.system ?? {}),
        now + delaySeconds * 1000,
        now,
      );
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
      this.#database
        .prepare('delete from messages where queue = ? and sent_at < ?')
        .run(queue, now - settings.retentionSeconds * 1000);
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
    this.#database
      .prepare(
        'update messages set receipt = ?, visible_at = ?, receive_count = receive_count + 1, first_received_at = ? where sequence = ?',
      )
      .run(receipt, visibleAt, firstReceivedAt, row.sequence);
    return asReceived(row, receipt, firstReceivedAt);
  }

  #bury(row: MessageRow, from: string, settings: QueueSettings): void {
    const target = settings.redrive?.deadLetterArn.split(':').at(-1) ?? '';
    this.#database
      .prepare(
        'update messages set queue = ?, receipt = null, receive_count = 0, first_received_at = null, visible_at = ?, source_arn = ? where sequence = ?',
      )
      .run(target, Date.now(), arnOf('sqs', from), row.sequence);
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
    const row = this.#database
      .prepare('select min(visible_at) as at from messages where queue = ? and visible_at > ?')
      .get(queue, Date.now());
    return this.#waiters.wait(queue, Math.min(until, Number(row?.at ?? until)), signal);
  }

  /** Deleting with an old receipt succeeds and does nothing, as in SQS. */
  delete(queue: string, receipt: string): void {
    if (this.#faults.duplicates(queue)) {
      this.#database
        .prepare('update messages set visible_at = ?, receipt = null where queue = ? and receipt = ?')
        .run(Date.now(), queue, receipt);
      this.#waiters.wake(queue);
      return;
    }
    this.#database.prepare('delete from messages where queue = ? and receipt = ?').run(queue, receipt);
  }

  changeVisibility(queue: string, receipt: string, timeoutSeconds: number): void {
    const { changes } = this.#database
      .prepare('update messages set visible_at = ? where queue = ? and receipt = ? and visible_at > ?')
      .run(Date.now() + timeoutSeconds * 1000, queue, receipt, Date.now());
    if (changes === 0) {
      throw new ServiceError('MessageNotInflight', 'The specified message is not in flight.');
    }
    this.#waiters.wake(queue);
  }

  purge(queue: string): void {
    this.#database.prepare('delete from messages where queue = ?').run(queue);
  }

  counts(queue: string): QueueCounts {
    const now = Date.now();
    const row = this.#database
      .prepare(
        `select count(*) filter (where visible_at <= ?1) as visible,
          count(*) filter (where visible_at > ?1 and receipt is not null) as in_flight,
          count(*) filter (where visible_at > ?1 and receipt is null) as delayed from messages where queue = ?2`,
      )
      .get(now, queue);
    const redrive = this.settings(queue).redrive;
    return {
      name: queue,
      visible: Number(row?.visible ?? 0),
      inFlight: Number(row?.in_flight ?? 0),
      delayed: Number(row?.delayed ?? 0),
      ...(redrive && { redriveTo: redrive.deadLetterArn.split(':').at(-1) }),
    };
  }

  /** What waits in a queue, without receiving it. */
  peek(queue: string, limit = 20): { id: string; body: string; sentAt: number; receiveCount: number }[] {
    return this.#database
      .prepare(
        'select id, body, sent_at, receive_count from messages where queue = ? order by sequence limit ?',
      )
      .all(queue, limit)
      .map((row) => ({
        id: String(row.id),
        body: String(row.body),
        sentAt: Number(row.sent_at),
        receiveCount: Number(row.receive_count),
      }));
  }

  /** Sends buried messages back where they came from. Returns how many moved. */
  redrive(deadLetterQueue: string): number {
    const sources = this.#database
      .prepare('select distinct source_arn as arn from messages where queue = ? and source_arn is not null')
      .all(deadLetterQueue)
      .map((row) => String(row.arn));
    let moved = 0;
    for (const arn of sources) {
      const source = arn.split(':').at(-1) ?? '';
      const { changes } = this.#database
        .prepare(
          'update messages set queue = ?, receipt = null, receive_count = 0, visible_at = ?, source_arn = null where queue = ? and source_arn = ?',
        )
        .run(source, Date.now(), deadLetterQueue, arn);
      moved += Number(changes);
      this.#waiters.wake(source);
    }
    return moved;
  }

  /** Brings delayed messages nearer when the domain's clock is moved forward; visibility timeouts stay in real time. */
  advance(milliseconds: number): void {
    this.#database
      .prepare('update messages set visible_at = visible_at - ? where receipt is null and visible_at > ?')
      .run(milliseconds, Date.now());
    this.#waiters.wakeAll();
  }
}
