import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type LaneMessage,
  retryWaitSeconds,
  type ScrapeMessage,
  scrapeMessage,
  visitHiddenSeconds,
} from '#core/contract/messages.ts';
import { metricNames } from '#core/contract/metrics.ts';
import { workers } from '#core/contract/workers.ts';
import { isEnded, isForVisitor } from '#core/imports/job.ts';
import { lanesOf } from '#core/searches/capacity.ts';
import { openPageSource } from '#functions/marketplaces/open-page-source.ts';
import { clock } from '#functions/platform/clock.ts';
import { type CountedMetric, countMetric, log, setLogContext } from '#functions/platform/log.ts';
import {
  deleteVisit,
  hideVisit,
  nextHourlyRun,
  queues,
  sendToVisitor,
  sendVisit,
  type TakenVisit,
} from '#functions/platform/queues.ts';
import { visitsAtOnce, whoVisits } from '#functions/platform/settings.ts';
import { keepRenewed, leaseMs } from './identify-car.ts';
import { dropLease, getJob, markHanded, takeLease } from './job-store.ts';
import { linkOf, runScrape } from './run-scrape.ts';
import { dropLane, issueTicket, sayVisitorSeen, takeLane, takeVisitorHealth } from './visit-store.ts';

/**
 * Hands a visit over to the visitor. Persisted before it is queued: a retry after a crash sends it again, and two messages
 * of one job are one visit. A reminder does not extend how long the owner waits.
 */
export async function handToVisitor(message: ScrapeMessage): Promise<void> {
  const job = await getJob(message.jobId);
  if (job?.handedAt === null) await markHanded(job.id, clock.now().toISOString());
  if (!job) return;
  await sendToVisitor(job, message);
  log.info('a visit was handed to the visitor');
}

/** Time reserved for the page being read and for writing its results. */
const reserveSeconds = 60;

/**
 * Where a visit is made from. Our function hands over what the stage leaves to the visitor, or what the marketplace refused
 * it; the visitor keeps its visits.
 */
export type VisitsFrom = 'lambda' | 'visitor';

