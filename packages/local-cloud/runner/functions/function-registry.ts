import { AccountLimit, type AccountUse, type LambdaFunction } from './lambda-function.ts';

/** All functions, found by ARN or name. */
export class FunctionRegistry {
  readonly #byName = new Map<string, LambdaFunction>();
  readonly #reaper: NodeJS.Timeout;
  readonly #account: AccountLimit;

  constructor(functions: readonly LambdaFunction[], account = new AccountLimit()) {
    this.#account = account;
    for (const one of functions) this.#byName.set(one.definition.name, one);
    this.#reaper = setInterval(() => {
      for (const one of functions) one.endIdle();
    }, 30_000);
    this.#reaper.unref();
  }

  /** By name, by ARN, or by an ARN with a qualifier behind it or an invocation path around it. */
  find(nameOrArn: string): LambdaFunction | undefined {
    const [, name] = /function:([^:/]+)/.exec(nameOrArn) ?? [undefined, nameOrArn];
    return this.#byName.get(name);
  }

  all(): LambdaFunction[] {
    return [...this.#byName.values()];
  }

  get accountUse(): AccountUse {
    return this.#account.use;
  }

  close(): void {
    clearInterval(this.#reaper);
    for (const one of this.#byName.values()) one.close();
  }
}
