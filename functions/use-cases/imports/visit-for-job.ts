import { randomUUID } from 'node:crypto';
import type { ScrapeMessage } from '#core/contract/messages.ts';
import { workers } from '#core/contract/workers.ts';
import { isEnded } from '#core/import/job.ts';
import { dropLease, takeLease } from '#functions/_adapters/dynamodb/job-lease.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { openPageSource } from '#functions/_adapters/open-page-source.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { setting } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { linkOf, runScrape } from './run-scrape.ts';

const leaseMs = 10_000;
const renewMs = 3_000;
/** What a page that is being read may still take, with writing down what was read. */
const reserveSeconds = 60;

/** Keeps the lease while the worker lives. It runs on the machine's clock: domain time may jump. */
function keepLease(jobId: string, holder: string): NodeJS.Timeout {
  return setInterval(() => {
    takeLease(jobId, holder, Date.now(), leaseMs).catch((error) =>
      log.failure('the lease was not renewed', error),
    );
  }, renewMs);
}

/**
 * A visit to the marketplace for a job, by one worker at a time. What is left of it is asked for by another message.
 */
export async function visitForJob(message: ScrapeMessage): Promise<void> {
  const { jobId, requestId } = message;
  const job = await getJob(jobId);
  if (!job || isEnded(job)) return;
  const holder = randomUUID();
  if (!(await takeLease(jobId, holder, Date.now(), leaseMs))) {
    // Another worker is at it, or died a moment ago: look again when its lease must have run out.
    await queues.scrape(message, leaseMs / 1000);
    return;
  }
  const endsAt = performance.now() + (workers.scrape.timeoutSeconds - reserveSeconds) * 1000;
  const renewal = keepLease(jobId, holder);
  try {
    const source = await openPageSource(linkOf(job.href));
    try {
      const pauseSeconds = Number(setting('SCRAPE_PAUSE_SECONDS') ?? 0);
      const isLeft = await runScrape({
        job,
        requestId,
        source,
        settings: { pauseSeconds, hasTime: () => performance.now() < endsAt },
      });
      if (isLeft) await queues.scrape(message);
    } finally {
      await source.close();
    }
  } finally {
    clearInterval(renewal);
    await dropLease(jobId);
  }
}
