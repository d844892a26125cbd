import { adAmong, joinAds } from '#core/cars/ads-of-car.ts';
import { buildCar } from '#core/cars/build-car.ts';
import { type Car, unrated } from '#core/cars/car.ts';
import { isForSale, isOffered } from '#core/cars/listing-life.ts';
import { identifiedAgain, traitsOf } from '#core/cars/same-car.ts';
import { keepTyped } from '#core/cars/typed-car.ts';
import type { RateAdsMessage, RateMessage } from '#core/contract/messages.ts';
import { isSettledCar, type Job } from '#core/imports/job.ts';
import { arePhotosLate, mergeListings, photosDelaySeconds } from '#core/imports/listings.ts';
import { agreedAd, isWorthEntering } from '#core/imports/witness.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { searchIdOf } from '#core/searches/automated-search.ts';
import { findTwin, joinCar } from '#functions/cars/join-cars.ts';
import {
  type AdName,
  addDiscovery,
  carIdsOf,
  getCar,
  getOwnCars,
  knownCarId,
  pointAdTo,
  type StoredCar,
  storeCar,
} from '#functions/cars/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { contentOfPhoto } from '#functions/platform/photos.ts';
import { queues } from '#functions/platform/queues.ts';
import { sources, witnessRule } from '#functions/platform/settings.ts';
import { loadModel } from '#functions/valuation/model.ts';
import { rateDraft, unidentified } from '#functions/valuation/rate.ts';
import {
  addWitness,
  type Draft,
  getDraft,
  listDrafts,
  listOtherWitnesses,
  withAd,
  writeEntry,
} from './draft-store.ts';
import { finishIfComplete } from './finish-import.ts';
import { addToJob, getJob, listOwners, takeFromJob } from './job-store.ts';

/**
 * Records a person as a witness of the ad of one of their own cars, and starts the ad's entry into the catalog once enough
 * others have sent the same (decision 8). Idempotent.
 */
export async function bearWitness({ privateTo, sentBy }: Job, carId: string, requestId: string) {
  const rule = witnessRule();
  if (privateTo === null || sentBy === null || rule.accounts === 0) return;
  const own = await getCar(carId, privateTo);
  if (!own || own.car.photos.length === 0 || !isForSale(own.car)) return;
  const { listing } = own.source;
  // An ad of a marketplace that may not be visited stays private (decision 8).
  if (!sources().includes(listing.source)) return;
  const now = clock.now();
  const record = await addWitness(listing, {
    ...sentBy,
    userId: privateTo,
    carId,
    sentAt: now.toISOString(),
    photos: own.car.photos.map(({ large }) => contentOfPhoto(large)),
  });
  const witness = record && (await withAd(record));
  const agreed = witness && agreedAd(witness, await listOtherWitnesses(listing, privateTo), rule, now);
  if (!agreed) return;
  const sharedId = (await carIdsOf([listing], null)).get(adIdOf(listing))!;
  const shared = await getCar(sharedId, null);
  const known = shared && {
    listing: shared.source.listing,
    isWitnessed: shared.source.isWitnessed === true,
    scrapedAt: shared.car.scrapedAt,
  };
  if (!isWorthEntering(known, agreed, now)) return;
  const jobId = await writeEntry(agreed, sharedId, now);
  await queues.identify([{ type: 'identify', jobId, carId: sharedId, requestId }]);
  log.info('an ad enters the catalog because enough witnesses sent it', { jobId, carId: sharedId });
}

/**
 * The car of the catalog that an ad sells: the car it was mapped to before; else one with the same plate, chassis number or
 * photos (a second ad, on any marketplace); else the one with the ad's new id. Idempotent.
 */
export async function findSameCar({ carId, listing, identification }: Draft): Promise<string> {
  const stored = await getCar(carId, null);
  if (stored) return stored.car.id;
  if (!isForSale(listing)) return carId;
  const now = clock.now().toISOString();
  const car = buildCar(carId, listing, identification ?? unidentified, null, null, now);
  const twin = await findTwin(carId, traitsOf(car, [listing]));
  if (!twin) return carId;
  await pointAdTo(listing, twin.car.id);
  return twin.car.id;
}

const attempts = 4;

/** `others`: further ads of the same car, besides the one it is shown by. */
type JoinedDraft = Draft & { others?: Listing[] };

/**
 * When two of a person's pages show one car (a search, and the ad opened while the search was being rated), the fuller data
 * is kept, in whatever order they are rated.
 */
function withWhatIsKnown(draft: Draft, stored: StoredCar | null): Draft {
  const known = stored?.source;
  if (!known || known.listing.description === null || draft.listing.description !== null) return draft;
  const seen = draft.identification ?? unidentified;
  const [fewer, more] =
    known.identification.photos.length > seen.photos.length
      ? [seen, known.identification]
      : [known.identification, seen];
  // A plate of either is kept: the search may show none where the ad does.
  const identification =
    more.plate === null && fewer.plate !== null ? { ...fewer, photos: more.photos } : more;
  return { ...draft, listing: mergeListings(known.listing, draft.listing), identification };
}

