import * as z from 'zod/mini';
import { identifyMessage, rateMessage, scrapeMessage } from '#core/contract/messages.ts';
import { isEnded } from '#core/import/job.ts';
import { addToJob, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { failImport, finishIfComplete } from './finish-import.ts';

const deadMessage = z.union([scrapeMessage, identifyMessage, rateMessage]);

/**
 * A message that failed three times. A car is given up and the import goes on without it; an import that never got its
 * search is failed and its charge given back.
 */
export const handler = queueHandler(deadMessage, async (message) => {
  countMetric('DeadLetters', 1, { type: message.type });
  log.error('a message was given up', { type: message.type });
  if (message.type === 'scrape') return failImport(message.jobId, 'internal');
  const job = await getJob(message.jobId);
  if (!job || isEnded(job) || job.done.has(message.carId)) return;
  await finishIfComplete(await addToJob(job.id, { failed: [message.carId] }, clock.now().toISOString()));
});
