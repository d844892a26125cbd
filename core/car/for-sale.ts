import type { ListingFlag } from '#core/marketplace/ad/listing.ts';
import type { Car } from './car.ts';

const notForSale: readonly ListingFlag[] = ['not_a_car', 'wanted', 'parts'];

/**
 * Whether an ad offers a car: wanted ads, parts, motorcycles and trailers are recognised and kept out of the list
 * (marketplace: "recognised, kept out").
 */
export const isForSale = (ad: { flags: readonly ListingFlag[] }): boolean =>
  !ad.flags.some((flag) => notForSale.includes(flag));

/** Whether a car can still be bought, as far as its ads were seen. */
export const isOffered = (availability: Car['availability']): boolean =>
  availability === 'live' || availability === 'pending';
