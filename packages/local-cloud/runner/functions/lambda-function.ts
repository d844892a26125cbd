import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { LogSink } from '../../logs.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { type Runtime, type RuntimeSettings, startRuntime } from './runtime.ts';
import type { ErrorPayload, RuntimeMessage } from './runtime-messages.ts';

/** What became of an invocation: how long it took, and whether it failed or found no room. */
export type InvocationWatch = (
  functionName: string,
  outcome: { kind: 'done' | 'failed'; milliseconds: number } | { kind: 'throttled' },
) => void;

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

/** Lambda takes and gives 6 MB at most when it is called synchronously. */
const maxPayloadBytes = 6 * 1024 * 1024;
/** What Lambda calls an event over that bound, measured as JSON: a body that is text takes two bytes for each quote. */
export const tooLargeForLambda = 'RequestEntityTooLargeException';
/** How long an invocation waits for a busy environment before another one is started. */
const patienceMilliseconds = 60;
/** More would only share the same cores, each with its own copy of what it has loaded (the catalog: 160 MB). */
const maxEnvironments = Math.max(4, 2 * availableParallelism());
const idleMilliseconds = 5 * 60_000;

/** What the function threw, or what became of it. */
export class FunctionFailure extends Error {
  readonly payload: ErrorPayload;

  constructor(payload: ErrorPayload) {
    super(payload.errorMessage);
    this.name = payload.errorType;
    this.payload = payload;
  }
}

/** Whether an invocation failed because the account ran as many functions as it may. */
export const isThrottle = (error: unknown): boolean =>
  error instanceof FunctionFailure && error.payload.errorType === throttledByLambda;

const failure = (errorType: string, errorMessage: string) =>
  new FunctionFailure({ errorType, errorMessage, trace: [] });

