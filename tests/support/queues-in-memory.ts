import { SQSClient } from '@aws-sdk/client-sqs';
import { vi } from 'vitest';

type Entry = { MessageBody: string; DelaySeconds?: number };
/** What was sent, as `queue type of-what`, with its delay when it has one. */
export type QueuesInMemory = { sent: string[]; close(): void };

/** Queues that keep what is sent: for tests of who sends what. */
export function queuesInMemory(): QueuesInMemory {
  const sent: string[] = [];
  for (const name of ['SCRAPE', 'HOURLY', 'VISITS', 'HOURLY_VISITS', 'IDENTIFY', 'RATE'])
    vi.stubEnv(`${name}_QUEUE_URL`, `https://queues.invalid/${name.toLowerCase()}`);
  const send = vi.spyOn(SQSClient.prototype, 'send');
  send.mockImplementation(async (command: unknown) => {
    const { input } = command as { input: { QueueUrl: string; Entries?: Entry[] } & Entry };
    for (const { MessageBody, DelaySeconds = 0 } of input.Entries ?? [input]) {
      const { type, jobId, carId = jobId } = JSON.parse(MessageBody) as Record<string, string>;
      const queue = input.QueueUrl.split('/').at(-1);
      sent.push(`${queue} ${type} ${carId}${DelaySeconds > 0 ? ` in ${DelaySeconds} s` : ''}`);
    }
    return {} as never;
  });
  return { sent, close: () => send.mockRestore() };
}
