import type { Identification } from '#core/car/build-car.ts';
import { completeIdentification, completeListing } from '#core/car/stored-car.ts';
import { boundListing } from '#core/import/bound-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { once } from '#core/once.ts';
import { listingKey } from './keys.ts';
import type { Item } from './table.ts';

/**
 * A car on its way through an import: `listed` (seen in the feed), `described` (its item page was read, or need not be),
 * `identified` (photos, plate, register). Each step is written before the next is asked for.
 */
export type Draft = {
  carId: string;
  stage: 'listed' | 'described' | 'identified';
  listing: Listing;
  identification: Identification | null;
};

const keptSeconds = 7 * 86_400;

/** What is left of an ad that was lost: nothing of it can be read, only its place in the import. */
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
