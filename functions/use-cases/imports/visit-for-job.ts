import { randomUUID } from 'node:crypto';
import type { ScrapeMessage } from '#core/contract/messages.ts';
import { workers } from '#core/contract/workers.ts';
import { isEnded } from '#core/import/job.ts';
import { isForVisitor } from '#core/import/visits-by.ts';
import { dropLease, takeLease } from '#functions/_adapters/dynamodb/job-lease.ts';
import { getJob, markHanded } from '#functions/_adapters/dynamodb/jobs.ts';
import { openPageSource } from '#functions/_adapters/open-page-source.ts';
import { sendToVisitor, sendVisit } from '#functions/_adapters/queues.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { whoVisits } from '#functions/_runtime/settings.ts';
import { handToVisitor } from './hand-to-visitor.ts';
import { keepRenewed, leaseMs } from './keep-renewed.ts';
import { linkOf, runScrape } from './run-scrape.ts';

/** What a page that is being read may still take, with writing down what was read. */
const reserveSeconds = 60;

/**
 * Where a visit is made from. Our function hands over what the stage leaves to the visitor, or what it was refused itself;
 * the visitor keeps what it was given.
 */
export type VisitsFrom = 'lambda' | 'visitor';

/**
 * A visit to the marketplace for a job, by one worker at a time. What is left of it is asked for by another message.
 */
export async function visitForJob(message: ScrapeMessage, from: VisitsFrom = 'lambda'): Promise<void> {
  const { jobId, requestId } = message;
  const before = await getJob(jobId);
  if (!before || isEnded(before)) return;
  const by = from === 'lambda' ? whoVisits() : 'lambda';
  // What was handed over once stays so: the function would be refused again.
  if (by === 'visitor' || (by === 'both' && before.handedAt !== null)) return handToVisitor(message);
  const sendAgain = (delaySeconds?: number) =>
    (from === 'visitor' ? sendToVisitor : sendVisit)(before, message, delaySeconds);
  const holder = randomUUID();
  if (!(await takeLease(jobId, holder, Date.now(), leaseMs))) {
    // Another worker is at it, or died a moment ago: look again when its lease must have run out.
    await sendAgain(leaseMs / 1000);
    return;
  }
  // From here on its owner's patience is counted anew: a visitor is at it.
  if (from === 'visitor') await markHanded(jobId, clock.now().toISOString());
  const endsAt = performance.now() + (workers.scrape.timeoutSeconds - reserveSeconds) * 1000;
  let isForOther = false;
  const renewal = keepRenewed(() => takeLease(jobId, holder, Date.now(), leaseMs));
  try {
    // Read again under the lease: whoever held it a moment ago may have made this visit.
    const job = await getJob(jobId);
    if (!job || isEnded(job)) return;
    const source = await openPageSource(linkOf(job.href));
    try {
      const isLeft = await runScrape({
        job,
        requestId,
        source,
        handOver: async (failure) => {
          isForOther = by === 'both' && isForVisitor(failure);
          return isForOther;
        },
        settings: { hasTime: () => performance.now() < endsAt },
      });
      if (isLeft) await sendAgain();
    } finally {
      await source.close();
    }
  } finally {
    clearInterval(renewal);
    await dropLease(jobId);
  }
  // After the lease, so that the visitor finds it free.
  if (isForOther) await handToVisitor(message);
}
