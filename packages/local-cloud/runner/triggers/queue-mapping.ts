import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { checkPattern, type EventPattern, matchesPattern } from '../../services/events/event-service.ts';
import type { QueueStore, ReceivedMessage } from '../../services/queues/queue-store.ts';
import { region } from '../../wire/names.ts';
import { pause, whenThereIsRoom } from '../../wire/state.ts';
import { isThrottle, type LambdaFunction } from '../functions/lambda-function.ts';

/**
 * Which of a batch's identifiers failed, by the handler's answer under ReportBatchItemFailures. An answer that names an
 * unknown or empty identifier fails the whole batch, as in Lambda; no answer means that all went well.
 */
export function failedIdentifiers(answer: unknown, identifiers: readonly string[]): readonly string[] {
  const reported = (answer as { batchItemFailures?: { itemIdentifier?: string }[] | null } | null | undefined)
    ?.batchItemFailures;
  if (!Array.isArray(reported)) return [];
  const failed = reported.map((item) => item?.itemIdentifier ?? '');
  return failed.every((identifier) => identifiers.includes(identifier)) ? failed : identifiers;
}

export type FilterCriteria = { Filters?: { Pattern: string }[] };

/** Whether a record passes an event source mapping's filters: one must fit, none means that all pass. */
export function createFilter(criteria: FilterCriteria | undefined): (record: unknown) => boolean {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as EventPattern);
  for (const pattern of patterns) checkPattern(pattern);
  return (record) => patterns.length === 0 || patterns.some((pattern) => matchesPattern(record, pattern));
}

const firstWaitMilliseconds = 100;
const longestWaitMilliseconds = 5000;

export type ThrottlePatience = {
  /** After this moment (milliseconds since 1970) a throttle is a failure like any other. */
  until: number;
  /** Ends the waiting. */
  closing: AbortSignal;
};

/**
 * Invokes a function for a queue, a stream or an event. Where the account has no room, Lambda itself asks again, longer
 * apart each time, and that is no attempt: for a queue's messages as long as they are invisible, for an event six hours.
 */
export async function invokeUnthrottled(
  fn: LambdaFunction,
  event: unknown,
  { until, closing }: ThrottlePatience,
): Promise<unknown> {
  for (let waitMs = firstWaitMilliseconds; ; waitMs = Math.min(2 * waitMs, longestWaitMilliseconds)) {
    try {
      return await fn.invoke(event);
    } catch (error) {
      if (!isThrottle(error) || closing.aborted || Date.now() + waitMs > until) throw error;
      await pause(waitMs, closing);
    }
  }
}

export type MappingProperties = {
  EventSourceArn: string;
  FunctionName: string;
  Enabled?: boolean;
  BatchSize?: number;
  MaximumBatchingWindowInSeconds?: number;
  FunctionResponseTypes?: string[];
  FilterCriteria?: FilterCriteria;
  ScalingConfig?: { MaximumConcurrency?: number };
  StartingPosition?: 'LATEST' | 'TRIM_HORIZON';
  MaximumRetryAttempts?: number;
  MaximumRecordAgeInSeconds?: number;
  BisectBatchOnFunctionError?: boolean;
  DestinationConfig?: { OnFailure?: { Destination?: string } };
};

/** Lambda starts with five pollers; a small account allows ten functions at once. */
const defaultConcurrency = 5;

function toRecord(message: ReceivedMessage, queueArn: string) {
  const attributes = Object.entries(message.attributes).map(([name, value]) => [
    name,
    {
      stringValue: value.StringValue,
      binaryValue: value.BinaryValue,
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType,
    },
  ]);
  return {
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: message.system,
    messageAttributes: Object.fromEntries(attributes) as object,
    md5OfBody: createHash('md5').update(message.body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}

/** Feeds a queue's messages to a function, until it is closed. */
export class QueueMapping {
  readonly #store: QueueStore;
  readonly #queue: string;
  readonly #fn: LambdaFunction;
  readonly #properties: MappingProperties;
  readonly #closing = new AbortController();
  readonly #tell: (sentence: string) => void;
  readonly #loops: Promise<void>[];

  /** `tell` hears in words what keeps messages waiting. */
  constructor(
    store: QueueStore,
    fn: LambdaFunction,
    properties: MappingProperties,
    tell: (sentence: string) => void,
  ) {
    this.#tell = tell;
    this.#store = store;
    this.#fn = fn;
    this.#properties = properties;
    this.#queue = properties.EventSourceArn.split(':').at(-1) ?? '';
    if (properties.FilterCriteria ?? properties.MaximumBatchingWindowInSeconds)
      throw new Error(`The local cloud filters no messages of ${this.#queue} and waits for no more of them.`);
    // In the cloud each environment has a processor of its own; here more at once than there are would only delay the first.
    const concurrency = Math.min(
      properties.ScalingConfig?.MaximumConcurrency ?? defaultConcurrency,
      Math.max(2, availableParallelism()),
    );
    this.#loops = Array.from({ length: concurrency }, () => this.#poll());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#loops);
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const messages = await this.#receive();
      if (messages.length > 0 && !signal.aborted) await this.#handle(messages);
    }
  }

  // Taking a message writes who has it and until when.
  async #receive(): Promise<ReceivedMessage[]> {
    const { signal } = this.#closing;
    const count = this.#properties.BatchSize ?? 10;
    const take = () => this.#store.receive(this.#queue, { count, waitSeconds: 20, signal });
    return (await whenThereIsRoom(take, { tell: this.#tell, closing: signal })) ?? [];
  }

  async #handle(messages: readonly ReceivedMessage[]): Promise<void> {
    const ids = messages.map((message) => message.id);
    let failed: readonly string[] = ids;
    const until = Date.now() + this.#store.settings(this.#queue).visibilityTimeoutSeconds * 1000;
    try {
      const Records = messages.map((message) => toRecord(message, this.#properties.EventSourceArn));
      const answer = await invokeUnthrottled(this.#fn, { Records }, { until, closing: this.#closing.signal });
      const partial = this.#properties.FunctionResponseTypes?.includes('ReportBatchItemFailures');
      failed = partial ? failedIdentifiers(answer, ids) : [];
    } catch {
      // The function's log has the reason; the messages come back when their visibility ends.
    }
    // A closed store means that we are going down: the messages will be seen again on the next start.
    if (this.#closing.signal.aborted) return;
    for (const message of messages) {
      if (!failed.includes(message.id)) await this.#delete(message);
    }
  }

  // Not a message that was handled may come back because the disk is full.
  async #delete({ receipt }: ReceivedMessage): Promise<void> {
    const patience = { tell: this.#tell, closing: this.#closing.signal };
    await whenThereIsRoom(() => this.#store.delete(this.#queue, receipt), patience);
  }
}
