import { randomBytes } from 'node:crypto';
import { isForSale } from '#core/cars/listing-life.ts';
import { Failure } from '#core/failure.ts';
import { isOver, type Job, stageOf, statusOf } from '#core/imports/job.ts';
import { beyondLimitMarks, leftOutMarks, sameCarMarks } from '#core/imports/listings.ts';
import { mostCarsOfPage, shownAdsOf } from '#core/imports/own-page.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { noSavedPage } from '#core/marketplaces/link-refusals.ts';
import { type MarketplaceLink, readLink } from '#core/marketplaces/links.ts';
import { type ParsedPage, retryPolicy } from '#core/marketplaces/marketplace.ts';
import { marketplaces, readPage } from '#core/marketplaces/marketplaces.ts';
import { readViewer } from '#functions/cars/read-car.ts';
import { countFirstDiscoveries } from '#functions/cars/store.ts';
import { endpoint } from '#functions/endpoint.ts';
import { requireSelf } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { queues } from '#functions/platform/queues.ts';
import type { RequestInfo } from '#functions/platform/route-handler.ts';
import { demoOrigin, linkOptions, setting } from '#functions/platform/settings.ts';
import { hashLink } from '#functions/searches/change-searches.ts';
import { beginCallersImport, inflatePage, senderOf, takePage, withinPrices } from './begin-import.ts';
import {
  addHistoryRow,
  changeOwnHistoryRow,
  getHistoryRow,
  listHistory,
  newHistoryId,
  startedRow,
} from './history-store.ts';
import { clearEndedStatus, getJob, getShownJob } from './job-store.ts';
import { releaseFreePage } from './own-page-store.ts';
import { claimDuePage, endOwnCar, settleEmptyPage } from './own-pages.ts';

export const addHistoryEntryRoute = endpoint('POST /api/scrape-history', async ({ body }, caller) => {
  const now = clock.now();
  const id = newHistoryId(now.getTime(), randomBytes(6).toString('base64url'));
  const row = startedRow({ id, search_url: body.searchUrl, scrape_type: 'manual', jobId: null }, now);
  await addHistoryRow(caller.id, row);
  return { id };
});

export const clearScrapeStatusRoute = endpoint('DELETE /api/scrape-status', async (_, caller) => {
  if (!(await clearEndedStatus(caller.id)))
    throw new Failure(409, 'import_running', 'The import is still running.');
  return { ok: true };
});

const recentMs = 30 * 86_400_000;

export const getHistoryStatsRoute = endpoint(
  'GET /api/scrape-history/{id}/stats',
  async ({ params }, caller) => {
    requireSelf(caller, params.id);
    const rows = await listHistory(caller.id);
    const sinceMs = clock.now().getTime() - recentMs;
    return {
      stats: {
        totalScrapes: rows.length,
        totalCarsAdded: rows.reduce((sum, row) => sum + row.cars_added_count, 0),
        recentScrapes: rows.filter((row) => Date.parse(row.scraped_at) >= sinceMs).length,
      },
    };
  },
);

export const getScrapeStatusRoute = endpoint('GET /api/scrape-status', async (_, caller) => {
  const job = await getShownJob(caller.id);
  return { status: job ? statusOf(job) : null };
});

/** What the page's address leads to; null if the caller gave none, or none that we know. */
function linkOf(url: string | undefined): MarketplaceLink | null {
  const parsed = url ? readLink(url, { demoOrigin: demoOrigin() }) : null;
  return parsed?.ok ? parsed.link : null;
}

/** Refuses a page without cars before anything is charged, and says why: empty, gone, blocked, or not a page of ours. */
function refuseWithoutCars(page: ParsedPage, forSale: readonly Listing[]): void {
  if (forSale.length > 0) return;
  if (page.kind === 'empty' || page.listings.length > 0)
    throw new Failure(422, 'page_not_recognised', 'This page has no cars for sale.', {
      class: 'empty',
    });
  const failureClass = page.failure?.class ?? 'unknown_page';
  // The usual reason speaks of the marketplace's answer; here somebody chose a file.
  const reason = failureClass === 'unknown_page' ? noSavedPage : retryPolicy[failureClass].userReason;
  throw new Failure(422, 'page_not_recognised', reason, { class: failureClass });
}

/** How many of the page's cars lie beyond the limit of cars read per page. */
const unreadOf = ({ shownCount, listings, rejected }: ParsedPage): number =>
  Math.max(0, shownCount - listings.length - rejected.length);

