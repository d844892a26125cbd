import { randomBytes } from 'node:crypto';
import { mostUnfinishedImports, networkOf } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { isPaidFor } from '#core/imports/job.ts';
import { mergeListings } from '#core/imports/listings.ts';
import { comparedBy, type ShownAds } from '#core/imports/own-page.ts';
import type { Sender } from '#core/imports/witness.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { pricesPerCar, scrapeLimit, seesEstimates, usageMonth } from '#core/payments/plan.ts';
import { readAccount } from '#functions/accounts/pool.ts';
import { getPlan } from '#functions/accounts/store.ts';
import { carIdsOf, getOwnCars } from '#functions/cars/store.ts';
import { askPrice } from '#functions/plates/store.ts';
import { type Caller, unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { queues } from '#functions/platform/queues.ts';
import { type RequestInfo, rateFactor } from '#functions/platform/route-handler.ts';
import { keyedHash } from '#functions/platform/secret.ts';
import { freeScrapes, witnessRule } from '#functions/platform/settings.ts';
import { isConditionFailure } from '#functions/platform/table.ts';
import { hashLink } from '#functions/searches/change-searches.ts';
import { addOwnDrafts } from './draft-store.ts';
import { finishIfComplete } from './finish-import.ts';
import { listHistory, newHistoryId } from './history-store.ts';
import {
  addToJob,
  changeJobState,
  findAnswer,
  findOwnPart,
  findRuns,
  getJob,
  type ImportRequest,
  readImportGuard,
  type StartedImport,
  writeStart,
} from './job-store.ts';
import { putShownAds } from './own-page-store.ts';
import { findPaidHour } from './visit-store.ts';

/** The error for a free account that has used its month's imports. */
export const limitReached = () =>
  new Failure(
    403,
    'limit_reached',
    "You have used this month's imports. With Premium you import without limit.",
    { reason: 'limit_reached' },
  );

/** Concurrent starts may each lose to the others once, and this many may begin at once. */
const attempts = 12;

/**
 * Limits a person's unfinished imports, so that other people need not wait. Returns the guard value that must be unchanged
 * when the import is written; null where nothing is limited.
 * @throws Failure 429
 */
async function requireRoom({ userId, mostUnfinished }: ImportRequest): Promise<number | null> {
  if (mostUnfinished === undefined) return null;
  // The guard first: if an import begins between the two reads, the write fails.
  const seen = await readImportGuard(userId);
  const rows = await listHistory(userId);
  const unfinished = rows.filter(({ status, jobId }) => status === 'started' && jobId !== null);
  if (unfinished.length < mostUnfinished) return seen;
  throw new Failure(
    429,
    'too_many_imports',
    'Your earlier imports are still under way. Start the next when one of them has ended.',
    { retryAfterSeconds: 60 },
  );
}

/**
 * The price of an import by the button: free within an hour that was paid for. `found` is the latest such hour, paid or not.
 */
async function priceOf({ userId, charge, isByButton, now }: ImportRequest) {
  const found = isByButton && charge ? await findPaidHour(userId) : null;
  const isPaid = found !== null && isPaidFor(found, await getJob(found.jobId), now);
  return { charge: isPaid ? null : charge, found };
}

/**
 * Starts an import, or joins the run that is already visiting the same link. Idempotent: a repeated click gives the same
 * import.
 * @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached, 429 too_many_imports
 */
export async function beginImport(request: ImportRequest): Promise<StartedImport> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await findAnswer(request);
    if (before) return before;
    const runs = await findRuns(request.job);
    const mine = runs.running && (await findOwnPart(runs.running.id, request.userId));
    if (mine) return mine;
    const seen = runs.running ? null : await requireRoom(request);
    const { charge, found } = await priceOf(request);
    const outcome = await writeStart({ ...request, charge }, runs, found, seen);
    if (outcome === 'written')
      return { historyId: request.historyId, jobId: runs.running?.id ?? request.job.id };
    if (outcome === 'erased') throw unauthenticated();
    if (outcome === 'limit reached') throw limitReached();
  }
  throw new Failure(409, 'conflict', 'Please try again.');
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/**
 * Starts (or joins) an import for the caller, charged against the month's limit unless they are premium.
 * @throws Failure 403 limit_reached
 */
export async function beginCallersImport(
  caller: Caller,
  request: RequestInfo,
  link: {
    href: string;
    kind: 'scrape' | 'page';
    isByButton?: boolean;
    /** Whether it costs none of the month's imports. */
    isFree?: boolean;
    sentBy?: Sender | null;
    /** Whether the ratings come before the copies of the photos. */
    isRatedFirst?: boolean;
  },
) {
  const now = clock.now();
  const limit = scrapeLimit(await getPlan(caller.id), now, freeScrapes());
  const key = request.headers['idempotency-key'];
  const ask: ImportRequest = {
    userId: caller.id,
    job: {
      id: random(15),
      kind: link.kind,
      href: link.href,
      linkHash: hashLink(link.href),
      privateTo: link.kind === 'page' ? caller.id : null,
      sentBy: link.sentBy ?? null,
      isRatedFirst: link.isRatedFirst ?? false,
    },
    historyId: newHistoryId(now.getTime(), random(6)),
    scrapeType: link.kind === 'page' ? 'page' : 'manual',
    charge: limit === null || link.isFree ? null : { month: usageMonth(now), limit },
    idempotencyKey: key && /^[\w-]{8,64}$/.test(key) ? key : null,
    isByButton: link.isByButton ?? false,
    mostUnfinished: mostUnfinishedImports * rateFactor(),
    now,
  };
  return beginImport(ask);
}

