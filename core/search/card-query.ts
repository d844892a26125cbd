import type { Body } from '#core/marketplace/ad/body-names.ts';
import type { Fuel, Gearbox, SellerType } from '#core/marketplace/ad/listing.ts';
import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';
import type { Card } from '../car/card.ts';
import type { ColorFamily } from '../car/color-families.ts';
import type { Feature } from '../car/feature-names.ts';
import type { Town } from '../place/towns.ts';
import type { Deal } from '../valuation/valuation.ts';
import { noLimits, noUpperPriceDkk } from './no-limits.ts';
import { defaultSort, type SortOption } from './sort-options.ts';

export const pageSize = 30;

/** What the list is asked. Empty lists, empty text and null ask for nothing. */
export type CardQuery = {
  sort: SortOption;
  page: number;
  text: string;
  minPriceDkk: number;
  maxPriceDkk: number;
  brands: readonly string[];
  /** Heeded for premium only. */
  deals: readonly Deal[];
  minYear: number | null;
  maxYear: number | null;
  maxMileageKm: number | null;
  fuels: readonly Fuel[];
  gearbox: Gearbox | null;
  seller: SellerType | null;
  /** Names of models, of whatever make. */
  models: readonly string[];
  /** A car that several marketplaces offer stands on each of them. */
  sources: readonly MarketplaceId[];
  bodies: readonly Body[];
  colors: readonly ColorFamily[];
  /** Cars that have all of them. */
  features: readonly Feature[];
  minHorsepower: number | null;
  /** Only cars whose price fell last at or after this ISO instant. */
  droppedFrom: string | null;
  /** Only cars that are offered since this ISO instant or later, and since this one or earlier. */
  listedFrom: string | null;
  listedUntil: string | null;
  /** Only cars whose next inspection lies after this ISO date. */
  inspectionAfter: string | null;
  near: { town: Town; radiusKm: number } | null;
  /** Only cars first seen at or after this ISO instant (milliseconds, "Z"). */
  firstSeenFrom: string | null;
  /** Only these cars (an import, discoveries, stars, a list); null is the whole catalog. */
  among: ReadonlySet<string> | null;
};

/** The query that every car answers. */
export const everyCard: CardQuery = {
  sort: defaultSort,
  page: 1,
  text: '',
  ...noLimits,
  inspectionAfter: null,
  near: null,
  firstSeenFrom: null,
  droppedFrom: null,
  listedFrom: null,
  listedUntil: null,
  among: null,
};

export type Facet<T extends string> = { name: T; count: number };

export type CardPage = {
  cards: Card[];
  /** How many locked stubs the page shows beside its cards. */
  lockedOnPage: number;
  totalCount: number;
  totalPages: number;
  page: number;
  /** Each facet counts what the other filters leave. */
  brands: Facet<string>[];
  deals: Facet<Deal>[] | null;
  fuels: Facet<Fuel>[];
  gearboxes: Facet<Gearbox>[];
  sellers: Facet<SellerType>[];
  /** Of the makes that are asked for; empty while none is. */
  models: Facet<string>[];
  sources: Facet<MarketplaceId>[];
  bodies: Facet<Body>[];
  colors: Facet<ColorFamily>[];
  /** How many of the cars found have each. */
  features: Facet<Feature>[];
  priceHistogram: number[];
};

/** Whether anything narrows the list. Sort and page do not. */
export function isFiltered(query: CardQuery): boolean {
  const { sort: _, page: __, minPriceDkk, maxPriceDkk, ...others } = query;
  return (
    minPriceDkk > 0 ||
    maxPriceDkk < noUpperPriceDkk ||
    Object.values(others).some((asked) =>
      typeof asked === 'string' || Array.isArray(asked) ? asked.length > 0 : asked !== null,
    )
  );
}

/** Fixed slots of unfiltered pages carry stubs, in an order that says nothing of the cars behind them. */
export const lockedSlots = [2, 11, 20] as const;

/** How many stubs a page shows to a viewer without premium who could see `lockedCount` more cars with it. */
export function lockedOnPage(query: CardQuery, lockedCount: number, page: number): number {
  if (isFiltered(query)) return 0;
  return Math.max(0, Math.min(lockedSlots.length, lockedCount - (page - 1) * lockedSlots.length));
}