export const importPageRoute = endpoint(
  'POST /api/imports/page',
  async ({ body, query }, caller, request) => {
    const html = await inflatePage(body, request.headers['content-encoding']);
    const link = linkOf(query.url);
    const href = link?.href ?? marketplaces[0]!.home;
    const page = readPage({ url: href, html, demoOrigin: demoOrigin() });
    const isWhole = link?.kind === 'search' && query.part === undefined;
    const shown = isWhole ? shownAdsOf(page, link.source, query.url!) : null;
    if (shown && page.kind === 'empty') {
      const now = clock.now().toISOString();
      await settleEmptyPage({ userId: caller.id, linkHash: hashLink(href), href, shown, now });
    }
    if (page.failure?.class === 'listing_removed' && link?.kind === 'item' && link.itemId !== null)
      await endOwnCar(caller.id, { source: link.source, id: link.itemId }, clock.now().toISOString());
    const allForSale = page.listings.filter(isForSale);
    const forSale = allForSale.slice(0, mostCarsOfPage);
    refuseWithoutCars(page, forSale);
    // The extension sends parts of the page that the person looks at.
    const isRatedFirst = query.part !== undefined;
    const sentBy = await senderOf(caller.id, request.clientAddress);
    const now = clock.now();
    const isFree = shown !== null && (await claimDuePage(caller.id, hashLink(href), now));
    const started = await beginCallersImport(caller, request, {
      ...{ href, kind: 'page', isByButton: query.by === 'button', isFree, sentBy, isRatedFirst },
    }).catch(async (error: unknown) => {
      // What was refused is free at the next try.
      if (isFree) await releaseFreePage(caller.id, hashLink(href), now.toISOString());
      throw error;
    });
    const { requestId } = request;
    // For others a car that becomes amazing by its plate would be the one whose line vanishes.
    const isRatedByAds = isRatedFirst && (await readViewer(caller)).isPremium;
    const notForSale = page.listings.filter((listing) => !isForSale(listing));
    const { within, beyond } = await withinPrices(caller.id, forSale);
    await takePage({ jobId: started.jobId, ownerId: caller.id, requestId, shown, isRatedByAds }, within, [
      ...leftOutMarks(page, notForSale),
      ...sameCarMarks(beyond),
      ...beyondLimitMarks(allForSale.length - forSale.length + unreadOf(page)),
    ]);
    return {
      id: started.historyId,
      jobId: started.jobId,
      kind: page.kind,
      carsFound: within.length,
      rejected: page.rejected.map(({ id, reason }) => ({ id: id ?? null, reason })),
    };
  },
);

const defaultPageSize = 10;

export const listHistoryRoute = endpoint(
  'GET /api/scrape-history/{id}',
  async ({ params, query }, caller) => {
    requireSelf(caller, params.id);
    const type = query.scrapeType ?? 'all';
    const rows = (await listHistory(caller.id)).filter((row) => type === 'all' || row.scrape_type === type);
    const size = query.pageSize ?? defaultPageSize;
    const from = ((query.page ?? 1) - 1) * size;
    return {
      history: rows.slice(from, from + size).map(({ jobId: _, ...entry }) => entry),
      totalCount: rows.length,
    };
  },
);

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

export const startImportRoute = endpoint('POST /scrape', async ({ body }, caller, request) => {
  if (setting('IMPORTS_ENABLED') === 'false')
    throw new Failure(503, 'unavailable', 'Imports are switched off at the moment. Please try again later.');
  const parsed = readLink(body.url, linkOptions());
  if (!parsed.ok) throw new Failure(400, parsed.code, parsed.message);
  const started = await beginCallersImport(caller, request, { href: parsed.link.href, kind: 'scrape' });
  // Sent for a repeated click too: if the first message was lost, this one starts the import.
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

export const updateHistoryEntryRoute = endpoint(
  'PUT /api/scrape-history/{id}',
  async ({ params, body }, caller) => {
    const changed = await changeOwnHistoryRow(caller.id, params.id, {
      status: body.status,
      cars_added_count: body.carsAddedCount ?? 0,
      error_message: body.errorMessage ?? null,
    });
    // A row written by the pipeline is returned unchanged: only the pipeline may end it.
    const row = changed ?? (await getHistoryRow(caller.id, params.id));
    if (!row) throw new Failure(404, 'not_found', 'There is no such entry.');
    const { jobId: _, ...entry } = row;
    return entry;
  },
);
