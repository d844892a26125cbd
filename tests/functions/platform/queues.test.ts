import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, vi } from 'vitest';
import type { ServeMessage } from '#core/contract/messages.ts';
import { queues } from '#functions/platform/queues.ts';
import { queuesInMemory } from '#tests/support/cloud-in-memory.ts';

it('sends many long messages in calls of the size that SQS accepts, each once and in their order', async () => {
  const inMemory = queuesInMemory();
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
  expect(inMemory.queues.notify!.map(({ body }) => JSON.parse(body))).toEqual(messages);
  const calls = vi.mocked(SQSClient.prototype.send).mock.calls as unknown as [SendMessageBatchCommand][];
  expect(calls.map(([{ input }]) => input.Entries!.length)).toEqual([4, 4, 10, 10, 8]);
  inMemory.close();
});
