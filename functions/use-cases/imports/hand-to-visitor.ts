import type { ScrapeMessage } from '#core/contract/messages.ts';
import { getJob, markHanded } from '#functions/_adapters/dynamodb/jobs.ts';
import { sendToVisitor } from '#functions/_adapters/queues.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';

/**
 * Leaves a visit to the visitor. Written before it is asked for: who comes again after a crash in between sends it once
 * more, and two messages of one job are one visit. A reminder does not make the job's owner wait longer.
 */
export async function handToVisitor(message: ScrapeMessage): Promise<void> {
  const job = await getJob(message.jobId);
  if (job?.handedAt === null) await markHanded(job.id, clock.now().toISOString());
  if (!job) return;
  await sendToVisitor(job, message);
  log.info('a visit was handed to the visitor');
}
