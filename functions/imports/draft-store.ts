import { createHash } from 'node:crypto';
import type { Identification } from '#core/cars/build-car.ts';
import { completeIdentification, completeListing } from '#core/cars/stored-car.ts';
import { boundListing } from '#core/imports/listings.ts';
import { type AgreedAd, type Sender, spelled, type Witness, witnessDays } from '#core/imports/witness.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { adIdOf } from '#core/marketplaces/marketplace-id.ts';
import { once } from '#core/shared.ts';
import { getCar } from '#functions/cars/store.ts';
import {
  jobKey,
  jobPartition,
  listingKey,
  listingPrefix,
  userKeys,
  witnessedAdPartition,
  witnessOfKey,
  witnessOfPrefix,
} from '#functions/platform/keys.ts';
import {
  changeExisting,
  check,
  failedStep,
  getItem,
  getItems,
  type Item,
  put,
  putNew,
  queryAll,
  transactIf,
} from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';
import { automaticRun, jobItem } from './job-store.ts';

/**
 * A car in an import. Stages: `listed` (seen in the feed), `described` (its item page was read or is not needed),
 * `identified` (photos, plate, register). Each stage is persisted before the next is queued.
 */
export type Draft = {
  carId: string;
  stage: 'listed' | 'described' | 'identified';
  listing: Listing;
  identification: Identification | null;
};

const keptSeconds = 7 * 86_400;

/** Stands for an ad whose stored data can no longer be read; the draft keeps its place in the import. */
export const lostAd = once((): Listing => completeListing({ id: '', itemUrl: '' })!);

export const toDraft = (item: Item): Draft => ({
  carId: String(item.carId),
  stage: item.stage as Draft['stage'],
  listing: completeListing(item.listing) ?? lostAd(),
  identification: item.identification ? completeIdentification(item.identification) : null,
});

export const draftItem = (
  jobId: string,
  carId: string,
  stage: Draft['stage'],
  listing: Listing,
  nowMs: number,
): Item => ({
  ...listingKey(jobId, carId),
  kind: 'DRAFT',
  carId,
  stage,
  listing: boundListing(listing),
  ttl: Math.floor(nowMs / 1000) + keptSeconds,
});

/** Writes a draft unless this import already has one for the car. */
export async function addDraft(
  jobId: string,
  carId: string,
  stage: 'listed' | 'described',
  listing: Listing,
  nowMs: number,
): Promise<void> {
  await putNew(draftItem(jobId, carId, stage, listing, nowMs));
}

/** A transaction holds a hundred items and four megabytes. */
const mostDraftsAtOnce = 40;

type Added = 'added' | 'some_were_there' | 'import_is_gone';

async function addTogether(jobId: string, drafts: readonly Item[]): Promise<Added> {
  const failed = await failedStep([
    check(jobKey(jobId), 'attribute_exists(pk)'),
    ...drafts.map((draft) => put(draft, 'attribute_not_exists(pk)')),
  ]);
  if (failed === null) return 'added';
  return failed === 0 ? 'import_is_gone' : 'some_were_there';
}

/**
 * Writes the drafts of a dropped page, each car only once, and only while the import exists, since erasing the person
 * deletes it. One transaction per car would exceed the request's time, and parallel ones would conflict, because each checks
 * the import.
 */
export async function addOwnDrafts(
  jobId: string,
  cars: readonly { carId: string; listing: Listing }[],
  nowMs: number,
): Promise<void> {
  const drafts = cars.map(({ carId, listing }) => draftItem(jobId, carId, 'described', listing, nowMs));
  for (let from = 0; from < drafts.length; from += mostDraftsAtOnce) {
    const some = drafts.slice(from, from + mostDraftsAtOnce);
    const added = await addTogether(jobId, some);
    if (added === 'import_is_gone') return;
    // An interrupted request wrote some of them: write the others one by one.
    if (added === 'some_were_there') for (const draft of some) await addTogether(jobId, [draft]);
  }
}

export async function describeDraft(jobId: string, carId: string, listing: Listing): Promise<void> {
  await changeExisting(listingKey(jobId, carId), {
    set: { stage: 'described', listing: boundListing(listing) },
  });
}

export async function identifyDraft(
  jobId: string,
  carId: string,
  identification: Identification,
): Promise<void> {
  await changeExisting(listingKey(jobId, carId), {
    set: { stage: 'identified', identification },
  });
}

