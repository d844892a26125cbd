import type { DynamoDBStreamEvent } from 'aws-lambda';
import { openShard, shardsOf } from 'local-cloud/runner/triggers/stream-mapping.ts';
import type { BusEvent } from 'local-cloud/services/events/event-service.ts';
import type { QueueStore } from 'local-cloud/services/queues/queue-store.ts';
import { eventSource, toldEvents } from '#core/contract/messages.ts';
import { publishedEnds, publishedKinds } from '#lib/triggers.ts';
import type { TestTable } from './table.ts';

const batchSize = 50;
const mostAttempts = 20;
const kinds: ReadonlySet<string> = new Set(publishedKinds);
const ends: ReadonlySet<string> = new Set(publishedEnds);
type Image = { kind?: { S?: string } } | undefined;

/**
 * What the template's mappings do between the table and the notifier: the stream, filtered, to the publisher; the bus's
 * rule to the notifier's queue. Answers whether anything was passed on.
 */
export async function createStreamBridge(
  { engine, streamArn }: TestTable,
  { events, queues }: { events: BusEvent[]; queues: QueueStore },
  beforeEach: () => void,
): Promise<() => Promise<boolean>> {
  const { publishWorker: publish } = await import('#functions/live/workers.ts');
  const [shardId] = await shardsOf(engine, streamArn);
  const shard = openShard(engine, streamArn, shardId!, undefined);
  let passedEvents = 0;

  function passEvents(): boolean {
    const told = events.slice(passedEvents);
    passedEvents = events.length;
    const wanted = told.filter(
      (event) =>
        event.source === eventSource && (toldEvents as readonly string[]).includes(event['detail-type']),
    );
    for (const event of wanted) queues.send('notify', { body: JSON.stringify(event) });
    return wanted.length > 0;
  }

  return async () => {
    let isPassed = false;
    for (;;) {
      const records = await shard.read(1000);
      if (records.length === 0) break;
      const kindOf = (image: unknown) => (image as Image)?.kind?.S ?? '';
      const fitting = records.filter(({ eventName, dynamodb }) =>
        eventName === 'REMOVE' ? ends.has(kindOf(dynamodb.OldImage)) : kinds.has(kindOf(dynamodb.NewImage)),
      );
      let from = 0;
      for (let attempt = 0; from < fitting.length; attempt++) {
        if (attempt > mostAttempts) throw new Error('A change was never published.');
        const Records = fitting.slice(from, from + batchSize);
        beforeEach();
        const { batchItemFailures } = await publish({ Records } as unknown as DynamoDBStreamEvent);
        const failed = batchItemFailures[0]?.itemIdentifier;
        const taken = failed
          ? Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed)
          : Records.length;
        // What follows a record that failed comes again with it.
        from += taken;
        if (taken > 0) attempt = 0;
        isPassed = true;
      }
    }
    return passEvents() || isPassed;
  };
}
