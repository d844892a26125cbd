import { isComplete, isEnded, isUnawaited, type Job } from '#core/imports/job.ts';
import { clock } from '#functions/platform/clock.ts';
import { log, setLogContext } from '#functions/platform/log.ts';
import { queues, sendVisit } from '#functions/platform/queues.ts';
import { listDrafts } from './draft-store.ts';
import { failImport, finishIfComplete } from './finish-import.ts';
import { changeJobState, eachOpenJobs, nudgeJob } from './job-store.ts';
import { startLanes } from './visits.ts';

/** After this long, a start whose message was lost is sent again. */
const lostStartMs = 20_000;
/** After this long without progress or reminder, the cars' messages are sent again. */
const lostMessagesMs = 4 * 60_000;
/** After this long without progress despite reminders, the import ends with the cars it has. */
const stuckMs = 30 * 60_000;
const remindersBeforeEnd = 6;
/** An hourly run may wait in its queue for up to an hour; until then it is not reminded. */
const inLineMs = 60 * 60_000;
const standsInLine = (job: Job): boolean => job.state === 'queued' && isUnawaited(job);

async function sendAgain(job: Job): Promise<void> {
  const settled = new Set([...job.done, ...job.failed]);
  const open = (await listDrafts(job.id)).filter((draft) => !settled.has(draft.carId));
  const requestId = `sweep-${job.id}`;
  const message = (carId: string) => ({ jobId: job.id, carId, requestId });
  const toRate = open.filter((draft) => draft.stage === 'identified');
  const toIdentify = open.filter((draft) => draft.stage === 'described');
  const isScrapeLeft = job.kind === 'scrape' && open.some((draft) => draft.stage === 'listed');
  await queues.rate(toRate.map((draft) => ({ type: 'rate', ...message(draft.carId) })));
  await queues.identify(toIdentify.map((draft) => ({ type: 'identify', ...message(draft.carId) })));
  if (isScrapeLeft || job.state === 'scraping')
    await sendVisit(job, { type: 'scrape', jobId: job.id, requestId });
  await nudgeJob(job, clock.now().toISOString());
}

async function startAgain(job: Job): Promise<void> {
  if (job.kind === 'scrape') {
    await sendVisit(job, { type: 'scrape', jobId: job.id, requestId: `sweep-${job.id}` });
    return nudgeJob(job, clock.now().toISOString());
  }
  // The upload failed before its cars were stored: without the page nothing can be repeated.
  if (job.found.size === 0) return failImport(job.id, 'internal');
  await changeJobState(job.id, ['queued'], 'working', clock.now().toISOString());
  await sendAgain(job);
}

const idleTime = (job: Job, nowMs: number): number =>
  nowMs - Math.max(Date.parse(job.updatedAt), Date.parse(job.beginsAt));

/** Whether a job's messages must be sent again, or it has ended and was not settled because of a crash. */
function mustBeSwept(job: Job, nowMs: number): boolean {
  if (isEnded(job) || isComplete(job)) return true;
  const idleMs = idleTime(job, nowMs);
  const restMs = job.nudgedAt === null ? idleMs : Math.min(idleMs, nowMs - Date.parse(job.nudgedAt));
  // A start that waits behind others is not lost: after the first reminder it gets the same time as the rest.
  if (standsInLine(job) && restMs <= inLineMs) return false;
  const isLostStart = job.state === 'queued' && job.nudgedAt === null && idleMs > lostStartMs;
  return isLostStart || restMs > lostMessagesMs;
}

async function sweepJob(job: Job, nowMs: number): Promise<void> {
  if (isEnded(job) || isComplete(job)) return finishIfComplete(job);
  // After a machine slept for days, imports only need a reminder. So time counts as lost only when the reminders in between
  // were sent too.
  if (idleTime(job, nowMs) > stuckMs && job.nudges >= remindersBeforeEnd) {
    log.error('an import was stuck and is ended', {
      state: job.state,
      found: job.found.size,
      done: job.done.size,
    });
    return failImport(job.id, 'internal');
  }
  return job.state === 'queued' ? startAgain(job) : sendAgain(job);
}

/** The run is due, or its visit broke off with cars left: a lane must make the visit. */
const isForLane = (job: Job, nowMs: number): boolean =>
  job.kind === 'scrape' &&
  isUnawaited(job) &&
  !isEnded(job) &&
  !isComplete(job) &&
  Date.parse(job.beginsAt) <= nowMs;

/**
 * A finished run whose message could not be deleted stays in its queue although no job waits; once an hour a lane looks for
 * such messages.
 */
const isTimeForLeftOver = (nowMs: number): boolean => new Date(nowMs).getUTCMinutes() === 50;

/** Looks after all unsettled imports. A failure with one does not stop the others. */
export async function sweepImports(): Promise<void> {
  const nowMs = clock.now().getTime();
  const lost: Job[] = [];
  let waiting = 0;
  for await (const jobs of eachOpenJobs()) {
    waiting += jobs.filter((job) => isForLane(job, nowMs)).length;
    lost.push(...jobs.filter((job) => mustBeSwept(job, nowMs)));
  }
  try {
    await startLanes(Math.max(isTimeForLeftOver(nowMs) ? 1 : 0, waiting));
  } catch (error) {
    log.failure('the hourly runs could not be started', error);
  }
  for (const job of lost) {
    setLogContext({ jobId: job.id });
    try {
      await sweepJob(job, nowMs);
    } catch (error) {
      log.failure('an import could not be swept', error);
    }
  }
}