/** The draft with the ad by which its car is shown, which may be another than the one just read. */
function withOtherAds(draft: Draft, stored: StoredCar | null): JoinedDraft {
  if (!stored) return draft;
  const { listing, others = [], identification } = stored.source;
  const isOther = adIdOf(listing) !== adIdOf(draft.listing);
  if (!isOther && others.length === 0) return draft;
  const ads = joinAds({ listing, others }, draft.listing);
  const { identification: seen } = draft;
  return { ...draft, ...ads, identification: seen ? identifiedAgain(identification, seen) : identification };
}

/** Keeps a plate that people agreed on when a visit finds none. */
function withTypedPlate(draft: JoinedDraft, stored: StoredCar | null, now: string): JoinedDraft {
  const known = stored?.source.identification;
  if (!known?.isTyped) return draft;
  const found = draft.identification ?? unidentified;
  return { ...draft, identification: keepTyped(found, known, draft.listing, now.slice(0, 10)) };
}

/** What a later page of its owner's said of a car's end stays, also where an earlier one is rated after it. */
function endedSince(stored: StoredCar | null, rated: Car, { privateTo, startedAt }: Job): Partial<Car> {
  if (privateTo === null || !stored || !isOffered(rated.availability)) return {};
  const { availability, goneAt } = stored.car;
  return !isOffered(availability) && goneAt !== null && goneAt > startedAt ? { availability, goneAt } : {};
}

type Stored = { carId: string; formerIds: readonly string[]; foundBy: string | undefined };

/** The car without what was said of it by its ad alone, with which nothing is compared. */
const withoutFirstRating = (car: Car): Car =>
  car.registerState === 'unread' ? { ...car, rating: unrated, moments: [] } : car;

/** The stored car, merged with a duplicate if there is one. */
async function withTwin(stored: Stored): Promise<Stored> {
  const joined = await joinCar(stored.carId);
  if (!joined) return stored;
  const { car, source } = joined;
  return { carId: car.id, formerIds: car.formerIds, foundBy: source.foundBy };
}

/** Stores the rated car; when a concurrent import changed it first, reads and builds it again. */
async function rateAndStore(job: Job, read: Draft): Promise<Stored> {
  const isEntry = job.kind === 'entry';
  // A witnessed ad never joins a car read by the product: nobody may change another person's car that way.
  const foundId = job.privateTo === null && !isEntry ? await findSameCar(read) : read.carId;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = clock.now().toISOString();
    const found = await getCar(foundId, job.privateTo);
    const carId = found?.car.id ?? foundId;
    const isOfWitnesses = found?.source.isWitnessed === true;
    if (isEntry && found && !isOfWitnesses)
      return { carId, formerIds: found.car.formerIds, foundBy: undefined };
    // The product's own reading replaces what witnesses sent.
    const stored = isOfWitnesses && !isEntry ? null : found;
    const joined: JoinedDraft =
      job.privateTo === null ? withOtherAds({ ...read, carId }, stored) : withWhatIsKnown(read, stored);
    const draft = withTypedPlate(joined, stored, now);
    const { others = [] } = draft;
    const previous = stored && withoutFirstRating(stored.car);
    const rated = rateDraft(draft, previous, job.privateTo, await loadModel(), now, others);
    const car = { ...rated, ...endedSince(stored, rated, job) };
    const foundBy = stored ? stored.source.foundBy : job.id;
    const { listing, identification } = draft;
    const ads = { listing, ...(others.length > 0 && { others }) };
    const known = [carId, ...car.formerIds, ...(found?.source.adIds ?? [])];
    const adIds = [...(found?.source.adIds ?? []), ...(known.includes(read.carId) ? [] : [read.carId])];
    const source = {
      ...ads,
      identification: identification ?? unidentified,
      foundBy,
      ...(adIds.length > 0 && { adIds }),
      ...(isEntry && { isWitnessed: true }),
    };
    // Not `stored === null`: an earlier delivery of this message may have stored the car.
    if (await storeCar(car, source, found?.version ?? null))
      return { carId, formerIds: car.formerIds, foundBy };
  }
  throw new Error('a car was changed too often to store its rating');
}

