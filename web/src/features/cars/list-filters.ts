import { type ColorFamily, colorFamilies } from '#core/car/color-families.ts';
import { type Feature, features } from '#core/car/feature-names.ts';
import type { CarFiltersWire } from '#core/contract/routes/car-query.ts';
import { type Body, bodies } from '#core/marketplace/ad/body-names.ts';
import {
  type Fuel,
  fuels,
  type Gearbox,
  gearboxes,
  type SellerType,
  sellerTypes,
} from '#core/marketplace/ad/listing.ts';
import { type MarketplaceId, marketplaceIds } from '#core/marketplace/marketplace-id.ts';
import { noLimits, noUpperPriceDkk } from '#core/search/no-limits.ts';
import { type Deal, deals } from '#core/valuation/valuation.ts';

/** What narrows the list. The address spells each filter as the service does (`CarFiltersWire`). */
export type ListFilters = {
  q: string;
  minPriceDkk: number;
  maxPriceDkk: number;
  brands: string[];
  deals: Deal[];
  minYear: number | null;
  maxYear: number | null;
  maxMileageKm: number | null;
  fuels: Fuel[];
  gearbox: Gearbox | null;
  seller: SellerType | null;
  models: string[];
  sources: MarketplaceId[];
  bodies: Body[];
  colors: ColorFamily[];
  /** Cars that have all of them. */
  features: Feature[];
  minHorsepower: number | null;
  /** The price fell lately. */
  hasDropped: boolean;
  /** Whole days that the car has been offered. */
  minDays: number | null;
  maxDays: number | null;
  /** The next inspection lies in the future. */
  hasInspection: boolean;
  /** A Danish town, or ''. */
  place: string;
  /** How far from the town; means nothing without one. */
  radiusKm: number;
  /** Cars first seen at or after this ISO instant. */
  newSince: string | null;
};

export const defaultRadiusKm = 25;

export const noFilters: ListFilters = {
  q: '',
  ...noLimits,
  hasDropped: false,
  minDays: null,
  maxDays: null,
  hasInspection: false,
  place: '',
  radiusKm: defaultRadiusKm,
  newSince: null,
};

export function oneOf<T extends string, F>(values: readonly T[], text: string | null, fallback: F): T | F {
  return values.find((value) => value === text) ?? fallback;
}

/** A whole number of at most seven digits between `min` and `max`; anything else is `fallback`. */
export function wholeNumber<F>(text: string | null, fallback: F, min: number, max: number): number | F {
  const value = /^\d{1,7}$/.test(text ?? '') ? Number(text) : -1;
  return value >= min && value <= max ? value : fallback;
}

const names = (text: string | null) => (text ?? '').split(',').filter(Boolean);
const someOf = <T extends string>(values: readonly T[], text: string | null): T[] => {
  const wanted = names(text);
  return values.filter((value) => wanted.includes(value));
};
const isInstant = (text: string | null) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? '');

/** Reads the filters of an address or of a saved search. What it does not understand filters nothing. */
export function readFilters(search: URLSearchParams): ListFilters {
  const text = (name: keyof CarFiltersWire | 'newSince') => search.get(name);
  const place = (text('place') ?? '').trim().slice(0, 60);
  return {
    q: (text('q') ?? '').slice(0, 200),
    minPriceDkk: wholeNumber(text('minPrice'), 0, 0, noUpperPriceDkk),
    maxPriceDkk: wholeNumber(text('maxPrice'), noUpperPriceDkk, 0, noUpperPriceDkk),
    brands: names(text('brand')),
    deals: someOf(deals, text('deal')),
    minYear: wholeNumber(text('minYear'), null, 1900, 2100),
    maxYear: wholeNumber(text('maxYear'), null, 1900, 2100),
    maxMileageKm: wholeNumber(text('maxMileage'), null, 0, 2_000_000),
    fuels: someOf(fuels, text('fuel')),
    gearbox: oneOf(gearboxes, text('gearbox'), null),
    seller: oneOf(sellerTypes, text('seller'), null),
    models: names(text('model')),
    sources: someOf(marketplaceIds, text('source')),
    bodies: someOf(bodies, text('body')),
    colors: someOf(colorFamilies, text('color')),
    features: someOf(features, text('feature')),
    minHorsepower: wholeNumber(text('minPower'), null, 1, 2000),
    hasDropped: text('dropped') === 'recent',
    minDays: wholeNumber(text('minDays'), null, 0, 3650),
    maxDays: wholeNumber(text('maxDays'), null, 0, 3650),
    hasInspection: text('inspection') === 'valid',
    place,
    radiusKm: place ? wholeNumber(text('radius'), defaultRadiusKm, 1, 500) : defaultRadiusKm,
    newSince: isInstant(text('newSince')) ? text('newSince') : null,
  };
}

/** The filters at work, by their wire names; a filter that is off is left out. */
export function writeFilters(filters: ListFilters): CarFiltersWire & { newSince?: string } {
  const hasRadius = filters.place !== '' && filters.radiusKm !== defaultRadiusKm;
  const texts = {
    q: filters.q,
    minPrice: filters.minPriceDkk || '',
    maxPrice: filters.maxPriceDkk < noUpperPriceDkk ? filters.maxPriceDkk : '',
    brand: filters.brands.join(','),
    deal: filters.deals.join(','),
    minYear: filters.minYear ?? '',
    maxYear: filters.maxYear ?? '',
    maxMileage: filters.maxMileageKm ?? '',
    fuel: filters.fuels.join(','),
    gearbox: filters.gearbox ?? '',
    seller: filters.seller ?? '',
    model: filters.models.join(','),
    source: filters.sources.join(','),
    body: filters.bodies.join(','),
    color: filters.colors.join(','),
    feature: filters.features.join(','),
    minPower: filters.minHorsepower ?? '',
    dropped: filters.hasDropped ? 'recent' : '',
    minDays: filters.minDays ?? '',
    maxDays: filters.maxDays ?? '',
    inspection: filters.hasInspection ? 'valid' : '',
    place: filters.place,
    radius: hasRadius ? filters.radiusKm : '',
    newSince: filters.newSince ?? '',
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

/** The filters a saved search keeps: not "new since", which is about one moment. */
export function savedFilters(filters: ListFilters): CarFiltersWire {
  return writeFilters({ ...filters, newSince: null });
}

export const isWorthSaving = (filters: ListFilters) => Object.keys(savedFilters(filters)).length > 0;
