import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { QueueStore, ReceivedMessage } from 'local-cloud/services/queues/queue-store.ts';
import { arnOf } from 'local-cloud/wire/names.ts';
import { randomSequence } from '#core/valuation/statistics.ts';

export type Consumer = {
  queue: string;
  batchSize: number;
  handler: (event: SQSEvent) => Promise<SQSBatchResponse>;
};

export type Delivery = {
  /** How often each message is delivered; `seed` decides the order. */
  copies?: number;
  seed?: number;
  /** How many invocations run in parallel. */
  atOnce?: number;
};

type Parcel = { consumer: Consumer; messages: ReceivedMessage[] };

const toRecord = (queue: string, message: ReceivedMessage): SQSRecord =>
  ({
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: message.system,
    messageAttributes: {},
    eventSource: 'aws:sqs',
    eventSourceARN: arnOf('sqs', queue),
  }) as unknown as SQSRecord;

/** Imitates Lambda's queue triggers: batches, partial failures, and messages deleted only when they were handled. */
export function createPump(store: QueueStore, consumers: readonly Consumer[], beforeEach: () => void) {
  async function invoke({ consumer, messages }: Parcel): Promise<void> {
    beforeEach();
    const Records = messages.map((message) => toRecord(consumer.queue, message));
    const { batchItemFailures } = await consumer.handler({ Records });
    const failed = new Set(batchItemFailures.map((failure) => failure.itemIdentifier));
    for (const message of messages)
      if (!failed.has(message.id)) store.delete(consumer.queue, message.receipt);
  }

  function takeParcels({ copies = 1, seed }: Delivery): Parcel[] {
    const parcels: Parcel[] = [];
    for (const consumer of consumers) {
      const size = copies > 1 ? 1 : consumer.batchSize;
      for (;;) {
        const messages = store.take(consumer.queue, size);
        if (messages.length === 0) break;
        for (let copy = 0; copy < copies; copy++) parcels.push({ consumer, messages });
      }
    }
    if (seed === undefined) return parcels;
    const random = randomSequence(seed);
    return parcels
      .map((parcel) => ({ parcel, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ parcel }) => parcel);
  }

  return {
    /** Delivers the visible messages; false if there were none. */
    async deliver(delivery: Delivery = {}): Promise<boolean> {
      const parcels = takeParcels(delivery);
      const { atOnce = 1 } = delivery;
      for (let from = 0; from < parcels.length; from += atOnce)
        await Promise.all(parcels.slice(from, from + atOnce).map(invoke));
      return parcels.length > 0;
    },
    isEmpty: () =>
      consumers.every(({ queue }) => {
        const { visible, inFlight, delayed } = store.counts(queue);
        return visible + inFlight + delayed === 0;
      }),
  };
}
