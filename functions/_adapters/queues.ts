import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type {
  IdentifyMessage,
  LaneMessage,
  PipelineMessage,
  RateMessage,
  ScrapeMessage,
} from '#core/contract/messages.ts';
import { isUnawaited, type Job } from '#core/import/job.ts';
import { once } from '#core/once.ts';
import { env } from '#functions/_runtime/env.ts';

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

// A batch can fail in part: what was refused is told as an error, so that the caller's own message comes back.
async function sendAll(
  queueUrl: string,
  messages: readonly PipelineMessage[],
  delaySeconds = 0,
): Promise<void> {
  for (let from = 0; from < messages.length; from += batchSize) {
    const Entries = messages.slice(from, from + batchSize).map((message, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }));
    const answer = await client().send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (answer.Failed?.length)
      throw new Error(`${answer.Failed.length} messages were refused: ${answer.Failed[0]?.Code}`);
  }
}

export const queues = {
  scrape: (message: ScrapeMessage, delaySeconds = 0) => send(env('SCRAPE_QUEUE_URL'), message, delaySeconds),
  /** A turn of the hourly runs: it stands in line with what people import by hand. */
  lane: (message: LaneMessage) => send(env('SCRAPE_QUEUE_URL'), message),
  identify: (messages: readonly IdentifyMessage[], delaySeconds = 0) =>
    sendAll(env('IDENTIFY_QUEUE_URL'), messages, delaySeconds),
  rate: (messages: readonly RateMessage[]) => sendAll(env('RATE_QUEUE_URL'), messages),
};

/** Which of two queues a visit waits in, every time that it is sent: hourly runs that nobody waits for have their own. */
type Waiting = Pick<Job, 'isAutomatic' | 'hasOwners'>;

export const sendVisit = (job: Waiting, message: ScrapeMessage, delaySeconds = 0): Promise<void> =>
  send(isUnawaited(job) ? env('HOURLY_QUEUE_URL') : env('SCRAPE_QUEUE_URL'), message, delaySeconds);

export const sendToVisitor = (job: Waiting, message: ScrapeMessage, delaySeconds = 0): Promise<void> =>
  send(isUnawaited(job) ? env('HOURLY_VISITS_QUEUE_URL') : env('VISITS_QUEUE_URL'), message, delaySeconds);

export const sendHourlyRun = (message: ScrapeMessage, delaySeconds: number): Promise<void> =>
  send(env('HOURLY_QUEUE_URL'), message, delaySeconds);
