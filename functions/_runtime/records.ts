import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { log, setLogContext } from './log.ts';

/**
 * A handler for a queue: each record is parsed and handled by itself, and only those that failed come back.
 * A record that cannot be read fails too, so that it ends in the dead letter queue and is seen.
 */
export function queueHandler<S extends z.ZodMiniType>(
  schema: S,
  handle: (message: z.output<S>, receiveCount: number) => Promise<void>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      // A record that cannot be read must not be logged under the ids of the one before.
      setLogContext({});
      try {
        const message = schema.parse(JSON.parse(record.body));
        const { requestId, jobId, carId } = message as Record<string, string>;
        setLogContext({ requestId, jobId, carId });
        await handle(message, Number(record.attributes.ApproximateReceiveCount));
      } catch (error) {
        log.failure('message failed', error, {
          receiveCount: Number(record.attributes.ApproximateReceiveCount),
        });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };
}
