import type { WireService } from '../../wire/service.ts';
import { callEngine, mustSucceed } from '../call-engine.ts';

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
  const { StreamDescription } = await call<{ StreamDescription: { Shards: Shard[] } }>(
    engine,
    'DescribeStream',
    {
      StreamArn: streamArn,
    },
  );
  return StreamDescription.Shards.map((shard) => shard.ShardId);
}

/** `after` is the last record that was dealt with; what has been trimmed meanwhile is skipped. */
export function openShard(
  engine: WireService,
  streamArn: string,
  shardId: string,
  after: string | undefined,
): ShardReader {
  let iterator: string | undefined;
  const begin = async (): Promise<string | undefined> => {
    const common = { StreamArn: streamArn, ShardId: shardId };
    if (after !== undefined) {
      try {
        const position = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
        return (
          await call<{ ShardIterator?: string }>(engine, 'GetShardIterator', { ...common, ...position })
        ).ShardIterator;
      } catch {
        // Trimmed: begin with the oldest record there is.
      }
    }
    const position = { ShardIteratorType: 'TRIM_HORIZON' };
    return (await call<{ ShardIterator?: string }>(engine, 'GetShardIterator', { ...common, ...position }))
      .ShardIterator;
  };
  return {
    async read(limit) {
      iterator ??= await begin();
      if (!iterator) return [];
      const answer = await call<{ Records: StreamRecord[]; NextShardIterator?: string }>(
        engine,
        'GetRecords',
        {
          ShardIterator: iterator,
          Limit: limit,
        },
      );
      iterator = answer.NextShardIterator;
      return answer.Records;
    },
  };
}
