import type { SQSRecord } from 'aws-lambda';
import { callAws, refusal } from './aws-call.ts';

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
