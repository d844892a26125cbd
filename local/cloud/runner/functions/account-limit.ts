/** What Lambda calls an invocation for which the account has no room. */
export const throttledByLambda = 'TooManyRequestsException';

/** How the account's room was used since the start. */
export type AccountUse = {
  /** How many functions may run at once; null without a bound. */
  limit: number | null;
  running: number;
  mostAtOnce: number;
  /** How often each function was refused, by its name. */
  throttles: Readonly<Record<string, number>>;
};

/** How many functions run at once, all of them together: a new account of Lambda's allows ten. */
export class AccountLimit {
  readonly #limit: number | undefined;
  readonly #throttles = new Map<string, number>();
  #running = 0;
  #mostAtOnce = 0;

  /** Without `limit` there is room for all. */
  constructor(limit?: number) {
    this.#limit = limit;
  }

  /** Takes a place for an invocation, which `leave` gives back; false, and counted, where none is free. */
  enter(functionName: string): boolean {
    if (this.#limit !== undefined && this.#running >= this.#limit) {
      this.#throttles.set(functionName, (this.#throttles.get(functionName) ?? 0) + 1);
      return false;
    }
    this.#running += 1;
    this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#running);
    return true;
  }

  leave(): void {
    this.#running -= 1;
  }

  get use(): AccountUse {
    return {
      limit: this.#limit ?? null,
      running: this.#running,
      mostAtOnce: this.#mostAtOnce,
      throttles: Object.fromEntries(this.#throttles),
    };
  }
}
