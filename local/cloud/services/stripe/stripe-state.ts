import type { DatabaseSync } from 'node:sqlite';
import type { DomainClock } from '../../clock.ts';
import { openState } from '../../wire/state.ts';
import { dueOf } from './billing/due.ts';
import { catchUp } from './billing/renewals.ts';
import { ObjectStore } from './object-store.ts';
import { checkAnswer } from './published/check-answer.ts';
import { DeliveryStore } from './webhooks/delivery-store.ts';
import { type Cause, eventOf } from './webhooks/events.ts';
import { Replays } from './wire/replays.ts';
import { type Account, type AfterFailedRenewals, Moments, type World } from './world.ts';

export type StateOptions = {
  /** The database file, or ":memory:". */
  path: string;
  clock: Pick<DomainClock, 'now'>;
  origin(): string;
  afterFailedRenewals?: AfterFailedRenewals;
  account?: Account;
  /** Told each event's id and type within the transaction that makes it; undefined where no webhook is. */
  onEvent?: (event: string, type: string) => void;
};

/** Everything that the embedded Stripe knows, in one database: a request happens as a whole or not at all. */
export class StripeState {
  readonly world: World;
  readonly replays: Replays;
  readonly deliveries: DeliveryStore;
  readonly #database: DatabaseSync;
  readonly #moments: Moments;
  #cause: Cause = null;

  constructor(options: StateOptions) {
    this.#database = openState(options.path, '');
    this.#moments = new Moments(options.clock);
    const store = new ObjectStore(this.#database, dueOf);
    this.deliveries = new DeliveryStore(this.#database);
    this.replays = new Replays(this.#database);
    this.world = {
      store,
      now: () => this.#moments.now(),
      origin: options.origin,
      afterFailedRenewals: options.afterFailedRenewals ?? 'cancel',
      account: options.account ?? { name: 'Test shop', country: 'DK' },
      emit: (type, object, previous) => {
        const plain = JSON.parse(JSON.stringify(object)) as typeof object;
        checkAnswer(plain);
        const isSent = options.onEvent !== undefined;
        const event = eventOf(type, plain, previous, {
          created: this.#moments.now(),
          cause: this.#cause,
          isSent,
        });
        store.insert(event);
        options.onEvent?.(event.id, type);
      },
    };
  }

  /** Runs one request, or one click on a page, in a transaction. What fell due before it happens first. */
  perform<T>(cause: Cause, work: () => T): T {
    this.catchUp();
    this.#cause = cause;
    try {
      return this.world.store.transact(work);
    } finally {
      this.#cause = null;
    }
  }

  /** Lives through what fell due up to now. Returns how many things happened. */
  catchUp(): number {
    return this.world.store.transact(() => catchUp(this.world, this.#moments));
  }

  close(): void {
    this.#database.close();
  }
}
