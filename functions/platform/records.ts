import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import { retryWaitSeconds } from '#core/contract/messages.ts';
import { callAws, refusal } from './aws-call.ts';
import { log, setLogContext } from './log.ts';

/** A queue's address, which its records do not carry: they name it by its ARN. */
function queueUrlOf(queueArn: string): string {
  const [, , , region, account, name] = queueArn.split(':');
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
}

/** Nobody is handed this message for so many seconds from now. @throws when the queue refuses */
export async function hideMessage(
  { eventSourceARN, receiptHandle }: Pick<SQSRecord, 'eventSourceARN' | 'receiptHandle'>,
  seconds: number,
): Promise<void> {
  const answer = await callAws({
    ...{ service: 'sqs', endpointName: 'SQS', method: 'POST', path: '/' },
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.ChangeMessageVisibility',
    },
    body: JSON.stringify({
      QueueUrl: queueUrlOf(eventSourceARN),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
    // The consumer's time is almost over where it failed by a timeout of its own.
    timeoutMs: 2_000,
  });
  if (answer.status !== 200) throw new Error(`the queue answered ${refusal(answer)}`);
}

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
