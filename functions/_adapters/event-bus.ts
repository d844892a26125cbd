import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type DomainEvent, eventSource } from '#core/contract/messages.ts';
import { env } from '#functions/_runtime/env.ts';

const client = new EventBridgeClient({});
const batchSize = 10;

/** Puts domain events on the bus. A batch can fail in part, without an exception: that is an error here. */
export async function publishEvents(events: readonly DomainEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += batchSize) {
    const Entries = events.slice(from, from + batchSize).map(({ type, ...detail }) => ({
      EventBusName: env('EVENT_BUS_NAME'),
      Source: eventSource,
      DetailType: type,
      Detail: JSON.stringify(detail),
    }));
    const answer = await client.send(new PutEventsCommand({ Entries }));
    if (answer.FailedEntryCount)
      throw new Error(
        `${answer.FailedEntryCount} events were refused: ${answer.Entries?.find((e) => e.ErrorCode)?.ErrorCode}`,
      );
  }
}
