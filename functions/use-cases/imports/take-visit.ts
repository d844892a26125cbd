import { scrapeMessage } from '#core/contract/messages.ts';
import { retryWaitSeconds, visitHiddenSeconds } from '#core/contract/retries.ts';
import { isForVisitor } from '#core/import/visits-by.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { deleteVisit, hideVisit, type TakenVisit } from '#functions/_adapters/visits-queue.ts';
import { log, setLogContext } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { type VisitsFrom, visitForJob } from './visit-for-job.ts';

const sayEveryMs = 30_000;

/** What became of a visit: made, refused by the marketplace as well, or failed and coming again. */
export type VisitOutcome = {
  jobId: string;
  outcome: 'done' | 'refused' | 'failed';
  cars: number;
  failure: string;
};

/** Says that somebody is at it, as long as this process lives. */
function keepHidden(visit: TakenVisit): NodeJS.Timeout {
  return setInterval(() => {
    hideVisit(visit, visitHiddenSeconds).catch((error) => log.failure('a visit was not kept hidden', error));
  }, sayEveryMs);
}

async function outcomeOf(jobId: string, from: VisitsFrom): Promise<VisitOutcome> {
  const job = await getJob(jobId);
  const isRefused = job !== null && job.failure !== null && isForVisitor(job.failure);
  if (from === 'visitor') countMetric(isRefused ? 'VisitorJobsRefused' : 'VisitorJobsDone', 1);
  const outcome = isRefused ? 'refused' : 'done';
  return { jobId, outcome, cars: job?.found.size ?? 0, failure: job?.failure ?? '' };
}

/**
 * Makes a visit that somebody has taken and takes it off its queue. One that failed comes again soon, and is given up
 * like every message that failed five times; one whose taker was killed comes again when nobody says any more that they
 * are at it.
 */
export async function takeVisit(visit: TakenVisit, from: VisitsFrom): Promise<VisitOutcome> {
  const hiding = keepHidden(visit);
  let jobId = 'unreadable';
  setLogContext({});
  try {
    const message = scrapeMessage.parse(JSON.parse(visit.body));
    jobId = message.jobId;
    setLogContext({ requestId: message.requestId, jobId });
    await visitForJob(message, from);
    await deleteVisit(visit);
    return await outcomeOf(jobId, from);
  } catch (error) {
    log.failure('message failed', error, { receiveCount: visit.receiveCount });
    clearInterval(hiding);
    await hideVisit(visit, retryWaitSeconds(visit.receiveCount)).catch(() => undefined);
    return { jobId, outcome: 'failed', cars: 0, failure: error instanceof Error ? error.message : '' };
  } finally {
    clearInterval(hiding);
    setLogContext({});
  }
}
