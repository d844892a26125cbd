import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import { retryWaitSeconds } from '#core/contract/retries.ts';
import { log, setLogContext } from './log.ts';
import { hideMessage } from './message-visibility.ts';

/** The message comes again soon, and not only when the time is over in which a crashed consumer would be waited for. */
async function comeAgainSoon(record: SQSRecord, receiveCount: number): Promise<void> {
  try {
    await hideMessage(record, retryWaitSeconds(receiveCount));
  } catch (error) {
    // Then it comes later.
    log.warn('a message could not be put off', { reason: error instanceof Error ? error.message : '' });
  }
}

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
      const receiveCount = Number(record.attributes.ApproximateReceiveCount);
      // A record that cannot be read must not be logged under the ids of the one before.
      setLogContext({});
      try {
        const message = schema.parse(JSON.parse(record.body));
        const { requestId, jobId, carId } = message as Record<string, string>;
        setLogContext({ requestId, jobId, carId });
        await handle(message, receiveCount);
      } catch (error) {
        log.failure('message failed', error, { receiveCount });
        await comeAgainSoon(record, receiveCount);
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };
}
