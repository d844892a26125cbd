import {
  isComplete,
  isEnded,
  isUnawaited,
  type Job,
  unawaitedPatienceMs,
  visitorPatienceMs,
} from '#core/imports/job.ts';
import { clock } from '#functions/platform/clock.ts';
import { log, setLogContext } from '#functions/platform/log.ts';
import { queues, sendVisit } from '#functions/platform/queues.ts';
import { listDrafts } from './draft-store.ts';
import { failImport, finishIfComplete } from './finish-import.ts';
import { changeJobState, listOpenJobs, nudgeJob } from './job-store.ts';
import { startLanes } from './visits.ts';

/** A start that died between its transaction and its message is set going again after this long. */
const lostStartMs = 20_000;
/** Nothing has moved for this long, nor was anything sent again: the cars' messages are sent again. */
const lostMessagesMs = 4 * 60_000;
/** Nothing has moved for this long, though it was reminded as often as that takes: the import ends with what it has. */
const stuckMs = 30 * 60_000;
const remindersBeforeEnd = 6;
/** An hourly run stands in line for as long as its hour has runs, and is not lost: until then nobody is reminded of it. */
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
  // The upload died before its cars were named: nothing can be done again without the page.
  if (job.found.size === 0) return failImport(job.id, 'internal');
  await changeJobState(job.id, ['queued'], 'working', clock.now().toISOString());
  await sendAgain(job);
}

/** Handed to the visitor, and nothing of it is read yet. */
const waitsForVisitor = ({ handedAt, state, found }: Job): boolean =>
  handedAt !== null && found.size === 0 && (state === 'queued' || state === 'scraping');

/** Its message is not lost but waits: it is not sent again, and ends truthfully when nobody comes for it. */
async function endUnlessVisited(job: Job, nowMs: number): Promise<void> {
  const patienceMs = isUnawaited(job) ? unawaitedPatienceMs : visitorPatienceMs;
  if (nowMs - Date.parse(job.handedAt!) <= patienceMs) return;
  log.error('no visitor took a visit in time');
  await failImport(job.id, 'not_visited');
}

/** Stuck because no visitor came for what is left of its pages. */
const isUnvisited = async ({ id, handedAt }: Job): Promise<boolean> =>
  handedAt !== null && (await listDrafts(id)).some(({ stage }) => stage === 'listed');

/** The messages of one job, where needed. A job that has ended but was not settled (a crash in between) is settled now. */
async function sweepJob(job: Job): Promise<void> {
  const nowMs = clock.now().getTime();
  if (waitsForVisitor(job)) return endUnlessVisited(job, nowMs);
  const idleMs = nowMs - Math.max(Date.parse(job.updatedAt), Date.parse(job.beginsAt));
  if (isEnded(job) || isComplete(job)) return finishIfComplete(job);
  const restMs = job.nudgedAt === null ? idleMs : Math.min(idleMs, nowMs - Date.parse(job.nudgedAt));
  // A start that waits behind others is not lost: after the first reminder it has time like the rest.
  if (standsInLine(job) && restMs <= inLineMs) return;
  const isLostStart = job.state === 'queued' && job.nudgedAt === null && idleMs > lostStartMs;
  if (!isLostStart && restMs <= lostMessagesMs) return;
  // A machine that slept for days wakes to imports that only need a reminder, perhaps to one that had one just before:
  // time counts as lost only where it passed from reminder to reminder.
  if (idleMs > stuckMs && job.nudges >= remindersBeforeEnd) {
    log.error('an import was stuck and is ended', {
      state: job.state,
      found: job.found.size,
      done: job.done.size,
    });
    return failImport(job.id, (await isUnvisited(job)) ? 'not_visited' : 'internal');
  }
  return job.state === 'queued' ? startAgain(job) : sendAgain(job);
}

/** Its time has come, and a lane is to make its visit: or what is left of it, where one broke off with its cars under way. */
const isForLane = (job: Job, nowMs: number): boolean =>
  job.kind === 'scrape' &&
  isUnawaited(job) &&
  !waitsForVisitor(job) &&
  !isEnded(job) &&
  !isComplete(job) &&
  Date.parse(job.beginsAt) <= nowMs;

/**
 * A run that was made, and whose message could not be taken off its queue, stands there though nothing waits for it: in one
 * minute of each hour a lane looks for such.
 */
const isTimeForLeftOver = (nowMs: number): boolean => new Date(nowMs).getUTCMinutes() === 50;

/** Looks after the imports that have not been settled. One that cannot be swept does not stop the others. */
export async function sweepImports(): Promise<void> {
  const open = await listOpenJobs();
  try {
    const nowMs = clock.now().getTime();
    const left = isTimeForLeftOver(nowMs) ? 1 : 0;
    await startLanes(Math.max(left, open.filter((job) => isForLane(job, nowMs)).length));
  } catch (error) {
    log.failure('the hourly runs could not be set going', error);
  }
  for (const job of open) {
    setLogContext({ jobId: job.id });
    try {
      await sweepJob(job);
    } catch (error) {
      log.failure('an import could not be swept', error);
    }
  }
}
