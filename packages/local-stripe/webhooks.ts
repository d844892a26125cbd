import { createHmac } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import Stripe from 'stripe';
import { type AnyObject, listOf, newId, type ObjectStore, type Routes } from './store.ts';
import { shapeOf, text } from './wire.ts';

/**
 * The `Stripe-Signature` header: the moment and an HMAC of moment and body. Always the machine's clock: moving domain
 * time must not make signatures old.
 */
export function signPayload(payload: string, secret: string, at: Date = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

/** What caused an event: a call of the API, or nothing but time. */
export type Cause = { id: string; idempotencyKey: string | null } | null;

/** An event with its object as it stands now: what is sent later does not change any more. */
export function eventOf(
  type: string,
  object: AnyObject,
  previous: object | undefined,
  { created, cause, isSent }: { created: number; cause: Cause; isSent: boolean },
): Stripe.EventBase {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: isSent ? 1 : 0,
    request: { id: cause?.id ?? null, idempotency_key: cause?.idempotencyKey ?? null },
    type,
  } as Stripe.EventBase;
}

export const eventRoutes: Routes = {
  'GET /v1/events': listOf('event', shapeOf<Stripe.EventListParams>()({ type: text })),
};

const schema = `
create table if not exists deliveries(
  id integer primary key autoincrement, event text not null, state text not null default 'waiting',
  due_at integer not null, attempts integer not null default 0, answer text);
create index if not exists deliveries_due on deliveries(state, due_at);`;

export type Delivery = {
  id: number;
  event: string;
  state: 'waiting' | 'delivered' | 'given_up';
  /** Epoch milliseconds of the machine's clock. */
  dueAt: number;
  attempts: number;
  /** What the endpoint said last: a status, or why it could not be reached. */
  answer: string | null;
};

/** Which events have yet to reach the webhook. They outlive the process: an event is sent until it is taken. */
export class DeliveryStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(schema);
  }

  add(event: string, dueAt: number): void {
    this.#database.prepare('insert into deliveries(event, due_at) values(?,?)').run(event, dueAt);
  }

  waiting(): Delivery[] {
    return this.#read(`where state = 'waiting' order by due_at, id`);
  }

  /** The last ones, newest first. */
  recent(limit: number): Delivery[] {
    return this.#read('order by id desc limit ?', limit);
  }

  note(id: number, after: Pick<Delivery, 'state' | 'dueAt' | 'attempts' | 'answer'>): void {
    this.#database
      .prepare('update deliveries set state = ?, due_at = ?, attempts = ?, answer = ? where id = ?')
      .run(after.state, after.dueAt, after.attempts, after.answer, id);
  }

  /** Brings what waits nearer when domain time is moved. */
  advance(milliseconds: number): void {
    this.#database
      .prepare(`update deliveries set due_at = due_at - ? where state = 'waiting'`)
      .run(milliseconds);
  }

  #read(clause: string, ...values: number[]): Delivery[] {
    const columns = 'id, event, state, due_at as dueAt, attempts, answer';
    const statement = this.#database.prepare(`select ${columns} from deliveries ${clause}`);
    return statement.all(...values) as unknown as Delivery[];
  }
}

export type WebhookEndpoint = {
  url: string;
  secret: string;
  /** Which events it is told; all when absent. */
  wants?(type: string): boolean;
};

/** Misbehaviour that Stripe's documentation warns of. Asked once per event. */
export type WebhookFaults = {
  duplicates(): boolean;
  reorders(): boolean;
  /** Milliseconds by which a delivery is late. */
  delayMs(): number;
};

/** Milliseconds from one failed attempt to the next; after the last one the event stays undelivered. */
const retryAfterMs = [1, 3, 10, 30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600].map(
  (seconds) => seconds * 1000,
);
const timeoutMs = 30_000;
const duplicateAfterMs = 200;

type SenderOptions = {
  endpoint: WebhookEndpoint;
  store: ObjectStore;
  deliveries: DeliveryStore;
  faults: WebhookFaults;
  tell(sentence: string): void;
};

/** Sends events to the webhook one after the other, again and again until it takes them. */
export class WebhookSender {
  readonly #given: SenderOptions;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isClosed = true;

  constructor(given: SenderOptions) {
    this.#given = given;
  }

  /** Begins to send. */
  open(): void {
    this.#isClosed = false;
  }

  /** Queues an event; part of the transaction that made it. */
  queue(event: string, type: string): void {
    if (this.#given.endpoint.wants?.(type) === false) return;
    this.#given.deliveries.add(event, Date.now() + this.#given.faults.delayMs());
  }

  /** Looks at what is due now and when the next is. */
  wake(): void {
    if (this.#isClosed || this.#sending) return;
    clearTimeout(this.#timer);
    const [next] = this.#given.deliveries.waiting();
    if (!next) return;
    this.#timer = setTimeout(
      () => this.#start(),
      Math.min(Math.max(0, next.dueAt - Date.now()), 2_000_000_000),
    );
    this.#timer.unref();
  }

  /** Resolves when everything that was due has been tried. */
  async settled(): Promise<void> {
    this.#start();
    while (this.#sending) await this.#sending;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }

  #start(): void {
    if (this.#isClosed || this.#sending) return;
    this.#sending = this.#sendDue().finally(() => {
      this.#sending = undefined;
      this.wake();
    });
  }

  async #sendDue(): Promise<void> {
    for (;;) {
      const due = this.#isClosed
        ? []
        : this.#given.deliveries.waiting().filter(({ dueAt }) => dueAt <= Date.now());
      const [first] = due;
      if (!first) return;
      await this.#attempt(this.#given.faults.reorders() ? (due.at(-1) ?? first) : first);
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { answer, isTaken } = await this.#post(delivery.event);
    if (this.#isClosed && !isTaken) return;
    const attempts = delivery.attempts + 1;
    if (isTaken) {
      this.#given.deliveries.note(delivery.id, { state: 'delivered', dueAt: Date.now(), attempts, answer });
      if (this.#given.faults.duplicates())
        this.#given.deliveries.add(delivery.event, Date.now() + duplicateAfterMs);
      return;
    }
    const wait = retryAfterMs[attempts - 1];
    this.#given.tell(`The webhook did not take ${delivery.event}: ${answer}.`);
    const state = wait === undefined ? 'given_up' : 'waiting';
    this.#given.deliveries.note(delivery.id, { state, dueAt: Date.now() + (wait ?? 0), attempts, answer });
  }

  async #post(event: string): Promise<{ answer: string; isTaken: boolean }> {
    const object = this.#given.store.find('event', event);
    if (!object) return { answer: 'the event is gone', isTaken: true };
    const payload = JSON.stringify(object, null, 2);
    try {
      const response = await fetch(this.#given.endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signPayload(payload, this.#given.endpoint.secret),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      return { answer: String(response.status), isTaken: response.ok };
    } catch (error) {
      return { answer: error instanceof Error ? error.message : String(error), isTaken: false };
    }
  }
}
