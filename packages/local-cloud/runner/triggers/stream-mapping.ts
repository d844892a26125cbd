import type { WireService } from '../../wire/http.ts';
import { region } from '../../wire/names.ts';
import { whenThereIsRoom } from '../../wire/state.ts';
import { callEngine, mustSucceed } from '../call-engine.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import type { RunnerState } from './deliveries.ts';
import {
  createFilter,
  failedIdentifiers,
  invokeUnthrottled,
  type MappingProperties,
} from './queue-mapping.ts';

/** A stream record in the wire's own form: attribute values stay marshalled, as Lambda passes them on. */
export type StreamRecord = {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime: number; [field: string]: unknown };
  [field: string]: unknown;
};

type Shard = { ShardId: string; ParentShardId?: string };

const call = async <T extends object>(engine: WireService, operation: string, input: object): Promise<T> =>
  mustSucceed(await callEngine<T>(engine, 'DynamoDBStreams_20120810', operation, input), operation);

/** A shard's records after a sequence number, or from its beginning. */
export type ShardReader = { read(limit: number): Promise<StreamRecord[]> };

export async function shardsOf(engine: WireService, streamArn: string): Promise<string[]> {
  type Described = { StreamDescription: { Shards: Shard[] } };
  const { StreamDescription } = await call<Described>(engine, 'DescribeStream', { StreamArn: streamArn });
  return StreamDescription.Shards.map((shard) => shard.ShardId);
}

/** `after` is the last record that was dealt with; what has been trimmed meanwhile is skipped. */
export function openShard(
  engine: WireService,
  streamArn: string,
  shardId: string,
  after: string | undefined,
): ShardReader {
  const beginAt = (position: object) => {
    const input = { StreamArn: streamArn, ShardId: shardId, ...position };
    return call<{ ShardIterator?: string }>(engine, 'GetShardIterator', input);
  };
  const beginAtOldest = () => beginAt({ ShardIteratorType: 'TRIM_HORIZON' });
  const begin = () =>
    after === undefined
      ? beginAtOldest()
      : beginAt({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }).catch(beginAtOldest);
  let iterator: string | undefined;
  return {
    async read(limit) {
      iterator ??= (await begin()).ShardIterator;
      if (!iterator) return [];
      type Page = { Records: StreamRecord[]; NextShardIterator?: string };
      const input = { ShardIterator: iterator, Limit: limit };
      const answer = await call<Page>(engine, 'GetRecords', input);
      iterator = answer.NextShardIterator;
      return answer.Records;
    },
  };
}

/** Lambda looks four times a second; a write through the gateway wakes us at once, so this is only for other writers. */
const idleMilliseconds = 1000;
const retryMilliseconds = 200;
const newShardLookMilliseconds = 30_000;

export type StreamMappingContext = {
  engine: WireService;
  state: RunnerState;
  /** Takes what no attempt could handle. */
  sendFailure(destinationArn: string, failure: object): void;
  tell(sentence: string): void;
};

function toLambdaRecord(record: StreamRecord, streamArn: string): StreamRecord {
  return {
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    ...record,
    eventSourceARN: streamArn,
  };
}

/** Feeds a table's stream to a function, each shard in order: filters, retries, halving of failed batches, failure queue. */
export class StreamMapping {
  readonly #context: StreamMappingContext;
  readonly #fn: LambdaFunction;
  readonly #properties: MappingProperties;
  readonly #id: string;
  readonly #passes: (record: unknown) => boolean;
  readonly #known = new Set<string>();
  readonly #wakers = new Set<() => void>();
  readonly #loops: Promise<void>[] = [];
  readonly #closing = new AbortController();

  constructor(id: string, fn: LambdaFunction, properties: MappingProperties, context: StreamMappingContext) {
    this.#id = id;
    this.#fn = fn;
    this.#properties = properties;
    this.#context = context;
    this.#passes = createFilter(properties.FilterCriteria);
    this.#loops.push(this.#followShards());
  }

