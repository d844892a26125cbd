import type { Listing } from '#core/marketplace/ad/listing.ts';
import { canonicalMake } from '#core/marketplace/ad/title.ts';
import type { Rejection } from '#core/marketplace/parsed-page.ts';

/** What a search's address asks for and an ad can be held to. */
export type SearchFilters = {
  minPrice: number | null;
  maxPrice: number | null;
  minYear: number | null;
  maxYear: number | null;
  /** In the product's spelling; null where the site names it by a number of its own. */
  make: string | null;
};

export const noFilters: SearchFilters = {
  minPrice: null,
  maxPrice: null,
  minYear: null,
  maxYear: null,
  make: null,
};

export function readFilters(parameters: URLSearchParams): SearchFilters {
  const numberOf = (name: string) => {
    const text = parameters.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return {
    minPrice: numberOf('minPrice'),
    maxPrice: numberOf('maxPrice'),
    minYear: numberOf('minYear'),
    maxYear: numberOf('maxYear'),
    make: canonicalMake(parameters.get('make') ?? ''),
  };
}

const isWithin = (value: number | null | undefined, least: number | null, most: number | null): boolean =>
  value === null ||
  value === undefined ||
  ((least === null || value >= least) && (most === null || value <= most));

/** Whether an ad may be an answer to the search: what it does not say contradicts nothing. */
function answers({ price, year, make }: Listing, filters: SearchFilters): boolean {
  // The site's amounts are in the visitor's currency: another one says nothing about them.
  const amount = price?.currency === 'DKK' ? price.amount : null;
  return (
    isWithin(amount, filters.minPrice, filters.maxPrice) &&
    isWithin(year, filters.minYear, filters.maxYear) &&
    (make === null || filters.make === null || make === filters.make)
  );
}

/** Leaves out what the site showed although the search had excluded it: visitors without an account get some of it. */
export function applyFilters(listings: readonly Listing[], filters: SearchFilters) {
  const kept = listings.filter((listing) => answers(listing, filters));
  const rejected: Rejection[] = listings
    .filter((listing) => !kept.includes(listing))
    .map(({ id }) => ({ id, reason: 'not_asked_for' }));
  return { kept, rejected };
}
