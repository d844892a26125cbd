import { mergeListings } from '#core/import/merge-listings.ts';
import { comparedBy } from '#core/import/page-limits.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { pricesPerCar, seesEstimates } from '#core/plan/access.ts';
import { carIdsOf } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import { askPrice } from '#functions/_adapters/dynamodb/checked-plates.ts';
import { addOwnDrafts } from '#functions/_adapters/dynamodb/drafts.ts';
import { hasGone } from '#functions/_adapters/dynamodb/guards.ts';
import { addToJob, changeJobState, getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { unauthenticated } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { finishIfComplete } from './finish-import.ts';

type OwnPage = { jobId: string; ownerId: string; requestId: string };

async function takeListings(
  { jobId, ownerId, requestId }: OwnPage,
  listings: readonly Listing[],
  leftOut: string[],
): Promise<void> {
  const now = clock.now();
  const ids = await carIdsOf(listings, ownerId);
  const carIds = [...ids.values()];
  // Of two ads of one car the first is read.
  const byCar = new Map(listings.toReversed().map((listing) => [ids.get(adIdOf(listing))!, listing]));
  const drafts = await Promise.all(
    [...byCar].map(async ([carId, listing]) => {
      // A search drawn after the ad's own page knows less of it: what was read before stays.
      const earlier = (await getCar(carId, ownerId))?.source.listing;
      return { carId, listing: earlier ? mergeListings(earlier, listing) : listing };
    }),
  );
  await addOwnDrafts(jobId, drafts, now.getTime());
  await addToJob(jobId, { found: carIds, leftOut }, now.toISOString());
  await queues.identify(carIds.map((carId) => ({ type: 'identify', jobId, carId, requestId })));
  const working = await changeJobState(jobId, ['queued'], 'working', now.toISOString());
  // A small page may be done before it is said to be in work: then nobody else would end it.
  if (working) await finishIfComplete(working);
}

/**
 * Sets the cars of a dropped page on their way. A repeated click finds its job; one that died half way is done again, and
 * doing it twice changes nothing. `leftOut`: marks of what stood on the page besides (left-out.ts).
 * @throws Failure 401 when the import is gone, because its owner was erased meanwhile
 */
export async function takePage(
  page: OwnPage,
  listings: readonly Listing[],
  leftOut: string[],
): Promise<void> {
  if ((await getJob(page.jobId))?.state !== 'queued') return;
  try {
    await takeListings(page, listings, leftOut);
  } catch (error) {
    throw hasGone(error) ? unauthenticated() : error;
  }
}

/**
 * The ads of a page that are rated for this person, and those that are the same car at yet another price. Who sees estimates is
 * told nothing by prices; to others the ratings of forged copies would give the estimate away (decision 6). Asking the same
 * again changes nothing.
 */
export async function withinPrices(
  ownerId: string,
  listings: readonly Listing[],
): Promise<{ within: Listing[]; beyond: Listing[] }> {
  const now = clock.now();
  const plan = await getPlan(ownerId);
  if (seesEstimates(plan, now)) return { within: [...listings], beyond: [] };
  const most = pricesPerCar(plan, now);
  const answers = new Map<string, Promise<boolean>>();
  // Of one car a price is asked after the other, in the order of the page.
  const last = new Map<string, Promise<unknown>>();
  const ask = (listing: Listing): Promise<boolean> => {
    const car = comparedBy(listing);
    if (car === null || listing.price === null) return Promise.resolve(true);
    const asked = String(listing.price.amount);
    const question = `${car} ${asked}`;
    const answer =
      answers.get(question) ??
      Promise.resolve(last.get(car)).then(() => askPrice(ownerId, car, { asked, most }, now));
    answers.set(question, answer);
    last.set(car, answer);
    return answer;
  };
  const isWithin = await Promise.all(listings.map(ask));
  return {
    within: listings.filter((_, place) => isWithin[place]),
    beyond: listings.filter((_, place) => !isWithin[place]),
  };
}
