import { xmlError } from '../services/objects/object-service.ts';
import { jsonError, ServiceError, type WireRequest, type WireResponse } from '../wire/http.ts';

/** What may go wrong on request. Rates are shares of 1, `count` how often at most. */
export type Fault =
  | { kind: 'duplicate'; rate: number; queue?: string }
  | { kind: 'reorder'; rate: number; queue?: string }
  | { kind: 'throttle'; rate: number; service?: string; operation?: string; count?: number }
  | { kind: 'error'; rate: number; service?: string; operation?: string; count?: number }
  | { kind: 'conflict'; rate: number; operation?: string; count?: number }
  | { kind: 'gsi_lag'; seconds: number }
  | { kind: 'late_webhook'; rate: number; seconds: number }
  | { kind: 'lost_answer'; rate: number; operation?: string; count?: number }
  | { kind: 'outage'; of: string }
  | { kind: 'crash_after'; service: string; operation: string; n: number; when?: 'before' | 'after' };

export type CallFault = Extract<Fault, { kind: 'throttle' | 'error' | 'conflict' }>;

/** What each kind does where nothing else is said. */
const defaults: Readonly<Record<Fault['kind'], object>> = {
  duplicate: { rate: 1 },
  reorder: { rate: 1 },
  throttle: { rate: 1 },
  error: { rate: 1 },
  conflict: { rate: 1 },
  gsi_lag: { seconds: 2 },
  late_webhook: { rate: 1, seconds: 60 },
  lost_answer: { rate: 1 },
  outage: {},
  crash_after: { when: 'after', n: 1 },
};
const isKind = (kind: unknown): kind is Fault['kind'] => Object.hasOwn(defaults, String(kind));

/**
 * What somebody has typed as a fault; throws with a sentence for that person.
 * @param outages the parts of the world around the cloud that can fail
 */
export function parseFault(body: unknown, outages: readonly string[] = []): Fault {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { kind } = fields;
  if (!isKind(kind))
    throw new Error(`kind must be one of ${Object.keys(defaults).join(', ')}, or none to end all faults.`);
  const numbers = ['rate', 'count', 'seconds', 'n'].filter((name) => fields[name] !== undefined);
  for (const name of numbers) {
    if (!(Number(fields[name]) >= 0)) throw new Error(`${name} must be a number that is not negative.`);
  }
  if (kind === 'crash_after' && !(fields.service && fields.operation))
    throw new Error('crash_after needs service and operation.');
  if (kind === 'outage' && !outages.some((one) => one === fields.of)) {
    throw new Error(`of must be one of ${outages.join(', ')}.`);
  }
  return { ...defaults[kind], ...fields } as Fault;
}

/** A small generator with a seed, so that a run with faults can be repeated. Values in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The faults that are on. */
export class FaultPlan {
  #faults: Fault[] = [];
  #random = seeded(1);
  readonly #kill: () => void;

  /** `kill` ends the process as a power cut would. */
  constructor(kill: () => void = () => process.kill(process.pid, 'SIGKILL')) {
    this.#kill = kill;
  }

  get active(): readonly Fault[] {
    return this.#faults;
  }

  add(fault: Fault, seed?: number): void {
    if (seed !== undefined) this.#random = seeded(seed);
    this.#faults.push({ ...fault });
  }

  clear(): void {
    this.#faults = [];
  }

  isDelivery(kind: 'duplicate' | 'reorder', queue: string): boolean {
    return this.#faults.some(
      (fault) =>
        fault.kind === kind && (!fault.queue || queue.includes(fault.queue)) && this.#random() < fault.rate,
    );
  }

  /** Seconds by which indexes lag; 0 when they do not. */
  get indexLagSeconds(): number {
    return Math.max(0, ...this.#faults.map((fault) => (fault.kind === 'gsi_lag' ? fault.seconds : 0)));
  }

  isOut(part: string): boolean {
    return this.#faults.some((fault) => fault.kind === 'outage' && fault.of === part);
  }

  /** Seconds by which this webhook is late; 0 when it is not. */
  webhookDelaySeconds(): number {
    const late = this.#faults.filter((fault) => fault.kind === 'late_webhook' && this.#random() < fault.rate);
    return Math.max(0, ...late.map((fault) => (fault.kind === 'late_webhook' ? fault.seconds : 0)));
  }

  /** Whether the answer to this call of a companion is lost after its work was done. */
  losesAnswer(operation: string): boolean {
    const hit = this.#faults.find(
      (fault) =>
        fault.kind === 'lost_answer' &&
        (!fault.operation || fault.operation === operation) &&
        fault.count !== 0 &&
        this.#random() < fault.rate,
    );
    if (hit?.kind === 'lost_answer' && hit.count !== undefined) hit.count -= 1;
    return hit !== undefined;
  }

  /** The fault that hits this call, if one does. */
  callFault(service: string, operation: string): CallFault | undefined {
    const hit = this.#faults.find((fault): fault is CallFault => {
      if (fault.kind !== 'throttle' && fault.kind !== 'error' && fault.kind !== 'conflict') return false;
      const forService = fault.kind === 'conflict' ? 'dynamodb' : fault.service;
      if (forService && forService !== service) return false;
      if (fault.operation && fault.operation !== operation) return false;
      return fault.count !== 0 && this.#random() < fault.rate;
    });
    if (hit?.count !== undefined) hit.count -= 1;
    return hit;
  }

  /** Counts a call towards `crash_after`; may not return. */
  countCall(service: string, operation: string, when: 'before' | 'after'): void {
    for (const fault of this.#faults) {
      if (fault.kind !== 'crash_after' || fault.when !== when) continue;
      if (fault.service !== service || fault.operation !== operation) continue;
      fault.n -= 1;
      if (fault.n === 0) this.#kill();
    }
  }
}

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

function throttle(service: string): ServiceError {
  if (service === 'dynamodb') {
    const text = 'The level of configured provisioned throughput for the table was exceeded.';
    return new ServiceError('ProvisionedThroughputExceededException', text);
  }
  if (service === 's3') return new ServiceError('SlowDown', 'Please reduce your request rate.', 503);
  return new ServiceError('ThrottlingException', 'Rate exceeded');
}

function conflict(operation: string, request: WireRequest): ServiceError | undefined {
  if (!writes.includes(operation)) return undefined;
  if (operation !== 'TransactWriteItems') {
    return new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item');
  }
  const items = (JSON.parse(request.body.toString('utf8')) as { TransactItems: unknown[] }).TransactItems;
  const CancellationReasons = items.map((_, index) =>
    index === 0
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  );
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  const text = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new ServiceError('TransactionCanceledException', text, 400, { CancellationReasons });
}

/** The answer that an injected fault gives instead of the service; undefined when it does not concern this call. */
export function answerFault(
  fault: CallFault,
  service: string,
  operation: string,
  request: WireRequest,
): WireResponse | undefined {
  const error =
    fault.kind === 'throttle'
      ? throttle(service)
      : fault.kind === 'error'
        ? new ServiceError('InternalServerError', 'Injected fault.', 500)
        : conflict(operation, request);
  if (!error) return undefined;
  return service === 's3' ? xmlError(error, request.path) : jsonError(error);
}
