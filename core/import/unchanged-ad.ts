import type { Car } from '#core/car/car.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';

/** A car is gone through again once a day whatever its ad shows, so that the catalog knows that it is still there. */
const freshMs = 86_400_000;

/**
 * Whether nothing of a car needs to be done again: `before` is its ad as it was read last, `seen` what the feed shows now;
 * `readsEveryPage`: its own page is read of every ad, so that one without a description has not been read.
 * Most cars of an hour's run are as they were an hour ago.
 */
export function isUnchangedAd(
  { registerState, scrapedAt }: Pick<Car, 'registerState' | 'scrapedAt'>,
  before: Listing,
  seen: Listing,
  readsEveryPage: boolean,
  now: Date,
): boolean {
  return (
    (before.description !== null || !readsEveryPage) &&
    registerState !== 'pending' &&
    now.getTime() - Date.parse(scrapedAt) < freshMs &&
    before.availability === seen.availability &&
    before.price?.amount === seen.price?.amount &&
    before.price?.currency === seen.price?.currency
  );
}
