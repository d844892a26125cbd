import { Failure } from '#core/failure.ts';
import { isOver, type Job, stageOf } from '#core/import/job.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import { countFirstDiscoveries } from '#functions/_adapters/dynamodb/discoveries.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { setting } from '#functions/_runtime/env.ts';
import type { RequestInfo } from '#functions/_runtime/route-handler.ts';
import { linkOptions } from '#functions/_runtime/settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { beginCallersImport } from '#functions/use-cases/imports/begin-import.ts';

const longestWaitSeconds = 20;
const lookEveryMs = 500;

/** `Prefer: wait=20`: seconds the caller is willing to wait for the cars. */
function waitSeconds(request: RequestInfo): number {
  const asked = /\bwait=(\d{1,3})\b/.exec(request.headers.prefer ?? '')?.[1];
  return Math.min(Number(asked ?? 0), longestWaitSeconds);
}

async function waitForEnd(jobId: string, seconds: number): Promise<Job | null> {
  const untilMs = Date.now() + seconds * 1000;
  let job = await getJob(jobId);
  while (job && !isOver(job) && Date.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    job = await getJob(jobId);
  }
  return job;
}

export const handler = endpoint('POST /scrape', async ({ body }, caller, request) => {
  if (setting('IMPORTS_ENABLED') === 'false')
    throw new Failure(503, 'unavailable', 'Imports are switched off at the moment. Please try again later.');
  const parsed = readLink(body.url, linkOptions());
  if (!parsed.ok) throw new Failure(400, parsed.code, parsed.message);
  const started = await beginCallersImport(caller, request, { href: parsed.link.href, kind: 'scrape' });
  // Sent again on a repeated click too: were the first one's message lost, this one sets the import going.
  const job = await getJob(started.jobId);
  if (job?.state === 'queued')
    await queues.scrape({ type: 'scrape', jobId: started.jobId, requestId: request.requestId });
  const seen = await waitForEnd(started.jobId, waitSeconds(request));
  return {
    id: started.historyId,
    jobId: started.jobId,
    status: seen ? stageOf(seen) : 'queued',
    carsAdded: seen ? await countFirstDiscoveries(caller.id, seen.id, [...seen.done]) : 0,
  };
});
