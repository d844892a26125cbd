import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { busEvent, identifyMessage, rateMessage, scrapeMessage } from '#core/contract/messages.ts';
import { parkMessage } from '#functions/_adapters/dynamodb/parked-messages.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { giveUpMessage } from '#functions/use-cases/imports/give-up-message.ts';

const deadMessage = z.union([scrapeMessage, identifyMessage, rateMessage]);

const giveUp = queueHandler(deadMessage, async (message) => {
  countMetric('DeadLetters', 1, { type: message.type });
  log.error('a message was given up', { type: message.type });
  await giveUpMessage(message);
});

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** An event that nobody was told of, or what nobody can read: there is nothing to end, and it waits for an operator. */
async function park({ body, messageId, attributes }: SQSRecord): Promise<void> {
  const event = busEvent.safeParse(readJson(body));
  const type = event.success ? event.data['detail-type'] : 'unreadable';
  countMetric('DeadLetters', 1, { type });
  log.error('a message was given up: it is parked, and "npm run replay" sends it again', { type, messageId });
  const sentAt = new Date(Number(attributes.SentTimestamp)).toISOString();
  await parkMessage({ id: messageId, sentAt, body }, clock.now());
}

/**
 * A message that failed each time. A car is given up and the import goes on without it; an import that never got its search
 * is failed and its charge given back. All else is parked for two weeks.
 */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const isOfImport = ({ body }: SQSRecord) => deadMessage.safeParse(readJson(body)).success;
  const { batchItemFailures } = await giveUp({ Records: event.Records.filter(isOfImport) });
  for (const record of event.Records) {
    if (isOfImport(record)) continue;
    try {
      await park(record);
    } catch (error) {
      log.failure('a message that was given up cannot be parked', error, { messageId: record.messageId });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}