/** Makes a job's visit to the marketplace, under a lease. What is left over is queued as another message. */
export async function visitForJob(message: ScrapeMessage, from: VisitsFrom = 'lambda'): Promise<void> {
  const { jobId, requestId } = message;
  const before = await getJob(jobId);
  if (!before || isEnded(before)) return;
  const by = from === 'lambda' ? whoVisits() : 'lambda';
  // Once handed over, a job stays with the visitor: the marketplace would refuse the function again.
  if (by === 'visitor' || (by === 'both' && before.handedAt !== null)) return handToVisitor(message);
  const sendAgain = (delaySeconds?: number) =>
    (from === 'visitor' ? sendToVisitor : sendVisit)(before, message, delaySeconds);
  const holder = randomUUID();
  if (!(await takeLease(jobId, holder, Date.now(), leaseMs))) {
    // Another worker holds the lease, or died a moment ago: try again when the lease must have expired.
    await sendAgain(leaseMs / 1000);
    return;
  }
  // A visitor has taken the job: the time its owner waits is counted anew from here.
  if (from === 'visitor') await markHanded(jobId, clock.now().toISOString());
  const endsAt = performance.now() + (workers.scrape.timeoutSeconds - reserveSeconds) * 1000;
  let isForOther = false;
  const renewal = keepRenewed(() => takeLease(jobId, holder, Date.now(), leaseMs));
  try {
    // Read again under the lease: the last holder may have made this visit.
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
  // After the lease is released, so that the visitor can take it.
  if (isForOther) await handToVisitor(message);
}

const sayEveryMs = 30_000;

/** The result of a visit: made, refused by the marketplace, or failed and to be retried. */
export type VisitOutcome = {
  jobId: string;
  outcome: 'done' | 'refused' | 'failed';
  cars: number;
  failure: string;
};

/** Extends the message's visibility timeout as long as this process lives. */
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
 * Makes a visit and deletes its message. A failed visit is retried soon, and goes to the dead-letter queue after five tries;
 * one whose process was killed comes back when its visibility timeout ends.
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

/** A lane's message that has been queued this long is considered lost; if it arrives after all, it is handled once. */
const lostMs = 10 * 60_000;

/** Starts this many lanes, each with one message, unless its message is circulating. */
export async function startLanes(count: number): Promise<void> {
  for (let lane = 0; lane < Math.min(count, lanesOf(visitsAtOnce())); lane++) {
    const ticket = randomUUID();
    if (await issueTicket(lane, ticket, Date.now(), lostMs))
      await queues.lane({ type: 'lane', lane, ticket, requestId: 'sweep' });
  }
}

/**
 * Makes one hourly run in one lane, then queues the lane's message again, behind what people imported meanwhile, until no
 * run is left.
 */
export async function runLane(message: LaneMessage): Promise<void> {
  const { lane } = message;
  const holder = randomUUID();
  const take = () => takeLane(lane, { holder, nowMs: Date.now(), leaseMs });
  if (lane >= lanesOf(visitsAtOnce())) return;
  const ticket = await take();
  if (ticket === null) return;
  const renewal = keepRenewed(take);
  let run: TakenVisit | null = null;
  const goesOn = () => run !== null && message.ticket === ticket;
  try {
    run = await nextHourlyRun();
    if (run) await takeVisit(run, 'lambda');
  } finally {
    clearInterval(renewal);
    await dropLane(lane, holder, goesOn() ? Date.now() : 0);
  }
  if (goesOn()) await queues.lane(message);
}

/** AWS errors that no retry cures, by name and message. */
const hopeless: readonly [RegExp, string][] = [
  [
    /ExpiredToken|CredentialsProvider|TokenProvider|UnrecognizedClient|InvalidClientToken|security token/i,
    'the credentials are missing or have expired: sign in again',
  ],
  [/Signature|RequestTimeTooSkewed/, 'AWS refuses the signature: look at this machine’s clock'],
  [
    /AccessDenied|not authorized/,
    'this machine may not take on the visitor’s role, or the role may not take visits',
  ],
  [/NonExistentQueue|QueueDoesNotExist/, 'the stage has the visitor switched off: its queue is gone'],
];

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** What to tell the operator about a fault that ends the visitor; null for one that passes. */
export const hopelessFault = (error: unknown): string | null =>
  hopeless.find(([sign]) => sign.test(reasonOf(error)))?.[1] ?? null;

/** A visitor may miss two reports before it counts as gone. */
const seenForMs = 3 * 60_000;

const countedName = z.tuple([z.enum(metricNames), z.record(z.string(), z.string())]);
const nameOf = ({ name, dimensions }: CountedMetric): string => JSON.stringify([name, dimensions]);

function readName(text: string): z.infer<typeof countedName> | null {
  try {
    return countedName.parse(JSON.parse(text));
  } catch {
    // A counter of a visitor of another version.
    return null;
  }
}

/** Counters that a visitor has not reported yet. */
export function keepCounts() {
  let counts: Record<string, number> = {};
  const add = (counted: CountedMetric) => {
    const name = nameOf(counted);
    counts[name] = (counts[name] ?? 0) + counted.value;
  };
  return {
    add,
    /** Reports that this visitor is running, and its counters. @throws when the table does not answer */
    async report(): Promise<void> {
      const told = counts;
      counts = {};
      try {
        await sayVisitorSeen(clock.now().toISOString(), told);
      } catch (error) {
        for (const [name, value] of Object.entries(told)) counts[name] = (counts[name] ?? 0) + value;
        throw error;
      }
    },
  };
}

/** Emits the visitors' counters as metrics, because their role may not do so itself. */
export async function countVisitorHealth(): Promise<void> {
  const { seenAt, counts } = await takeVisitorHealth();
  const isSeen = seenAt !== null && clock.now().getTime() - Date.parse(seenAt) < seenForMs;
  if (isSeen) countMetric('VisitorSeen', 1);
  for (const [text, value] of Object.entries(counts)) {
    const name = readName(text);
    if (name) countMetric(name[0], value, name[1]);
  }
}