  wake(): void {
    for (const wake of [...this.#wakers]) wake();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.wake();
    await Promise.all(this.#loops);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wakers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#wakers.add(done);
    });
  }

  async #followShards(): Promise<void> {
    const { engine, state } = this.#context;
    let lookAgainAt = 0;
    while (!this.#closed) {
      if (Date.now() >= lookAgainAt) {
        lookAgainAt = Date.now() + newShardLookMilliseconds;
        const shards = await shardsOf(engine, this.#properties.EventSourceArn).catch(() => []);
        for (const shard of shards.filter((one) => !this.#known.has(one))) {
          this.#known.add(shard);
          const after = state.checkpoint(this.#id, shard);
          this.#loops.push(
            this.#follow(shard, openShard(engine, this.#properties.EventSourceArn, shard, after)),
          );
        }
      }
      await this.#pause(newShardLookMilliseconds);
    }
  }

  async #follow(shard: string, reader: ShardReader): Promise<void> {
    while (!this.#closed) {
      const records = await reader.read(this.#properties.BatchSize ?? 100).catch(() => []);
      if (records.length === 0) {
        await this.#pause(idleMilliseconds);
        continue;
      }
      const wanted = records.filter((record) =>
        this.#passes(toLambdaRecord(record, this.#properties.EventSourceArn)),
      );
      if (wanted.length > 0) await this.#deliver(shard, wanted, 0);
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      if (last) await this.#patiently(() => this.#context.state.setCheckpoint(this.#id, shard, last));
    }
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  #patiently<T>(write: () => T): Promise<T | undefined> {
    return whenThereIsRoom(write, { tell: this.#context.tell, closing: this.#closing.signal });
  }

  /** Until the batch is handled, given up, or split in two that are. */
  async #deliver(shard: string, batch: readonly StreamRecord[], attempts: number): Promise<void> {
    const { remaining, isBroken } = await this.#attempt(batch);
    if (remaining.length === 0 || this.#closed) return;
    const tries = attempts + 1;
    const limit = this.#properties.MaximumRetryAttempts ?? 10_000;
    const tooOld = Date.now() > this.#tooOldAt(remaining);
    if (this.#properties.BisectBatchOnFunctionError && isBroken && remaining.length > 1) {
      const middle = Math.ceil(remaining.length / 2);
      await this.#deliver(shard, remaining.slice(0, middle), attempts);
      return this.#deliver(shard, remaining.slice(middle), attempts);
    }
    if (tries > limit || tooOld) return this.#giveUp(shard, remaining, tries);
    await this.#pause(retryMilliseconds * Math.min(tries, 10));
    return this.#deliver(shard, remaining, tries);
  }

  /** When the oldest record of a batch is given up (milliseconds since 1970). */
  #tooOldAt(batch: readonly StreamRecord[]): number {
    const oldest = Number(batch[0]?.dynamodb.ApproximateCreationDateTime ?? 0);
    const maxAge = this.#properties.MaximumRecordAgeInSeconds ?? -1;
    return maxAge > 0 ? (oldest + maxAge) * 1000 : Number.POSITIVE_INFINITY;
  }

  /** What is left to do after one invocation: from the first reported failure on, or everything after an error. */
  async #attempt(
    batch: readonly StreamRecord[],
  ): Promise<{ remaining: readonly StreamRecord[]; isBroken: boolean }> {
    const Records = batch.map((record) => toLambdaRecord(record, this.#properties.EventSourceArn));
    try {
      const patience = { until: this.#tooOldAt(batch), closing: this.#closing.signal };
      const answer = await invokeUnthrottled(this.#fn, { Records }, patience);
      if (!this.#properties.FunctionResponseTypes?.includes('ReportBatchItemFailures'))
        return { remaining: [], isBroken: false };
      const sequences = batch.map((record) => record.dynamodb.SequenceNumber);
      const failed = failedIdentifiers(answer, sequences);
      const first = sequences.findIndex((sequence) => failed.includes(sequence));
      return { remaining: first < 0 ? [] : batch.slice(first), isBroken: false };
    } catch {
      // Only then does Lambda halve it: a batch whose first record is reported as failed comes again as it was.
      return { remaining: batch, isBroken: true };
    }
  }

  async #giveUp(shardId: string, batch: readonly StreamRecord[], invokeCount: number): Promise<void> {
    const destination = this.#properties.DestinationConfig?.OnFailure?.Destination;
    if (!destination) return;
    const failure = {
      requestContext: {
        functionArn: this.#fn.definition.arn,
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: invokeCount,
      },
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: batch[0]?.dynamodb.SequenceNumber,
        endSequenceNumber: batch.at(-1)?.dynamodb.SequenceNumber,
        batchSize: batch.length,
        streamArn: this.#properties.EventSourceArn,
      },
    };
    await this.#patiently(() => this.#context.sendFailure(destination, failure));
  }
}
