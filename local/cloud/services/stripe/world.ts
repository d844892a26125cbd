import type { DomainClock } from '../../clock.ts';
import type { AnyObject, ObjectStore } from './object-store.ts';

/** What a renewal does in the end when every attempt to charge has failed: Stripe's setting of the same meaning. */
export type AfterFailedRenewals = 'cancel' | 'mark_unpaid';

/** Whose shop it is, as invoices, bank statements and pages say it. */
export type Account = {
  /** "Kim's Bikes" */
  name: string;
  /** ISO 3166, "DK". */
  country: string;
};

/** What every operation works with. */
export type World = {
  store: ObjectStore;
  /** Epoch seconds of domain time, or of the moment that is being lived through. */
  now(): number;
  /** Where this server is reached, for the addresses that it hands out. */
  origin(): string;
  /** Notes an event; it is sent to the webhook once the request's transaction is through. */
  emit(type: string, object: AnyObject, previous?: object): void;
  afterFailedRenewals: AfterFailedRenewals;
  account: Account;
};

/** Domain time in epoch seconds; while something is caught up on, the moment at which it was due. */
export class Moments {
  readonly #clock: Pick<DomainClock, 'now'>;
  #pinned: number | undefined;

  constructor(clock: Pick<DomainClock, 'now'>) {
    this.#clock = clock;
  }

  now(): number {
    return this.#pinned ?? Math.floor(this.#clock.now().getTime() / 1000);
  }

  /** Runs `work` as if it were `moment`. */
  at<T>(moment: number, work: () => T): T {
    const before = this.#pinned;
    this.#pinned = moment;
    try {
      return work();
    } finally {
      this.#pinned = before;
    }
  }
}

/** How the account stands on bank statements, and what its invoices' numbers begin with: "KIM'S BIKES". */
export const shortNameOf = ({ account }: World): string => account.name.toUpperCase();

/** Saves an object after a change and notes the event, with what was there before as Stripe tells it. */
export function change<T extends AnyObject>(world: World, type: string, before: T, patch: Partial<T>): T {
  const after = { ...before, ...patch };
  const previous: Record<string, unknown> = {};
  for (const name of Object.keys(patch) as (keyof T & string)[]) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) previous[name] = before[name] ?? null;
  }
  world.store.save(after);
  if (Object.keys(previous).length > 0) world.emit(type, after, previous);
  return after;
}