/** @throws Error for a draft whose ad is unreadable: no car can be built, and the message goes to the dead-letter queue. */
export async function getDraft(jobId: string, carId: string): Promise<Draft | null> {
  const item = await getItem(listingKey(jobId, carId));
  if (!item) return null;
  const draft = toDraft(item);
  if (draft.listing === lostAd()) throw new Error('the draft’s ad cannot be read');
  return draft;
}

/** All drafts; those with an unreadable ad keep their place and stage. */
export async function listDrafts(jobId: string): Promise<Draft[]> {
  return (await queryAll(jobPartition(jobId), listingPrefix)).map(toDraft);
}

/** The same agreement on the same day is one import, however many people cause it at once. */
function entryId({ listing }: AgreedAd, now: Date): string {
  const { price, availability, mileage } = listing;
  const said = spelled([adIdOf(listing), price, availability, mileage, now.toISOString().slice(0, 10)]);
  return `entry-${createHash('sha256').update(said).digest('base64url').slice(0, 20)}`;
}

/**
 * Creates the import that brings an ad into the catalog: without an owner, with one car, holding only what the witnesses
 * agree on. Idempotent; returns its id.
 */
export async function writeEntry(agreed: AgreedAd, carId: string, now: Date): Promise<string> {
  const { listing, photos } = agreed;
  const id = entryId(agreed, now);
  const at = now.toISOString();
  const job = { id, kind: 'entry', href: listing.itemUrl, linkHash: id, privateTo: null } as const;
  await transactIf([
    put(
      {
        ...jobItem(job, at),
        ...automaticRun(at),
        state: 'working',
        found: new Set([carId]),
        agreedPhotos: new Set(photos),
      },
      'attribute_not_exists(pk)',
    ),
    put(draftItem(id, carId, 'described', listing, now.getTime()), 'attribute_not_exists(pk)'),
  ]);
  return id;
}

/** A person's witness record of an ad. The ad itself is stored with their own car. */
export type WitnessRecord = Sender & {
  userId: string;
  carId: string;
  sentAt: string;
  photos: readonly string[];
};

/** A search page shows one photo and the ad's page all: the names of both are kept, the newest when there are too many. */
const mostPhotoNames = 40;
/** This many senders of an ad are enough to judge it by. */
const mostWitnesses = 50;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const toWitness = (item: Item): WitnessRecord => ({
  userId: textOf(item.userId),
  carId: textOf(item.carId),
  network: textOf(item.network),
  accountSince: textOf(item.accountSince),
  sentAt: textOf(item.sentAt),
  photos: textsOf(item.photos),
});

/**
 * Records that a person sent an ad. The record is stored under the person and erased with them; under the ad stands only
 * their id. Returns the updated record; null for an account that was erased meanwhile.
 */
export async function addWitness(ad: Listing, witness: WitnessRecord): Promise<WitnessRecord | null> {
  const adId = adIdOf(ad);
  const { userId } = witness;
  const key = userKeys.witness(userId, adId);
  const before = await getItem(key);
  const photos = [...new Set([...textsOf(before?.photos), ...witness.photos])].slice(-mostPhotoNames);
  const ttl = Math.floor(Date.parse(witness.sentAt) / 1000) + witnessDays * 86_400;
  const isWritten = await transactIf([
    unlessErased(userId),
    put({ ...key, kind: 'WITNESS', adId, ...witness, photos, ttl }),
    put({ ...witnessOfKey(adId, userId), kind: 'WITNESSOF', userId, ttl }),
  ]);
  return isWritten ? { ...witness, photos } : null;
}

/** A witness with the ad as stored in their own car; null when that car is gone. */
export async function withAd(record: WitnessRecord): Promise<Witness | null> {
  const stored = await getCar(record.carId, record.userId);
  return stored && { ...record, listing: stored.source.listing };
}

export async function listOtherWitnesses(ad: Listing, userId: string): Promise<Witness[]> {
  const adId = adIdOf(ad);
  const named = await queryAll(witnessedAdPartition(adId), witnessOfPrefix);
  const others = named.map((item) => textOf(item.userId)).filter((other) => other !== userId);
  const items = await getItems(others.slice(0, mostWitnesses).map((other) => userKeys.witness(other, adId)));
  const witnesses = await Promise.all(items.map(toWitness).map(withAd));
  return witnesses.filter((witness) => witness !== null);
}
