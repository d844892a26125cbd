import { randomUUID } from 'node:crypto';
import {
  hourlyHiddenSeconds,
  type LaneMessage,
  retryWaitSeconds,
  type ScrapeMessage,
  scrapeMessage,
} from '#core/contract/messages.ts';
import { workers } from '#core/contract/workers.ts';
import { isEnded } from '#core/imports/job.ts';
import type { MarketplaceLink } from '#core/marketplaces/links.ts';
import { isReadPlain, type PageSource } from '#core/marketplaces/marketplace.ts';
import { marketplaceOf } from '#core/marketplaces/marketplaces.ts';
import { lanesOf } from '#core/searches/capacity.ts';
import { log, setLogContext } from '#functions/platform/log.ts';
import {
  deleteHourlyRun,
  type HourlyRun,
  hideHourlyRun,
  queues,
  sendVisit,
  takeHourlyRun,
} from '#functions/platform/queues.ts';
import { replaced } from '#functions/platform/services.ts';
import { demoOrigin, setting, sources, visitsAtOnce } from '#functions/platform/settings.ts';
import { lookAgain } from '#functions/searches/look-again.ts';
import { keepRenewed, leaseMs } from './identify-car.ts';
import { dropLease, getJob, takeLease } from './job-store.ts';
import { linkOf, runScrape } from './run-scrape.ts';
import { dropLane, issueTicket, takeLane } from './visit-store.ts';

const switchedOff = { class: 'closed_to_robots', evidence: 'this marketplace is switched off here' } as const;
/** Refuses every page of a marketplace that the operator has switched off, whatever is still queued. */
const refusing: PageSource = {
  search: async () => ({ failure: switchedOff, isEmpty: false }),
  item: async () => ({ failure: switchedOff }),
  close: async () => undefined,
};

/**
 * The page source for a link's marketplace: plain requests where its pages can be read without a browser, else the headless
 * browser, imported on use because of its size.
 */
async function openPageSource(link: MarketplaceLink | null): Promise<PageSource> {
  if (replaced.openPageSource) return replaced.openPageSource();
  if (link && !sources().includes(link.source)) return refusing;
  const marketplace = link && marketplaceOf(link.source);
  const pauseSeconds = Number(setting('SCRAPE_PAUSE_SECONDS') ?? 0);
  if (link && marketplace && isReadPlain(marketplace)) {
    const { openPlainPageSource } = await import('#functions/marketplaces/plain-visits.ts');
    return openPlainPageSource(marketplace, link, {
      agent: `Bilfund/1.0 (+${setting('PUBLIC_ORIGIN') ?? 'https://bilfund.example'}/terms)`,
      pauseSeconds,
    });
  }
  const { openBrowserPageSource } = await import('#functions/marketplaces/browser-visits.ts');
  return openBrowserPageSource({ demoOrigin: demoOrigin(), pauseSeconds });
}

/** Time reserved for the page being read and for writing its results. */
const reserveSeconds = 60;

/** Makes a job's visit to the marketplace, under a lease. What is left over is queued as another message. */
export async function visitForJob(message: ScrapeMessage): Promise<void> {
  const { jobId, requestId } = message;
  const before = await getJob(jobId);
  if (!before || isEnded(before)) return;
  const holder = randomUUID();
  if (!(await takeLease(jobId, holder, Date.now(), leaseMs))) {
    // Another worker holds the lease, or died a moment ago: try again when the lease must have expired.
    await sendVisit(before, message, leaseMs / 1000);
    return;
  }
  const endsAt = performance.now() + (workers.scrape.timeoutSeconds - reserveSeconds) * 1000;
  const renewal = keepRenewed(() => takeLease(jobId, holder, Date.now(), leaseMs));
  try {
    // Read again under the lease: the last holder may have made this visit.
    const job = await getJob(jobId);
    if (!job || isEnded(job)) return;
    const source = await openPageSource(linkOf(job.href));
    try {
      const hasTime = () => performance.now() < endsAt;
      if (await runScrape({ job, requestId, source, hasTime })) await sendVisit(before, message);
      else await lookAgain(jobId);
    } finally {
      await source.close();
    }
  } finally {
    clearInterval(renewal);
    await dropLease(jobId);
  }
}

const hideEveryMs = 30_000;

/** Extends the message's visibility timeout as long as this process lives. */
function keepHidden(run: HourlyRun): NodeJS.Timeout {
  return setInterval(() => {
    hideHourlyRun(run, hourlyHiddenSeconds).catch((error) =>
      log.failure('an hourly run was not kept hidden', error),
    );
  }, hideEveryMs);
}

/**
 * Makes an hourly run's visit and deletes its message. A failed visit is retried soon, and goes to the dead-letter queue
 * after five tries; one whose process was killed comes back when its visibility timeout ends.
 */
async function visitForRun(run: HourlyRun): Promise<void> {
  const hiding = keepHidden(run);
  setLogContext({});
  try {
    const message = scrapeMessage.parse(JSON.parse(run.body));
    setLogContext({ requestId: message.requestId, jobId: message.jobId });
    await visitForJob(message);
    await deleteHourlyRun(run);
  } catch (error) {
    log.failure('message failed', error, { receiveCount: run.receiveCount });
    clearInterval(hiding);
    await hideHourlyRun(run, retryWaitSeconds(run.receiveCount)).catch(() => undefined);
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
  let run: HourlyRun | null = null;
  const goesOn = () => run !== null && message.ticket === ticket;
  try {
    run = await takeHourlyRun();
    if (run) await visitForRun(run);
  } finally {
    clearInterval(renewal);
    await dropLane(lane, holder, goesOn() ? Date.now() : 0);
  }
  if (goesOn()) await queues.lane(message);
}
