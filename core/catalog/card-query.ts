import type { Card } from '#core/cars/card.ts';
import { type ColorFamily, type Feature, features } from '#core/cars/features.ts';
import type { Input } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import type { Body, Fuel, Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { findTown } from '#core/places/places.ts';
import type { Town } from '#core/places/towns.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { type Limits, limits, limitsBy } from './number-filters.ts';

/** From this price on the filter has no upper limit (docs/spec.md 5 and 9). */
export const noUpperPriceDkk = 1_000_000;

/** The radius around a town, if none is given. */
export const usualRadiusKm = 25;

export const mostAvoided = 20;
export const avoidedLength = 40;

/** Default values of the filters that the list's address and the catalog's query share. */
export const noLimits = {
  avoid: [],
  minPriceDkk: 0,
  maxPriceDkk: noUpperPriceDkk,
  brands: [],
  deals: [],
  minYear: null,
  maxYear: null,
  ...limitsBy(() => null),
  fuels: [],
  gearbox: null,
  seller: null,
  models: [],
  sources: [],
  bodies: [],
  colors: [],
  features: [],
};

/** The orders of the list that are the same for every query. */
export const steadySorts = [
  'price_asc',
  'price_desc',
  'deal',
  'mileage_asc',
  'year_desc',
  'scraped_desc',
  'listed_desc',
  'listed_asc',
  'running_asc',
  'range_desc',
  'battery_desc',
] as const;
export type SteadySort = (typeof steadySorts)[number];

/**
 * The orders of the list. A viewer who may not see ratings gets the first one instead of `deal`, and so does a query that
 * names no town instead of `distance_asc`.
 */
export const sortOptions = [...steadySorts, 'distance_asc'] as const;
export type SortOption = (typeof sortOptions)[number];

export const defaultSort: SortOption = 'price_asc';

export const pageSize = 30;

/** A query of the list. Empty lists, empty text and null do not filter. */
export type CardQuery = Limits & {
  sort: SortOption;
  page: number;
  text: string;
  /** Cars that have one of these words are left out; of an entry of several words, cars that have all of them. */
  avoid: readonly string[];
  minPriceDkk: number;
  maxPriceDkk: number;
  brands: readonly string[];
  /** Only used for premium viewers. */
  deals: readonly Deal[];
  minYear: number | null;
  maxYear: number | null;
  fuels: readonly Fuel[];
  gearbox: Gearbox | null;
  seller: SellerType | null;
  /** Names of models, of any make. */
  models: readonly string[];
  /** A car that several marketplaces offer matches each of them. */
  sources: readonly MarketplaceId[];
  bodies: readonly Body[];
  colors: readonly ColorFamily[];
  /** Cars must have all of them. */
  features: readonly Feature[];
  /** Only cars whose last price cut was at or after this ISO instant. */
  droppedFrom: string | null;
  /** Only cars offered since this ISO instant or later (`listedFrom`), or this one or earlier. */
  listedFrom: string | null;
  listedUntil: string | null;
  /** Only cars whose next inspection is after this ISO date. */
  inspectionAfter: string | null;
  near: { town: Town; radiusKm: number } | null;
  /** The town from which distances are counted; no filter. */
  from: Town | null;
  /** Only cars first seen at or after this ISO instant (milliseconds, "Z"). */
  firstSeenFrom: string | null;
  /** Only these cars (an import, discoveries, stars, a list); null is the whole catalog. */
  among: ReadonlySet<string> | null;
  /** Cars that the viewer hid. Their own choice is no filter: it says nothing about other cars. */
  hidden: ReadonlySet<string>;
};

export const everyCard: CardQuery = {
  sort: defaultSort,
  page: 1,
  text: '',
  ...noLimits,
  inspectionAfter: null,
  near: null,
  from: null,
  firstSeenFrom: null,
  droppedFrom: null,
  listedFrom: null,
  listedUntil: null,
  among: null,
  hidden: new Set(),
};

export type Facet<T extends string> = { name: T; count: number };

export type CardPage = {
  cards: Card[];
  /** How many locked placeholders the page shows among its cards. */
  lockedOnPage: number;
  totalCount: number;
  totalPages: number;
  page: number;
  /** Each facet counts cars that match all other filters. */
  brands: Facet<string>[];
  deals: Facet<Deal>[] | null;
  fuels: Facet<Fuel>[];
  gearboxes: Facet<Gearbox>[];
  sellers: Facet<SellerType>[];
  /** Only the models of the chosen makes; empty if no make is chosen. */
  models: Facet<string>[];
  sources: Facet<MarketplaceId>[];
  bodies: Facet<Body>[];
  colors: Facet<ColorFamily>[];
  /** How many of the found cars have each feature. */
  features: Facet<Feature>[];
  priceHistogram: number[];
};

/** Whether any filter is set. Sort order, page, hidden cars and the town of distances do not count. */
export function isFiltered(query: CardQuery): boolean {
  const { sort: _, page: __, hidden: ___, from: ____, minPriceDkk, maxPriceDkk, ...others } = query;
  return (
    minPriceDkk > 0 ||
    maxPriceDkk < noUpperPriceDkk ||
    Object.values(others).some((asked) =>
      typeof asked === 'string' || Array.isArray(asked) ? asked.length > 0 : asked !== null,
    )
  );
}

/**
 * Positions of locked placeholders on unfiltered pages. They are fixed, so that they reveal nothing about the cars behind
 * them.
 */
export const lockedSlots = [2, 11, 20] as const;

/** How many placeholders a page shows to a viewer without premium, who would see `lockedCount` more cars with it. */
export function lockedOnPage(query: CardQuery, lockedCount: number, page: number): number {
  if (isFiltered(query)) return 0;
  return Math.max(0, Math.min(lockedSlots.length, lockedCount - (page - 1) * lockedSlots.length));
}

type WireQuery = Input<'GET /api/cars'>['query'];

function readTown(name: string | undefined, field: 'place' | 'from'): Town | null {
  if (name === undefined || name.trim() === '') return null;
  const town = findTown(name);
  if (!town) throw new Failure(400, 'invalid_input', `We know no Danish town called "${name}".`, { field });
  return town;
}

function readNear(query: WireQuery): CardQuery['near'] {
  const town = readTown(query.place, 'place');
  return town && { town, radiusKm: query.radius ?? usualRadiusKm };
}

const dayMs = 86_400_000;
/** A price cut counts as recent for this many days. */
const recentDropDays = 14;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** Casts names without checking them: an unknown name (a newer version's, or a typing error) matches no car. */
const known = <T extends string>(wanted: readonly string[] | undefined): T[] => (wanted ?? []) as T[];

/** The first instant at which a car is at most `maxDays` whole days old, as the card counts days. */
const listedFrom = (maxDays: number, now: Date) => ago(now, (maxDays + 1) * dayMs - 1);
const listedUntil = (minDays: number, now: Date) => ago(now, minDays * dayMs);

/**
 * The query of an address of the list. `now` decides which inspections are still valid; `among` are the cars of the view,
 * null for all; `hidden` those that the viewer hid. Throws `invalid_input` for an unknown town.
 */
export const readCardQuery = (
  query: WireQuery,
  now: Date,
  among: CardQuery['among'],
  hidden: CardQuery['hidden'] = everyCard.hidden,
): CardQuery => ({
  sort: query.sort ?? everyCard.sort,
  page: query.page ?? everyCard.page,
  text: query.q ?? everyCard.text,
  avoid: query.avoid ?? [],
  minPriceDkk: query.minPrice ?? everyCard.minPriceDkk,
  maxPriceDkk: query.maxPrice ?? everyCard.maxPriceDkk,
  brands: query.brand ?? [],
  deals: known<Deal>(query.deal),
  minYear: query.minYear ?? null,
  maxYear: query.maxYear ?? null,
  ...limitsBy((name) => query[limits[name].name] ?? null),
  fuels: known<Fuel>(query.fuel),
  gearbox: query.gearbox ?? null,
  seller: query.seller ?? null,
  models: query.model ?? [],
  sources: known<MarketplaceId>(query.source),
  bodies: known<Body>(query.body),
  colors: known<ColorFamily>(query.color),
  features: features.filter((feature) => query.feature?.includes(feature)),
  droppedFrom: query.dropped === 'recent' ? ago(now, recentDropDays * dayMs) : null,
  listedFrom: query.maxDays === undefined ? null : listedFrom(query.maxDays, now),
  listedUntil: query.minDays === undefined ? null : listedUntil(query.minDays, now),
  inspectionAfter: query.inspection === 'valid' ? now.toISOString().slice(0, 10) : null,
  near: readNear(query),
  from: readTown(query.from, 'from') ?? readTown(query.place, 'place'),
  firstSeenFrom: query.newSince === undefined ? null : new Date(query.newSince).toISOString(),
  among,
  hidden,
});
