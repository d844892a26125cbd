import { SQSClient } from '@aws-sdk/client-sqs';
import { vi } from 'vitest';
import { createMemoryQueues } from '#tests/simulation/seeded/memory-queues.ts';

type Command = { constructor: { name: string }; input: Parameters<Queues['carryOut']>[1] };
type Queues = ReturnType<typeof createMemoryQueues>;
const names = ['SCRAPE', 'HOURLY', 'IDENTIFY', 'RATE', 'NOTIFY'] as const;

/** Fake queues that answer the calls of the SDK's client. */
export function queuesInMemory() {
  const queues = createMemoryQueues([...names.map((name) => name.toLowerCase()), 'dead'], Date.now);
  /** The sent messages, as `queue type id`, with the delay if there is one. */
  const sent: string[] = [];
  for (const name of names) vi.stubEnv(`${name}_QUEUE_URL`, `https://queues.invalid/${name.toLowerCase()}`);
  queues.onSend((queue, body, delaySeconds) => {
    const { type, jobId, carId = jobId } = JSON.parse(body) as Record<string, string>;
    sent.push(`${queue} ${type} ${carId}${delaySeconds > 0 ? ` in ${delaySeconds} s` : ''}`);
  });
  const send = vi.spyOn(SQSClient.prototype, 'send');
  send.mockImplementation(async (given: unknown) => {
    const command = given as Command;
    return queues.carryOut(command.constructor.name, command.input) as never;
  });
  return { ...queues, sent, close: () => send.mockRestore() };
}

export type QueuesInMemory = ReturnType<typeof queuesInMemory>;
