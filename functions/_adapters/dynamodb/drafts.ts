import type { Identification } from '#core/car/build-car.ts';
import { boundListing } from '#core/import/bound-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { type Draft, draftItem, lostAd, toDraft } from './draft-item.ts';
import { unlessGone } from './guards.ts';
import { isWritten } from './is-written.ts';
import { jobKey, jobPartition, listingKey, listingPrefix } from './keys.ts';
import {
  changeItem,
  check,
  failedCondition,
  getItem,
  type Item,
  put,
  putItem,
  queryAll,
  transact,
} from './table.ts';

/** Writes a draft unless the car already has one in this import. */
export async function addDraft(
  jobId: string,
  carId: string,
  stage: 'listed' | 'described',
  listing: Listing,
  nowMs: number,
): Promise<void> {
  await isWritten(putItem(draftItem(jobId, carId, stage, listing, nowMs), 'attribute_not_exists(pk)'));
}

/** A transaction holds a hundred items and four megabytes. */
const mostDraftsAtOnce = 40;

type Added = 'added' | 'some_were_there' | 'import_is_gone';

async function addTogether(jobId: string, drafts: readonly Item[]): Promise<Added> {
  try {
    await transact([
      check(jobKey(jobId), 'attribute_exists(pk)'),
      ...drafts.map((draft) => put(draft, 'attribute_not_exists(pk)')),
    ]);
    return 'added';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    return failed === 0 ? 'import_is_gone' : 'some_were_there';
  }
}

/**
 * Writes the drafts of a page that a person dropped, each car named once: only while the import is there, since erasing the
 * person ends it. A transaction for each car would take a large page longer than its request may take, and side by side they
 * would wait for each other, since all of them look at the import.
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
    // They were written by a request that died half way: the others are not.
    if (added === 'some_were_there') for (const draft of some) await addTogether(jobId, [draft]);
  }
}

export async function describeDraft(jobId: string, carId: string, listing: Listing): Promise<void> {
  await unlessGone(
    changeItem(listingKey(jobId, carId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET stage = :stage, listing = :listing',
      ExpressionAttributeValues: { ':stage': 'described', ':listing': boundListing(listing) },
    }),
  );
}

export async function identifyDraft(
  jobId: string,
  carId: string,
  identification: Identification,
): Promise<void> {
  await unlessGone(
    changeItem(listingKey(jobId, carId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET stage = :stage, identification = :identification',
      ExpressionAttributeValues: { ':stage': 'identified', ':identification': identification },
    }),
  );
}

/** @throws Error for a draft whose ad is lost: no car can be made of it, and it is given up like a message that fails. */
export async function getDraft(jobId: string, carId: string): Promise<Draft | null> {
  const item = await getItem(listingKey(jobId, carId));
  if (!item) return null;
  const draft = toDraft(item);
  if (draft.listing === lostAd()) throw new Error('a draft without its ad');
  return draft;
}

/** All of them: one whose ad is lost keeps its place and its stage. */
export async function listDrafts(jobId: string): Promise<Draft[]> {
  return (await queryAll(jobPartition(jobId), listingPrefix)).map(toDraft);
}
