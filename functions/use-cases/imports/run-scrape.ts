import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isComplete, isEnded } from '#core/import/job.ts';
import { beyondLimitMarks } from '#core/import/left-out.ts';
import { mergeListings } from '#core/import/merge-listings.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import { retryPolicy } from '#core/marketplace/retry-policy.ts';
import { carIdsOf } from '#functions/_adapters/dynamodb/car-ids.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { addDraft, describeDraft, listDrafts } from '#functions/_adapters/dynamodb/drafts.ts';
import { addToJob, changeJobState, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { failImport, finishIfComplete } from './finish-import.ts';
import { missAd } from './miss-ad.ts';
import { linkOf, nowIso, politenessOf, sendOn, sourceOf, type Visit } from './scrape-visit.ts';
import { takeBatch } from './take-batch.ts';
import { tellOperator } from './tell-operator.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * One visit to the marketplace for a job: the search first, then the item pages of cars that are new, each sent on its way
 * as soon as it is read. Everything is written before it is sent, so that a visit that died is simply made again.
 * Returns true when item pages are left for a follow-up visit.
 */
export async function runScrape(asked: Omit<Visit, 'sent'>): Promise<boolean> {
  const visit: Visit = { ...asked, sent: new Set() };
  const { job } = visit;
  const isItem = linkOf(job.href)?.kind === 'item';
  if (job.state === 'queued') await changeJobState(job.id, ['queued'], 'scraping', nowIso());
  if (job.state === 'queued' || job.state === 'scraping') {
    const failure = await (isItem ? readSingleItem(visit) : readSearch(visit));
    if (failure && !(await getJob(job.id))?.found.size) {
      if (await visit.handOver?.(failure.class)) return false;
      await failImport(job.id, failure.class);
      return false;
    }
    const working = await changeJobState(job.id, ['scraping'], 'working', nowIso(), failure?.class ?? null);
    // Most hours of an automated search bring nothing that needs another look.
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
    if (answer.failure.class === 'listing_removed' && link?.itemId)
      await missAd({ source: link.source, id: link.itemId });
    return answer.failure;
  }
  const { listing } = answer;
  const carId = (await carIdsOf([listing], null)).get(adIdOf(listing))!;
  await addDraft(visit.job.id, carId, 'described', listing, clock.now().getTime());
  await addToJob(visit.job.id, { found: [carId] }, nowIso());
  return null;
}

/** Item pages of the listed, one at a time. A page that cannot be read leaves the car with what the feed said. */
async function readItems(visit: Visit): Promise<boolean> {
  const { job, source, settings } = visit;
  const current = await getJob(job.id);
  if (!current || isEnded(current)) return false;
  const settled = new Set([...current.identified, ...current.done, ...current.failed]);
  // By their ads, the oldest first: the cars' own ids have no order.
  const drafts = (await listDrafts(job.id))
    .filter((draft) => !settled.has(draft.carId))
    .sort((a, b) => (a.listing.id < b.listing.id ? -1 : 1));
  await sendOn(
    visit,
    drafts.filter(({ stage, carId }) => stage !== 'listed' && !visit.sent.has(carId)),
  );
  if (current.failure && wantsPeace(current.failure)) return sendRest(visit, drafts);
  const { itemPagesPerVisit } = politenessOf(job.href);
  let pagesRead = 0;
  for (const draft of drafts) {
    if (draft.stage !== 'listed') continue;
    if (pagesRead >= itemPagesPerVisit || (pagesRead > 0 && !settings.hasTime())) return true;
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

/** A listing that was removed between feed and visit is given up. */
async function isGone(visit: Visit, draft: Draft, failure: PageFailure): Promise<boolean> {
  if (failure.class !== 'listing_removed') return false;
  await missAd(draft.listing);
  await addToJob(visit.job.id, { failed: [draft.carId] }, nowIso());
  return true;
}

/** Refusals after which not one more page is asked for in this job. */
const wantsPeace = (failure: ImportFailureClass) => failure === 'rate_limited' || failure === 'checkpoint';

/** The marketplace wants to be left alone: the rest goes on with what the feed said. */
async function sendRest(visit: Visit, drafts: readonly Draft[]): Promise<false> {
  const rest = drafts.filter((draft) => draft.stage === 'listed');
  for (const draft of rest) await describeDraft(visit.job.id, draft.carId, draft.listing);
  await sendOn(visit, rest);
  return false;
}
