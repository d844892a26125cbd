import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { env } from '#functions/_runtime/env.ts';

const client = new SQSClient({});
/** A poll that waits asks all of SQS's servers; one that does not asks some, and may hear nothing from a queue that holds something. */
const wholeQueueSeconds = 1;
/** As long as SQS lets somebody wait. */
const longPollSeconds = 20;

/** A message that was taken: hidden from others until its time is over. */
export type TakenVisit = {
  queueUrl: string;
  receipt: string;
  body: string;
  /** How often it was taken, this time included. */
  receiveCount: number;
};

async function takeFrom(
  queueUrl: string,
  waitSeconds: number,
  stop?: AbortSignal,
): Promise<TakenVisit | null> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 1,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
    { ...(stop && { abortSignal: stop }) },
  );
  const [message] = Messages;
  if (!message) return null;
  const { ReceiptHandle: receipt = '', Body: body = '', Attributes } = message;
  return { queueUrl, receipt, body, receiveCount: Number(Attributes?.ApproximateReceiveCount ?? 1) };
}

/** The next hourly run that nobody waits for; null where none does wait. @throws when the queue does not answer */
export const nextHourlyRun = (): Promise<TakenVisit | null> =>
  takeFrom(env('HOURLY_QUEUE_URL'), wholeQueueSeconds);

/**
 * The visitor's next visit: what people wait for first, unless it is the hourly runs' turn; null when none came for twenty
 * seconds. @throws when aborted, and when the queue does not answer
 */
export async function nextVisit(stop: AbortSignal, isHourlyTurn = false): Promise<TakenVisit | null> {
  const ofPeople = env('VISITS_QUEUE_URL');
  const hourly = env('HOURLY_VISITS_QUEUE_URL');
  for (const queueUrl of isHourlyTurn ? [hourly, ofPeople] : [ofPeople, hourly]) {
    const visit = await takeFrom(queueUrl, wholeQueueSeconds, stop);
    if (visit) return visit;
  }
  return takeFrom(ofPeople, longPollSeconds, stop);
}

/** Hidden for so many seconds from now; 0 gives it back at once. */
export async function hideVisit({ queueUrl, receipt }: TakenVisit, seconds: number): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: receipt,
      VisibilityTimeout: seconds,
    }),
  );
}

export async function deleteVisit({ queueUrl, receipt }: TakenVisit): Promise<void> {
  await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }));
}
