import { adAmong } from '#core/cars/ads-of-car.ts';
import { isForSale } from '#core/cars/listing-life.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isComplete, isEnded, type Job } from '#core/imports/job.ts';
import { beyondLimitMarks, isUnchangedAd, leftOutMarks, mergeListings } from '#core/imports/listings.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { type MarketplaceLink, readLink } from '#core/marketplaces/links.ts';
import {
  type BatchTaken,
  type PageFailure,
  type PageSource,
  type Politeness,
  retryPolicy,
  type SearchBatch,
} from '#core/marketplaces/marketplace.ts';
import { adIdOf, type MarketplaceId, visitedIds } from '#core/marketplaces/marketplace-id.ts';
import { marketplaceOf } from '#core/marketplaces/marketplaces.ts';
import { carIdsOf, getCars } from '#functions/cars/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { queues } from '#functions/platform/queues.ts';
import { demoOrigin } from '#functions/platform/settings.ts';
import { loadModel } from '#functions/valuation/model.ts';
import { rateDraft } from '#functions/valuation/rate.ts';
import { addDraft, type Draft, describeDraft, listDrafts } from './draft-store.ts';
import { tellOperator } from './failures.ts';
import { failImport, finishIfComplete } from './finish-import.ts';
import { addToJob, changeJobState, getJob } from './job-store.ts';
import { missAd } from './rate-and-store-car.ts';

type Visit = {
  job: Job;
  requestId: string;
  source: PageSource;
  /** Whether the function has time for another page. */
  hasTime: () => boolean;
};

export function linkOf(href: string): MarketplaceLink | null {
  const read = readLink(href, { demoOrigin: demoOrigin() });
  return read.ok ? read.link : null;
}

/**
 * A link that is no longer valid (of a former demo) is refused by its visit; until then any marketplace's settings serve.
 */
const sourceOf = (href: string): MarketplaceId => linkOf(href)?.source ?? visitedIds[0];
const politenessOf = (href: string): Politeness => marketplaceOf(sourceOf(href)).politeness;

const nowIso = () => clock.now().toISOString();
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * One visit to the marketplace for a job: the search, then the item pages of new cars, each queued for the next step as soon
 * as it is read. Everything is persisted before it is queued, so an interrupted visit is simply repeated. Returns true when
 * item pages are left for a follow-up visit.
 */
export async function runScrape(visit: Visit): Promise<boolean> {
  const { job } = visit;
  const isItem = linkOf(job.href)?.kind === 'item';
  if (job.state === 'queued') await changeJobState(job.id, ['queued'], 'scraping', nowIso());
  if (job.state === 'queued' || job.state === 'scraping') {
    const failure = await (isItem ? readSingleItem(visit) : readSearch(visit));
    if (failure && !(await getJob(job.id))?.found.size) {
      await failImport(job.id, failure.class);
      return false;
    }
    const working = await changeJobState(job.id, ['scraping'], 'working', nowIso(), failure?.class ?? null);
    // Most hourly runs find nothing that needs another page.
    if (working && isComplete(working)) {
      await finishIfComplete(working);
      return false;
    }
  }
  const isLeft = await readItems(visit);
  const after = await getJob(job.id);
  if (after) await finishIfComplete(after);
  return isLeft;
}

/** Writes drafts of the cars in the feed. Cars already in the catalog need no second visit to their item page. */
async function takeBatch(visit: Visit, batch: SearchBatch): Promise<BatchTaken> {
  const { job } = visit;
  const { listings } = batch;
  const usable = listings.filter((listing) => listing.availability !== 'hidden' && isForSale(listing));
  const ids = await carIdsOf(usable, null);
  const idOf = (listing: Listing) => ids.get(adIdOf(listing))!;
  const carIds = [...ids.values()];
  // An ad that only witnesses have read is treated as unknown.
  const own = (await getCars(carIds)).filter(({ source }) => !source.isWitnessed);
  const known = new Map(own.map((stored) => [stored.car.id, stored]));
  const storedOf = (listing: Listing) => known.get(idOf(listing));
  const adOf = (listing: Listing) => {
    const { listing: shown, others = [] } = storedOf(listing)?.source ?? {};
    return shown ? adAmong({ listing: shown, others }, listing) : null;
  };
  const readsEveryPage = politenessOf(job.href).itemPages === 'all';
  const isDone = (listing: Listing) => {
    const stored = job.isAutomatic && storedOf(listing);
    const before = adOf(listing);
    return stored && before && isUnchangedAd(stored.car, before, listing, readsEveryPage, clock.now());
  };
  const unchanged = usable.filter(isDone);
  for (const listing of usable) {
    if (unchanged.includes(listing)) continue;
    const stored = adOf(listing);
    // A car whose item page was never read (the marketplace was rate-limiting) is treated as new.
    const earlier = readsEveryPage && stored?.description === null ? undefined : stored;
    // The feed gives price and availability; everything else is known from the first visit to the item page.
    const draft = earlier
      ? mergeListings(earlier, { ...listing, mileage: earlier.mileage ?? listing.mileage })
      : listing;
    // The description, skipped so far, may be needed now: a lower price may make the car a bargain.
    const isRead = typeof earlier?.description === 'string';
    await addDraft(job.id, idOf(listing), isRead ? 'described' : 'listed', draft, clock.now().getTime());
  }
  const done = unchanged.map(idOf);
  const notForSale = listings.filter((listing) => !isForSale(listing));
  const leftOut = leftOutMarks(batch, notForSale);
  if (carIds.length + leftOut.length > 0) await addToJob(job.id, { found: carIds, done, leftOut }, nowIso());
  const strangers = usable.filter((listing) => !storedOf(listing)).length;
  return { known: strangers === usable.length ? 'none' : strangers > 0 ? 'some' : 'all' };
}

