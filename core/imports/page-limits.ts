import type { Listing } from '#core/marketplaces/ad/listing.ts';

/** Maximum of cars taken from one page: a search shows a few dozen, a forged file could have a million. */
export const mostCarsOfPage = 200;

/** Mileages that differ by less than this share count as equal. */
const likeMileage = 0.02;

/** Logarithmic step of a mileage, with steps of that share. */
const stepOf = (km: number): number => Math.round(Math.log(Math.max(km, 1000)) / Math.log(1 + likeMileage));

/**
 * A key of the facts by which an ad of a page is compared. Ads with the same key count as one car when limiting prices
 * (decision 8): otherwise a forged page could approximate an estimate by rating one car at many prices. An ad without a
 * mileage is identified by its title, since most cards lack mileage. Null for an ad without a car, which gets no estimate.
 */
export function comparedBy({ make, model, year, mileage, title }: Listing): string | null {
  if (make === null || model === null) return null;
  const driven =
    mileage === null
      ? title
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .slice(0, 100)
      : stepOf(mileage.km);
  return [make, model, year ?? '-', driven].join(' ').toLowerCase();
}
