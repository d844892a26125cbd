import { isForSale } from '#core/car/for-sale.ts';
import { adAmong } from '#core/car/join-ads.ts';
import { leftOutMarks } from '#core/import/left-out.ts';
import { mergeListings } from '#core/import/merge-listings.ts';
import { isUnchangedAd } from '#core/import/unchanged-ad.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import type { BatchTaken, SearchBatch } from '#core/ports.ts';
import { carIdsOf } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCars } from '#functions/_adapters/dynamodb/cars.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { addDraft } from '#functions/_adapters/dynamodb/drafts.ts';
import { addToJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { rateDraft } from '#functions/use-cases/cars/rate-listing.ts';
import { nowIso, politenessOf, sendOn, type Visit } from './scrape-visit.ts';

/** Writes what the feed shows. Cars that the catalog has already need no second visit to their item page. */
export async function takeBatch(visit: Visit, batch: SearchBatch): Promise<BatchTaken> {
  const { job } = visit;
  const { listings } = batch;
  const usable = listings.filter((listing) => listing.availability !== 'hidden' && isForSale(listing));
  const ids = await carIdsOf(usable, null);
  const idOf = (listing: Listing) => ids.get(adIdOf(listing))!;
  const carIds = [...ids.values()];
  // What an ad's witnesses brought is read like an ad that nobody knows.
  const own = (await getCars(carIds)).filter(({ source }) => !source.isWitnessed);
  const known = new Map(own.map((stored) => [stored.car.id, stored]));
  const storedOf = (listing: Listing) => known.get(idOf(listing));
  const adOf = (listing: Listing) => {
    const { listing: shown, others = [] } = storedOf(listing)?.source ?? {};
    return shown ? adAmong({ listing: shown, others }, listing) : null;
  };
  const readsEveryPage = politenessOf(job.href).itemPages === 'all';
  /** Where few ads' pages are read, the others' cars need not wait for them, nor for the search's end. */
  const ready: Draft[] = [];
  const isDone = (listing: Listing) => {
    const stored = job.isAutomatic && storedOf(listing);
    const before = adOf(listing);
    return stored && before && isUnchangedAd(stored.car, before, listing, readsEveryPage, clock.now());
  };
  const unchanged = usable.filter(isDone);
  for (const listing of usable) {
    if (unchanged.includes(listing)) continue;
    const stored = adOf(listing);
    // A car whose item page was never read (the marketplace wanted peace) is read like a new one.
    const earlier = readsEveryPage && stored?.description === null ? undefined : stored;
    // The feed carries price and availability; everything else was read from the item page the first time.
    const draft = earlier
      ? mergeListings(earlier, { ...listing, mileage: earlier.mileage ?? listing.mileage })
      : listing;
    // Whose words were never needed may need them now: a lower price makes a bargain of it.
    const isRead = typeof earlier?.description === 'string';
    const carId = idOf(listing);
    const isDescribed = isRead || (!readsEveryPage && !(await needsItsWords(carId, draft)));
    const stage = isDescribed ? 'described' : 'listed';
    const isNew = await addDraft(job.id, carId, stage, draft, clock.now().getTime());
    if (isNew && isDescribed && !readsEveryPage)
      ready.push({ carId, stage, listing: draft, identification: null });
  }
  const done = unchanged.map(idOf);
  const notForSale = listings.filter((listing) => !isForSale(listing));
  const leftOut = leftOutMarks(batch, notForSale);
  if (carIds.length + leftOut.length > 0) await addToJob(job.id, { found: carIds, done, leftOut }, nowIso());
  await sendOn(visit, ready);
  const strangers = usable.filter((listing) => !storedOf(listing)).length;
  return { known: strangers === usable.length ? 'none' : strangers > 0 ? 'some' : 'all' };
}

/** Whether what is known of an ad would make a bargain of it, if its own words did not say otherwise. */
async function needsItsWords(carId: string, listing: Listing): Promise<boolean> {
  const draft: Draft = { carId, stage: 'listed', listing, identification: null };
  const { rating } = rateDraft(draft, null, null, await loadModel(), nowIso());
  return rating.reason === 'conditions_unread';
}
