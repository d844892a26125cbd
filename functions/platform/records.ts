import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import { retryWaitSeconds } from '#core/contract/messages.ts';
import { callAws, refusal } from './aws-call.ts';
import { log, setLogContext } from './log.ts';

function queueUrlOf(queueArn: string): string {
  const [, , , region, account, name] = queueArn.split(':');
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
}

/** Hides a message for so many seconds. @throws when the queue refuses */
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
    // After a timeout of the consumer's own call hardly any time is left.
    timeoutMs: 2_000,
  });
  if (answer.status !== 200) throw new Error(`the queue answered ${refusal(answer)}`);
}

/** Lets a failed message return soon instead of after the full visibility timeout. */
async function comeAgainSoon(record: SQSRecord, receiveCount: number): Promise<void> {
  try {
    await hideMessage(record, retryWaitSeconds(receiveCount));
  } catch (error) {
    // The message then returns after the visibility timeout.
    log.warn('a message could not be put off', { reason: error instanceof Error ? error.message : '' });
  }
}

/**
 * Makes a queue handler: each record is parsed and handled by itself, and only failed ones are returned. A record that
 * cannot be parsed fails too, so that it reaches the dead-letter queue.
 */
export function queueHandler<S extends z.ZodMiniType>(
  schema: S,
  handle: (message: z.output<S>, receiveCount: number) => Promise<void>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      const receiveCount = Number(record.attributes.ApproximateReceiveCount);
      // A record that cannot be parsed must not be logged with the ids of the one before.
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