type Invocation = {
  requestId: string;
  event: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

type Environment = {
  runtime?: Runtime;
  current?: Invocation;
  timer?: NodeJS.Timeout;
  isReady: boolean;
  idleSince: number;
};

/** One function with its execution environments, each of which serves one invocation at a time. */
export class LambdaFunction {
  readonly definition: FunctionDefinition;
  readonly #settings: RuntimeSettings;
  readonly #log: LogSink;
  readonly #account: AccountLimit;
  readonly #watch: InvocationWatch;
  readonly #environments = new Set<Environment>();
  readonly #waiting: Invocation[] = [];
  #growth: NodeJS.Timeout | undefined;
  #closed = false;

  /** `account` is shared by all functions that one account runs; `watch` is told of each invocation. */
  constructor(
    definition: FunctionDefinition,
    settings: RuntimeSettings,
    log: LogSink,
    account = new AccountLimit(),
    watch: InvocationWatch = () => {},
  ) {
    this.definition = definition;
    this.#settings = settings;
    this.#log = log;
    this.#account = account;
    this.#watch = watch;
  }

  /** The handler's result. Rejects with FunctionFailure for errors, timeouts, crashes, payloads that are too large, and without room in the account. */
  invoke(event: unknown): Promise<unknown> {
    const text = JSON.stringify(event) ?? 'null';
    if (Buffer.byteLength(text) > maxPayloadBytes) {
      return Promise.reject(failure(tooLargeForLambda, `${maxPayloadBytes} byte payload limit exceeded`));
    }
    if (this.#closed) return Promise.reject(failure('ServiceException', 'The local cloud is closing.'));
    // What waits here for an environment would run there in one of its own.
    if (!this.#account.enter(this.definition.name)) {
      this.#watch(this.definition.name, { kind: 'throttled' });
      return Promise.reject(failure(throttledByLambda, 'Rate Exceeded.'));
    }
    const from = performance.now();
    const tell = (kind: 'done' | 'failed') =>
      this.#watch(this.definition.name, { kind, milliseconds: performance.now() - from });
    const result = new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ requestId: randomUUID(), event: text, resolve, reject });
    });
    this.#assign();
    result.then(
      () => tell('done'),
      () => tell('failed'),
    );
    return result.finally(() => this.#account.leave());
  }

  #assign(): void {
    for (const environment of this.#environments) {
      if (this.#waiting.length === 0) return;
      if (environment.isReady && !environment.current) this.#begin(environment);
    }
    const starting = [...this.#environments].filter((environment) => !environment.isReady).length;
    if (this.#waiting.length <= starting) return;
    if (this.#environments.size === 0) this.#start();
    else if (this.#environments.size < maxEnvironments) this.#growLater();
  }

  // Short work is better queued than spread over many cold environments; long work must not hold up the rest.
  #growLater(): void {
    this.#growth ??= setTimeout(() => {
      this.#growth = undefined;
      if (this.#waiting.length > 0 && !this.#closed) this.#start();
    }, patienceMilliseconds);
  }

  #start(): void {
    const environment: Environment = { isReady: false, idleSince: Date.now() };
    environment.runtime = startRuntime(this.definition, this.#settings, {
      onMessage: (message) => this.#onMessage(environment, message),
      onExit: (reason) => this.#onExit(environment, failure('Runtime.ExitError', `The runtime ${reason}`)),
      onLine: (line) => this.#log.line(this.definition.name, line, environment.current?.requestId),
    });
    this.#environments.add(environment);
    this.#assign();
  }

  #begin(environment: Environment): void {
    const invocation = this.#waiting.shift();
    if (!invocation) return;
    // Whatever waited, the environments are moving: there is no need for another one yet.
    clearTimeout(this.#growth);
    this.#growth = undefined;
    const { requestId, event } = invocation;
    const timeoutMs = this.definition.timeoutSeconds * 1000;
    environment.current = invocation;
    environment.timer = setTimeout(() => {
      const text = `${requestId} Task timed out after ${this.definition.timeoutSeconds.toFixed(2)} seconds`;
      this.#onExit(environment, failure('Sandbox.Timedout', text));
    }, timeoutMs);
    environment.runtime?.send({ kind: 'invoke', requestId, event, deadlineMs: Date.now() + timeoutMs });
    if (this.#waiting.length > 0) this.#assign();
  }

  #onMessage(environment: Environment, message: RuntimeMessage): void {
    if (message.kind === 'ready') {
      environment.isReady = true;
      this.#assign();
      return;
    }
    if (message.kind === 'broken') {
      this.#waiting.shift()?.reject(new FunctionFailure(message.error));
      this.#log.failure(this.definition.name, message.error);
      this.#onExit(environment, new FunctionFailure(message.error));
      return;
    }
    const invocation = environment.current;
    if (invocation?.requestId !== message.requestId) return;
    this.#release(environment);
    if (message.kind === 'error') {
      this.#log.failure(this.definition.name, message.error, message.requestId);
      invocation.reject(new FunctionFailure(message.error));
    } else if (Buffer.byteLength(message.result) > maxPayloadBytes) {
      const text = `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`;
      invocation.reject(failure('Function.ResponseSizeTooLarge', text));
    } else {
      invocation.resolve(JSON.parse(message.result));
    }
    this.#assign();
  }

  #release(environment: Environment): void {
    clearTimeout(environment.timer);
    delete environment.current;
    environment.idleSince = Date.now();
  }

  #onExit(environment: Environment, error: FunctionFailure): void {
    if (!this.#environments.delete(environment)) return;
    const invocation = environment.current;
    this.#release(environment);
    environment.runtime?.kill();
    if (invocation) {
      if (!this.#closed) this.#log.failure(this.definition.name, error.payload, invocation.requestId);
      invocation.reject(error);
    }
    if (!this.#closed) this.#assign();
  }

  /** Ends environments that nobody has used for five minutes. */
  endIdle(now = Date.now()): void {
    for (const environment of [...this.#environments]) {
      if (environment.current || !environment.isReady || now - environment.idleSince < idleMilliseconds)
        continue;
      this.#environments.delete(environment);
      environment.runtime?.kill();
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#growth);
    const ending = failure('ServiceException', 'The local cloud is closing.');
    for (const environment of [...this.#environments]) this.#onExit(environment, ending);
    for (const invocation of this.#waiting.splice(0)) invocation.reject(ending);
  }
}

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
