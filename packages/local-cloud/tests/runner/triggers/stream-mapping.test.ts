import { expect, it } from 'vitest';
import { StreamMapping, type StreamMappingContext } from '../../../runner/triggers/stream-mapping.ts';

const numbers = Array.from({ length: 8 }, (_, n) => String(n + 1));
const records = numbers.map((SequenceNumber) => ({ dynamodb: { SequenceNumber } }));
const answers: Record<string, object> = {
  DescribeStream: { StreamDescription: { Shards: [{ ShardId: 'shard' }] } },
  GetShardIterator: { ShardIterator: 'first' },
  GetRecords: { Records: records },
};

/** What a function handled of a stream of eight records, and what Lambda gave up, once all are done. */
async function follow(
  handle: (batch: string[]) => object,
): Promise<{ handled: string[]; givenUp: object[] }> {
  const [handled, givenUp]: [string[], object[]] = [[], []];
  let isRead = false;
  let mapping: StreamMapping | undefined;
  await new Promise<void>((resolve) => {
    const context = {
      engine: {
        async handle({ headers }: { headers: Record<string, string> }) {
          const operation = headers['x-amz-target']!.split('.')[1]!;
          const isLast = operation === 'GetRecords' && isRead;
          isRead ||= operation === 'GetRecords';
          return { status: 200, body: JSON.stringify(isLast ? { Records: [] } : answers[operation]) };
        },
      },
      state: { checkpoint: () => undefined, setCheckpoint: () => resolve() },
      sendFailure: (_: string, { DDBStreamBatchInfo }: never) => givenUp.push(DDBStreamBatchInfo),
      tell: () => undefined,
    } as unknown as StreamMappingContext;
    const fn = {
      definition: { arn: 'arn' },
      async invoke({ Records }: { Records: typeof records }) {
        const batch = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
        const answer = handle(batch);
        const failed = (answer as { batchItemFailures?: { itemIdentifier: string }[] })
          .batchItemFailures?.[0];
        handled.push(...batch.slice(0, failed ? batch.indexOf(failed.itemIdentifier) : batch.length));
        return answer;
      },
    };
    mapping = new StreamMapping(
      'mapping',
      fn as never,
      {
        ...{ EventSourceArn: 'stream', FunctionName: 'fn', MaximumRetryAttempts: 1 },
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        DestinationConfig: { OnFailure: { Destination: 'queue' } },
      },
      context,
    );
  });
  await mapping?.close();
  return { handled, givenUp };
}

it('halves a batch that breaks off until the record that fails is alone, and gives up that one', async () => {
  const { handled, givenUp } = await follow((batch) => {
    if (batch[0] === '3' && batch.length > 1) throw new Error('broken off');
    const failed = batch.filter((number) => number === '3');
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  });
  expect(handled).toEqual(['1', '2', '4', '5', '6', '7', '8']);
  expect(givenUp).toMatchObject([{ startSequenceNumber: '3', endSequenceNumber: '3', batchSize: 1 }]);
});

it('gives up a batch whose first record is reported as failed again and again, as Lambda does', async () => {
  const { handled, givenUp } = await follow(() => ({ batchItemFailures: [{ itemIdentifier: '1' }] }));
  expect(handled).toEqual([]);
  expect(givenUp).toMatchObject([{ startSequenceNumber: '1', endSequenceNumber: '8', batchSize: 8 }]);
});
