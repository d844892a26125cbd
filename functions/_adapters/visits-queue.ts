import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { env } from '#functions/_runtime/env.ts';

const client = new SQSClient({});
/** As long as SQS lets somebody wait. */
const longPollSeconds = 20;

/** A message that the visitor has taken: hidden from others until its time is over. */
export type TakenVisit = {
  receipt: string;
  body: string;
  /** How often it was taken, this time included. */
  receiveCount: number;
};

/** The next visit; null when none came for twenty seconds. @throws when aborted, and when the queue does not answer */
export async function nextVisit(stop: AbortSignal): Promise<TakenVisit | null> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: env('VISITS_QUEUE_URL'),
      MaxNumberOfMessages: 1,
      WaitTimeSeconds: longPollSeconds,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
    { abortSignal: stop },
  );
  const [message] = Messages;
  if (!message) return null;
  const { ReceiptHandle: receipt = '', Body: body = '', Attributes } = message;
  return { receipt, body, receiveCount: Number(Attributes?.ApproximateReceiveCount ?? 1) };
}

/** Hidden for so many seconds from now; 0 gives it back at once. */
export async function hideVisit({ receipt }: TakenVisit, seconds: number): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: env('VISITS_QUEUE_URL'),
      ReceiptHandle: receipt,
      VisibilityTimeout: seconds,
    }),
  );
}

export async function deleteVisit({ receipt }: TakenVisit): Promise<void> {
  await client.send(new DeleteMessageCommand({ QueueUrl: env('VISITS_QUEUE_URL'), ReceiptHandle: receipt }));
}
