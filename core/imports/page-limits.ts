import type { Listing } from '#core/marketplaces/ad/listing.ts';

/** Cars that one page brings: a search shows a few dozen, a forged file could name a million. */
export const mostCarsOfPage = 200;

/** Cars whose mileage differs by less are compared alike: the share of it. */
const likeMileage = 0.02;

/** The step of a ladder whose steps are so far apart. */
const stepOf = (km: number): number => Math.round(Math.log(Math.max(km, 1000)) / Math.log(1 + likeMileage));

/**
 * What an ad of a page is compared by, as one text. Ads that do not differ in it are one car as far as its price is asked
 * (decision 8): a page can be forged, and the ratings of one car at price after price close in on its estimate. An ad without
 * a mileage is known by its title, since most cards show none. Null for an ad that names no car: nothing is estimated of it.
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
