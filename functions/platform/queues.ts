import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  type MessageSystemAttributeName,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import {
  type DomainEvent,
  eventSource,
  type IdentifyMessage,
  type LaneMessage,
  type PeopleMessage,
  type PipelineMessage,
  type RateAdsMessage,
  type RateMessage,
  type ScrapeMessage,
} from '#core/contract/messages.ts';
import { isUnawaited, type Job } from '#core/imports/job.ts';
import { once } from '#core/shared.ts';
import { env } from './settings.ts';

const client = once(() => new SQSClient({}));
const batchSize = 10;

async function send(queueUrl: string, message: PipelineMessage, delaySeconds = 0): Promise<void> {
  await client().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }),
  );
}

/** What SQS accepts in one call. */
const batchBytes = 256 * 1024;

/** The bodies in as few calls as SQS accepts, in their order. */
function inBatches(bodies: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const body of bodies) {
    const size = Buffer.byteLength(body);
    const last = batches.at(-1);
    const hasRoom = last && last.length < batchSize && bytes + size <= batchBytes;
    if (hasRoom) last.push(body);
    else batches.push([body]);
    bytes = hasRoom ? bytes + size : size;
  }
  return batches;
}

// SQS may refuse part of a batch without an error: here that is an error, so that the caller's own message is retried.
async function sendAll(
  queueUrl: string,
  messages: readonly (PipelineMessage | PeopleMessage)[],
  delaySeconds = 0,
): Promise<void> {
  for (const bodies of inBatches(messages.map((message) => JSON.stringify(message)))) {
    const Entries = bodies.map((MessageBody, i) => ({
      Id: String(i),
      MessageBody,
      DelaySeconds: delaySeconds,
    }));
    const answer = await client().send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (answer.Failed?.length)
      throw new Error(`${answer.Failed.length} messages were refused: ${answer.Failed[0]?.Code}`);
  }
}

export const queues = {
  scrape: (message: ScrapeMessage) => send(env('SCRAPE_QUEUE_URL'), message),
  /** A lane's message, in the same queue as people's imports. */
  lane: (message: LaneMessage) => send(env('SCRAPE_QUEUE_URL'), message),
  identify: (messages: readonly IdentifyMessage[], delaySeconds = 0) =>
    sendAll(env('IDENTIFY_QUEUE_URL'), messages, delaySeconds),
  rate: (messages: readonly RateMessage[]) => sendAll(env('RATE_QUEUE_URL'), messages),
  /** In the same queue as the cars' messages. */
  rateAds: (message: RateAdsMessage) => send(env('RATE_QUEUE_URL'), message),
  notify: (messages: readonly PeopleMessage[]) => sendAll(env('NOTIFY_QUEUE_URL'), messages),
};

/** What decides which queue a visit waits in: hourly runs that nobody waits for have their own. */
type Waiting = Pick<Job, 'isAutomatic' | 'hasOwners'>;

export const sendVisit = (job: Waiting, message: ScrapeMessage, delaySeconds = 0): Promise<void> =>
  send(isUnawaited(job) ? env('HOURLY_QUEUE_URL') : env('SCRAPE_QUEUE_URL'), message, delaySeconds);

export const sendHourlyRun = (message: ScrapeMessage, delaySeconds: number): Promise<void> =>
  send(env('HOURLY_QUEUE_URL'), message, delaySeconds);

/** A poll that waits asks all of SQS's servers; one without waiting asks only some and may miss messages. */
const wholeQueueSeconds = 1;

async function receive(
  QueueUrl: string,
  MaxNumberOfMessages: number,
  attribute: MessageSystemAttributeName,
): Promise<Message[]> {
  const { Messages = [] } = await client().send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages,
      WaitTimeSeconds: wholeQueueSeconds,
      MessageSystemAttributeNames: [attribute],
    }),
  );
  return Messages;
}

async function deleteMessage(QueueUrl: string, ReceiptHandle: string): Promise<void> {
  await client().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}

/** A received hourly run, hidden from others until its visibility timeout. */
export type HourlyRun = {
  receipt: string;
  body: string;
  /** How often it was received, including this time. */
  receiveCount: number;
};

/** The next hourly run that nobody waits for; null when there is none. @throws when the queue does not answer */
export async function takeHourlyRun(): Promise<HourlyRun | null> {
  const [message] = await receive(env('HOURLY_QUEUE_URL'), 1, 'ApproximateReceiveCount');
  if (!message) return null;
  const { ReceiptHandle: receipt = '', Body: body = '', Attributes } = message;
  return { receipt, body, receiveCount: Number(Attributes?.ApproximateReceiveCount ?? 1) };
}

/** Sets the remaining visibility timeout in seconds. */
export async function hideHourlyRun({ receipt }: HourlyRun, seconds: number): Promise<void> {
  await client().send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: env('HOURLY_QUEUE_URL'),
      ReceiptHandle: receipt,
      VisibilityTimeout: seconds,
    }),
  );
}

export const deleteHourlyRun = ({ receipt }: HourlyRun): Promise<void> =>
  deleteMessage(env('HOURLY_QUEUE_URL'), receipt);

export type DeadLetter = {
  id: string;
  receipt: string;
  body: string;
  /** When it was first sent, ISO 8601. */
  sentAt: string;
};

/** Receives some dead letters; none when the queue is empty. They are received again unless they are deleted. */
export async function takeDeadLetters(): Promise<DeadLetter[]> {
  const letters = await receive(env('DEAD_LETTER_QUEUE_URL'), 10, 'SentTimestamp');
  return letters.map(({ MessageId = '', ReceiptHandle = '', Body = '', Attributes }) => ({
    id: MessageId,
    receipt: ReceiptHandle,
    body: Body,
    sentAt: new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString(),
  }));
}

export const deleteDeadLetter = ({ receipt }: DeadLetter): Promise<void> =>
  deleteMessage(env('DEAD_LETTER_QUEUE_URL'), receipt);

const eventsClient = new EventBridgeClient({});

/** Puts domain events on the bus. EventBridge may refuse part of a batch without an error: here that is an error. */
export async function publishEvents(events: readonly DomainEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += batchSize) {
    const Entries = events.slice(from, from + batchSize).map(({ type, ...detail }) => ({
      EventBusName: env('EVENT_BUS_NAME'),
      Source: eventSource,
      DetailType: type,
      Detail: JSON.stringify(detail),
    }));
    const answer = await eventsClient.send(new PutEventsCommand({ Entries }));
    if (answer.FailedEntryCount)
      throw new Error(
        `${answer.FailedEntryCount} events were refused: ${answer.Entries?.find((e) => e.ErrorCode)?.ErrorCode}`,
      );
  }
}