type OwnPage = {
  jobId: string;
  ownerId: string;
  requestId: string;
  /** The ads of a page that shows a search; missing for any other page. */
  shown?: ShownAds | null;
  /** Whether new cars are rated by their ads alone before their photos are searched. */
  isRatedByAds?: boolean;
};

async function takeListings(
  { jobId, ownerId, requestId, shown, isRatedByAds = false }: OwnPage,
  listings: readonly Listing[],
  leftOut: string[],
): Promise<void> {
  const now = clock.now();
  const ids = await carIdsOf(listings, ownerId);
  const carIds = [...ids.values()];
  // Of two ads of one car the first wins.
  const byCar = new Map(listings.toReversed().map((listing) => [ids.get(adIdOf(listing))!, listing]));
  const known = new Map(
    (await getOwnCars(carIds, ownerId)).map(({ car, source }) => [car.id, source.listing]),
  );
  const drafts = [...byCar].map(([carId, listing]) => {
    // A search page shows less than the ad's own page: what was read before is kept.
    const earlier = known.get(carId);
    return { carId, listing: earlier ? mergeListings(earlier, listing) : listing };
  });
  if (shown) await putShownAds(jobId, shown, now.toISOString());
  await addOwnDrafts(jobId, drafts, now.getTime());
  await addToJob(jobId, { found: carIds, leftOut }, now.toISOString());
  if (isRatedByAds) await queues.rateAds({ type: 'rate-ads', jobId, requestId });
  else await queues.identify(carIds.map((carId) => ({ type: 'identify', jobId, carId, requestId })));
  const working = await changeJobState(jobId, ['queued'], 'working', now.toISOString());
  // A small page may be finished before the job is marked as working; then nobody else would end it.
  if (working) await finishIfComplete(working);
}

/**
 * Starts work on the cars of a dropped page. Idempotent: a repeated click finds its job, and an interrupted start is
 * completed. `leftOut`: marks of the page's other ads (core/imports/listings.ts).
 * @throws Failure 401 when the import is gone because its owner was erased meanwhile
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
    throw isConditionFailure(error) ? unauthenticated() : error;
  }
}

/**
 * Limits how many prices of one car a person can have rated per day; the ads beyond that limit are returned apart. Readers
 * who see estimates are not limited: for others, the ratings of forged copies at many prices would reveal the estimate
 * (decision 8). Asking again for the same price does not count.
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
  // Prices of one car are counted one after the other, in the order of the page.
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

/** The largest page seen from a marketplace has 3 MB; the limit protects the memory from decompression bombs. */
const mostPageBytes = 16 * 1024 * 1024;

const tooLarge = () =>
  new Failure(413, 'page_too_large', 'This file is too large for a saved marketplace page.');

/**
 * The text of an uploaded page, gzipped or plain (detected by its first bytes, since a browser may drop the header).
 * @throws Failure 400, 413, 415
 */
export async function inflatePage(bytes: Uint8Array, encoding: string | undefined): Promise<string> {
  if (encoding && !['gzip', 'identity'].includes(encoding.toLowerCase()))
    throw new Failure(415, 'unsupported_media_type', 'Only gzip is understood.');
  if (bytes.length === 0) throw new Failure(400, 'page_not_recognised', 'The file is empty.');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) {
    if (bytes.length > mostPageBytes) throw tooLarge();
    return Buffer.from(bytes).toString('utf8');
  }
  // Imported on use: Node takes several milliseconds to load it.
  const { gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(bytes, { maxOutputLength: mostPageBytes }).toString('utf8');
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new Failure(400, 'page_not_recognised', 'The file could not be unpacked.');
  }
}

/** A keyed hash of a network address, prefixed with the key's name, so that hashes of different keys are never compared. */
async function markOf(network: string): Promise<string> {
  const [key, hash] = await Promise.all([keyedHash('witness-key'), keyedHash('witness', network)]);
  return `${key.toString('base64url').slice(0, 6)}.${hash.toString('base64url').slice(0, 22)}`;
}

/**
 * The sender of a page, if that can make them a witness; null if not or if the look-up fails, which never fails the import.
 */
export async function senderOf(userId: string, clientAddress: string): Promise<Sender | null> {
  const network = networkOf(clientAddress);
  if (network === null || witnessRule().accounts === 0) return null;
  try {
    const account = await readAccount(userId);
    return account?.createdAt ? { network: await markOf(network), accountSince: account.createdAt } : null;
  } catch (error) {
    log.failure('who sent a page could not be looked up', error);
    return null;
  }
}
