import type { ObjectStore } from '../object-store.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';
import { signPayload } from './signature.ts';

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

/** Sends events to the webhook one after the other, again and again until it takes them. */
export class WebhookSender {
  readonly #endpoint: WebhookEndpoint;
  readonly #store: ObjectStore;
  readonly #deliveries: DeliveryStore;
  readonly #faults: WebhookFaults;
  readonly #tell: (sentence: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isClosed = true;

  constructor(options: {
    endpoint: WebhookEndpoint;
    store: ObjectStore;
    deliveries: DeliveryStore;
    faults: WebhookFaults;
    tell(sentence: string): void;
  }) {
    this.#endpoint = options.endpoint;
    this.#store = options.store;
    this.#deliveries = options.deliveries;
    this.#faults = options.faults;
    this.#tell = options.tell;
  }

  /** Begins to send. */
  open(): void {
    this.#isClosed = false;
  }

  /** Queues an event; part of the transaction that made it. */
  queue(event: string, type: string): void {
    if (this.#endpoint.wants?.(type) === false) return;
    this.#deliveries.add(event, Date.now() + this.#faults.delayMs());
  }

  /** Looks at what is due now and when the next is. */
  wake(): void {
    if (this.#isClosed || this.#sending) return;
    clearTimeout(this.#timer);
    const [next] = this.#deliveries.waiting();
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
      const due = this.#isClosed ? [] : this.#deliveries.waiting().filter(({ dueAt }) => dueAt <= Date.now());
      const [first] = due;
      if (!first) return;
      await this.#attempt(this.#faults.reorders() ? (due.at(-1) ?? first) : first);
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { answer, isTaken } = await this.#post(delivery.event);
    if (this.#isClosed && !isTaken) return;
    const attempts = delivery.attempts + 1;
    if (isTaken) {
      this.#deliveries.note(delivery.id, { state: 'delivered', dueAt: Date.now(), attempts, answer });
      if (this.#faults.duplicates()) this.#deliveries.add(delivery.event, Date.now() + duplicateAfterMs);
      return;
    }
    const wait = retryAfterMs[attempts - 1];
    this.#tell(`The webhook did not take ${delivery.event}: ${answer}.`);
    const state = wait === undefined ? 'given_up' : 'waiting';
    this.#deliveries.note(delivery.id, { state, dueAt: Date.now() + (wait ?? 0), attempts, answer });
  }

  async #post(event: string): Promise<{ answer: string; isTaken: boolean }> {
    const object = this.#store.find('event', event);
    if (!object) return { answer: 'the event is gone', isTaken: true };
    const payload = JSON.stringify(object, null, 2);
    try {
      const response = await fetch(this.#endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signPayload(payload, this.#endpoint.secret),
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
