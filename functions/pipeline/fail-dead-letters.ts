import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { busEvent, identifyMessage, rateMessage, scrapeMessage } from '#core/contract/messages.ts';
import { isEnded } from '#core/import/job.ts';
import { listDrafts } from '#functions/_adapters/dynamodb/drafts.ts';
import { addToJob, changeJobState, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { failImport, finishIfComplete } from '#functions/use-cases/imports/finish-import.ts';

const deadMessage = z.union([scrapeMessage, identifyMessage, rateMessage]);

/** Cars of which no more than the feed is known are given up; those that are on their way go on. */
async function giveUpVisit(jobId: string): Promise<void> {
  const job = await getJob(jobId);
  if (!job || isEnded(job)) return;
  if (job.found.size === 0) return failImport(jobId, 'internal');
  const now = clock.now().toISOString();
  const drafts = await listDrafts(jobId);
  const unread = drafts.filter(({ stage, carId }) => stage === 'listed' && job.found.has(carId));
  await changeJobState(jobId, ['scraping'], 'working', now, 'internal');
  await finishIfComplete(await addToJob(jobId, { failed: unread.map(({ carId }) => carId) }, now));
}

const giveUp = queueHandler(deadMessage, async (message) => {
  countMetric('DeadLetters', 1, { type: message.type });
  log.error('a message was given up', { type: message.type });
  if (message.type === 'scrape') return giveUpVisit(message.jobId);
  const job = await getJob(message.jobId);
  if (!job || isEnded(job) || job.done.has(message.carId)) return;
  await finishIfComplete(await addToJob(job.id, { failed: [message.carId] }, clock.now().toISOString()));
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
