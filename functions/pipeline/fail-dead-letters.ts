import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { busEvent, identifyMessage, rateMessage, scrapeMessage } from '#core/contract/messages.ts';
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

function isOfImport({ body, messageId }: SQSRecord): boolean {
  try {
    const message: unknown = JSON.parse(body);
    if (deadMessage.safeParse(message).success) return true;
    const event = busEvent.safeParse(message);
    if (event.success) {
      countMetric('DeadLetters', 1, { type: event.data['detail-type'] });
      log.error('an event was given up: somebody was not told of it', {
        type: event.data['detail-type'],
        messageId,
      });
      return false;
    }
  } catch {
    // Not even JSON: told below like the rest.
  }
  countMetric('DeadLetters', 1, { type: 'unreadable' });
  log.error('a message was given up that nobody can read', { messageId });
  return false;
}

/**
 * A message that failed three times. A car is given up and the import goes on without it; an import that never got its
 * search is failed and its charge given back. What cannot be read is told and taken: it would come back for two weeks.
 */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return giveUp({ Records: event.Records.filter(isOfImport) });
}
