import * as z from 'zod/mini';
import { gearboxes, sellerTypes } from '#core/marketplace/ad/listing.ts';
import { sortOptions } from '../../search/sort-options.ts';
import { queryInteger } from '../documented.ts';

const names = z.pipe(
  z.string().check(z.maxLength(2000)),
  z.transform((text: string) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
);

/** What narrows the list, as the address and a saved search carry it. All are texts on the wire. */
export const carFilters = z.object({
  q: z.optional(z.string().check(z.maxLength(200))),
  minPrice: z.optional(queryInteger(0, 1_000_000)),
  maxPrice: z.optional(queryInteger(0, 1_000_000)),
  /** Comma separated brand names. */
  brand: z.optional(names),
  /** Comma separated; premium only. */
  deal: z.optional(names),
  minYear: z.optional(queryInteger(1900, 2100)),
  maxYear: z.optional(queryInteger(1900, 2100)),
  /** Kilometres. */
  maxMileage: z.optional(queryInteger(0, 2_000_000)),
  /** Comma separated, of `fuels`. */
  fuel: z.optional(names),
  gearbox: z.optional(z.enum(gearboxes)),
  seller: z.optional(z.enum(sellerTypes)),
  /** Comma separated names of models, of whatever make. */
  model: z.optional(names),
  /** Comma separated, of the marketplaces. */
  source: z.optional(names),
  /** Comma separated, of `bodies`. */
  body: z.optional(names),
  /** Comma separated, of `colorFamilies`. */
  color: z.optional(names),
  /** Comma separated, of `features`: cars that have all of them. */
  feature: z.optional(names),
  /** Horsepower. */
  minPower: z.optional(queryInteger(1, 2000)),
  /** `recent`: the price fell in the last 14 days. */
  dropped: z.optional(z.enum(['recent'])),
  /** Whole days that the car has been offered. */
  minDays: z.optional(queryInteger(0, 3650)),
  maxDays: z.optional(queryInteger(0, 3650)),
  /** `valid`: the next inspection lies in the future. */
  inspection: z.optional(z.enum(['valid'])),
  /** A Danish town by name; with `radius` (km, 25 unless said) cars up to that far from it. */
  place: z.optional(z.string().check(z.maxLength(60))),
  radius: z.optional(queryInteger(1, 500)),
});
export type CarFiltersWire = z.input<typeof carFilters>;

export const carQuery = z.extend(carFilters, {
  view: z.optional(z.enum(['all', 'discovered', 'starred'])),
  page: z.optional(queryInteger(1, 100_000)),
  sort: z.optional(z.enum(sortOptions)),
  /** Cars first seen at or after this ISO instant. */
  newSince: z.optional(z.iso.datetime()),
  /** Only the cars of one of the caller's lists. */
  list: z.optional(z.string().check(z.maxLength(64))),
  /** Only the cars of this import. */
  import: z.optional(z.string().check(z.maxLength(64))),
  /** The newest catalog version the caller has heard of: the answer is at least that fresh. */
  catalogVersion: z.optional(z.string().check(z.maxLength(40))),
});
export type CarQueryWire = z.input<typeof carQuery>;
