import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, it, vi } from 'vitest';
import type { ServeMessage } from '#core/contract/messages.ts';
import { queues } from '#functions/platform/queues.ts';

afterEach(() => vi.restoreAllMocks());

it('sends many long messages in calls of the size that SQS accepts, each once and in their order', async () => {
  const calls: string[][] = [];
  vi.stubEnv('NOTIFY_QUEUE_URL', 'https://queue.example');
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    const bodies = (command as SendMessageBatchCommand).input.Entries!.map(({ MessageBody }) => MessageBody!);
    if (bodies.length > 10 || Buffer.byteLength(bodies.join('')) > 262_144)
      throw new Error('AWS.SimpleQueueService.BatchRequestTooLong');
    calls.push(bodies);
    return {};
  });
  const carIds = Array.from({ length: 2000 }, (_, n) => `car-of-twenty-two-${n}å`);
  const serve = (n: number): ServeMessage => ({
    ...{
      type: 'serve',
      people: [`person-${n}`],
      jobId: 'job',
      isPaused: false,
      at: '2026-11-21T08:00:00.000Z',
    },
    carIds: n < 12 ? carIds : [],
  });
  const messages = Array.from({ length: 36 }, (_, n) => serve(n));
  await queues.notify(messages);
  expect(calls.flat().map((body) => JSON.parse(body))).toEqual(messages);
  expect(calls.map((bodies) => bodies.length)).toEqual([4, 4, 10, 10, 8]);
});