/** Rates the cars that their owner has not had yet by their ads alone. Idempotent. */
async function rateUnknown(drafts: readonly Draft[], ownerId: string, jobId: string): Promise<void> {
  const known = await getOwnCars(
    drafts.map(({ carId }) => carId),
    ownerId,
  );
  const knownIds = new Set(known.map(({ car }) => car.id));
  const model = await loadModel();
  const identification = { ...unidentified, registerState: 'unread' as const };
  for (const draft of drafts) {
    const { carId, listing } = draft;
    if (knownIds.has(carId) || listing.id === '') continue;
    const now = clock.now().toISOString();
    try {
      const car = rateDraft({ ...draft, identification }, null, ownerId, model, now);
      // Not stored where another page's rating of the car was faster.
      await storeCar(car, { listing, identification, foundBy: jobId }, null);
    } catch (error) {
      // It is rated later, as if nobody waited.
      log.failure('a car could not be rated by its ad', error);
    }
  }
}

/**
 * Rates the new cars of a person's page by their ads alone, so that a rating is there while their photos are searched for
 * plates, and sends all cars of the page on to that. Idempotent.
 */
export async function rateAds({ jobId, requestId }: RateAdsMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job || job.privateTo === null) return;
  const drafts = (await listDrafts(jobId)).filter(
    ({ stage, carId }) => stage === 'described' && !isSettledCar(job, carId),
  );
  await rateUnknown(drafts, job.privateTo, jobId);
  await queues.identify(drafts.map(({ carId }) => ({ type: 'identify', jobId, carId, requestId })));
}

/** The last step of a car: stores it in the catalog, the owners' discoveries and the job's counts. Idempotent. */
export async function rateAndStoreCar({ jobId, carId, requestId, isAgain }: RateMessage): Promise<void> {
  const job = await getJob(jobId);
  if (!job) return;
  if (!isAgain && isSettledCar(job, carId)) return finishIfComplete(job);
  const draft = await getDraft(jobId, carId);
  if (!draft) return;
  const stored = await rateAndStore(job, draft);
  const isOwn = job.privateTo !== null || job.kind === 'entry';
  const { carId: storedId, formerIds, foundBy } = isOwn ? stored : await withTwin(stored);
  await bearWitness(job, storedId, requestId);
  if (isAgain) return;
  // Sent before the car counts as done, because nothing would send it again; it is counted as one of those that are left.
  if (arePhotosLate(draft, job))
    await queues.identify([{ type: 'identify', jobId, carId, requestId }], photosDelaySeconds(job));
  const now = clock.now().toISOString();
  for (const owner of job.hasOwners && isForSale(draft.listing) ? await listOwners(jobId) : [])
    await addDiscovery(
      owner.userId,
      { carId: storedId, jobId, discoveredAt: now, searchId: searchIdOf(job) },
      formerIds,
    );
  // The job's other ids for this car: the ad's own, and those of cars merged into it.
  const places = [carId, ...formerIds].filter((id) => id !== storedId && job.found.has(id));
  const sets = {
    done: [storedId],
    ...(places.length > 0 && { found: [storedId] }),
    ...(foundBy === job.id && { added: [storedId] }),
  };
  const after = await addToJob(jobId, sets, now);
  // Added before the others are removed: a crash in between is repaired by a retry, and no count is missing meanwhile.
  await finishIfComplete(places.length > 0 ? await takeFromJob(jobId, places, now) : after);
}

/** Two visits count as separate only after this long: a marketplace with an outage reports many ads as gone. */
const leastApartMs = 3_600_000;

/**
 * Records that a visit found an ad gone. The second such visit removes the ad from its car. A car without other ads is then
 * gone, as of the day it was first missed, with its last price. Idempotent.
 */
export async function missAd(ad: AdName): Promise<void> {
  const carId = await knownCarId(ad);
  const stored = carId === null ? null : await getCar(carId, null);
  if (!stored || !isOffered(stored.car.availability)) return;
  const { source, car, version } = stored;
  const { missed, listing, others = [], ...known } = source;
  const gone = adAmong({ listing, others }, ad);
  if (!gone || gone.availability === 'hidden') return;
  const now = clock.now();
  if (missed?.adId !== adIdOf(ad)) {
    await storeCar(car, { ...source, missed: { adId: adIdOf(ad), at: now.toISOString() } }, version);
    return;
  }
  if (now.getTime() - Date.parse(missed.at) < leastApartMs) return;
  const ads = joinAds({ listing, others }, { ...gone, availability: 'hidden' });
  const draft = { carId: car.id, stage: 'identified' as const, ...ads, identification: known.identification };
  const after = rateDraft(draft, car, null, await loadModel(), now.toISOString(), ads.others);
  const seen = { scrapedAt: car.scrapedAt, goneAt: after.goneAt && missed.at };
  const isTaken = await storeCar(
    { ...after, ...seen },
    { ...known, listing: ads.listing, ...(ads.others.length > 0 && { others: ads.others }) },
    version,
  );
  if (isTaken) log.info('an ad is gone', { carId: car.id, isCarGone: after.goneAt !== null });
}
