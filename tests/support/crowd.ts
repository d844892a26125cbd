import type { SQSEvent } from 'aws-lambda';
import { vi } from 'vitest';
import { notifyWorker } from '#functions/alerts/workers.ts';
import { eventOfFound } from '#functions/live/workers.ts';
import { queuesInMemory, type TableInMemory, tableInMemory } from './cloud-in-memory.ts';
import { keepLog } from './kept-log.ts';

/** What the bus carries to the notifier. */
export const onBus = ({ type, ...detail }: { type: string }): string =>
  JSON.stringify({ 'detail-type': type, detail });

export type Crowd = ReturnType<typeof standCrowd>;

/** Very many people in a table in memory, and the queue of alerts before its real function. */
export function standCrowd(now: Date) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const table: TableInMemory = tableInMemory();
  const log = keepLog();
  const waiting: string[] = [];
  const queues = queuesInMemory();
  queues.onSend((_queue, body) => void waiting.push(body));
  // As the publisher does, which needs a stream for it.
  table.onChange(({ after }) => {
    if (after?.kind === 'FOUND') waiting.push(onBus(eventOfFound(after as never)));
  });
  return {
    table,
    waiting,
    logged: log.lines,
    /** One run of the function with these messages; answers how many failed. */
    async take(bodies: readonly string[], receiveCount = 1): Promise<number> {
      const Records = bodies.map((body, n) => ({
        ...{ messageId: String(n), body, eventSourceARN: 'arn:aws:sqs:eu-north-1:000000000000:notify' },
        attributes: { ApproximateReceiveCount: String(receiveCount) },
      }));
      return (await notifyWorker({ Records } as unknown as SQSEvent)).batchItemFailures.length;
    },
    close() {
      table.close();
      log.restore();
      queues.close();
      vi.useRealTimers();
    },
  };
}