async function readSearch(visit: Visit): Promise<PageFailure | null> {
  for (let attempt = 0; ; attempt++) {
    const end = await visit.source.search(visit.job.href, (batch) => takeBatch(visit, batch), {
      isRepeat: visit.job.isAutomatic,
    });
    if (end.beyondLimit)
      await addToJob(visit.job.id, { leftOut: beyondLimitMarks(end.beyondLimit) }, nowIso());
    if (!end.failure) return null;
    await tellOperator(sourceOf(visit.job.href), end.failure);
    log.warn('the marketplace refused a search', {
      class: end.failure.class,
      evidence: end.failure.evidence,
      attempt,
    });
    if (!retryPolicy[end.failure.class].retry || attempt >= 1) return end.failure;
    await pause(1000 * (1 + Math.random()));
  }
}

async function readSingleItem(visit: Visit): Promise<PageFailure | null> {
  const answer = await visit.source.item(visit.job.href);
  if ('failure' in answer) {
    await tellOperator(sourceOf(visit.job.href), answer.failure);
    const link = linkOf(visit.job.href);
    const isRemoved = answer.failure.class === 'listing_removed';
    if (isRemoved && link?.itemId) await missAd({ source: link.source, id: link.itemId });
    // To learn this is what the ad was opened for when nobody waits for it.
    return isRemoved && visit.job.isAutomatic ? null : answer.failure;
  }
  const { listing } = answer;
  const carId = (await carIdsOf([listing], null)).get(adIdOf(listing))!;
  await addDraft(visit.job.id, carId, 'described', listing, clock.now().getTime());
  await addToJob(visit.job.id, { found: [carId] }, nowIso());
  return null;
}

/** Reads the item pages of listed cars, one at a time. If a page cannot be read, the car keeps what the feed said. */
async function readItems(visit: Visit): Promise<boolean> {
  const { job, source, hasTime } = visit;
  const current = await getJob(job.id);
  if (!current || isEnded(current)) return false;
  const settled = new Set([...current.identified, ...current.done, ...current.failed]);
  // Oldest ad first; car ids have no order.
  const drafts = (await listDrafts(job.id))
    .filter((draft) => !settled.has(draft.carId))
    .sort((a, b) => (a.listing.id < b.listing.id ? -1 : 1));
  const ready = drafts.filter((draft) => draft.stage !== 'listed');
  await sendOn(visit, ready);
  if (current.failure && wantsPeace(current.failure)) return sendRest(visit, drafts);
  const { itemPagesPerVisit, itemPages } = politenessOf(job.href);
  let pagesRead = 0;
  for (const draft of drafts) {
    if (draft.stage !== 'listed') continue;
    if (itemPages === 'bargains' && !(await needsItsWords(draft))) {
      await describeDraft(job.id, draft.carId, draft.listing);
      await sendOn(visit, [draft]);
      continue;
    }
    if (pagesRead >= itemPagesPerVisit || (pagesRead > 0 && !hasTime())) return true;
    pagesRead++;
    const answer = await source.item(draft.listing.itemUrl);
    if ('failure' in answer) {
      await tellOperator(sourceOf(job.href), answer.failure);
      log.warn('an item page was not read', { carId: draft.carId, class: answer.failure.class });
      if (await isGone(visit, draft, answer.failure)) continue;
      if (wantsPeace(answer.failure.class)) return sendRest(visit, drafts.slice(drafts.indexOf(draft)));
    } else draft.listing = mergeListings(draft.listing, answer.listing);
    await describeDraft(job.id, draft.carId, draft.listing);
    await sendOn(visit, [draft]);
  }
  return false;
}

/** Whether the ad would be rated a bargain unless its description says otherwise. */
async function needsItsWords(draft: Draft): Promise<boolean> {
  const { rating } = rateDraft(draft, null, null, await loadModel(), nowIso());
  return rating.reason === 'conditions_unread';
}

/** Gives up a listing that was removed between feed and item page. */
async function isGone(visit: Visit, draft: Draft, failure: PageFailure): Promise<boolean> {
  if (failure.class !== 'listing_removed') return false;
  await missAd(draft.listing);
  await addToJob(visit.job.id, { failed: [draft.carId] }, nowIso());
  return true;
}

/** Refusals after which the job asks for no further page. */
const wantsPeace = (failure: ImportFailureClass) => failure === 'rate_limited' || failure === 'checkpoint';

/** The marketplace refuses further pages: the remaining cars continue with what the feed said. */
async function sendRest(visit: Visit, drafts: readonly Draft[]): Promise<false> {
  const rest = drafts.filter((draft) => draft.stage === 'listed');
  for (const draft of rest) await describeDraft(visit.job.id, draft.carId, draft.listing);
  await sendOn(visit, rest);
  return false;
}

async function sendOn(visit: Visit, drafts: readonly Draft[]): Promise<void> {
  const { job, requestId } = visit;
  const idsOf = (stage: Draft['stage'][]) =>
    drafts.filter((d) => stage.includes(d.stage)).map((d) => d.carId);
  const identify = idsOf(['listed', 'described']);
  const rate = idsOf(['identified']);
  await queues.identify(identify.map((carId) => ({ type: 'identify', jobId: job.id, carId, requestId })));
  await queues.rate(rate.map((carId) => ({ type: 'rate', jobId: job.id, carId, requestId })));
}
