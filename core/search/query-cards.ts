import type { Card } from '../car/card.ts';
import { hidePlates } from '../car/hide-plates.ts';
import { isLocked, seesPlates, type Viewer } from '../car/viewer.ts';
import type { SortOption } from '../contract/routes/car-query.ts';
import type { Fuel, Gearbox, SellerType } from '../marketplace/listing.ts';
import type { Deal, RatingReason } from '../valuation/valuation.ts';
import { foldText, matchesWords } from './fold-text.ts';
import { noUpperPriceDkk, priceStepOf, priceSteps } from './price-scale.ts';

export const pageSize = 30;

export type CardQuery = {
  sort: SortOption;
  page: number;
  text: string;
  minPriceDkk: number;
  maxPriceDkk: number;
  brands: readonly string[];
  deals: readonly Deal[];
  /** Only these cars (an import, discoveries, stars); null is the whole catalog. */
  among: ReadonlySet<string> | null;
};

export type CardPage = {
  cards: Card[];
  /** How many locked stubs the page shows beside its cards. */
  lockedOnPage: number;
  totalCount: number;
  totalPages: number;
  page: number;
  brands: { name: string; count: number }[];
  deals: { name: Deal; count: number }[] | null;
  fuels: { name: Fuel; count: number }[];
  gearboxes: { name: Gearbox; count: number }[];
  sellers: { name: SellerType; count: number }[];
  priceHistogram: number[];
};

const dealRank: Record<Deal, number> = { amazing: 3, fair: 2, poor: 1, no_estimate: 0 };
const unknownMileageKm = 999_999_999;
/** What stands in the price field of these is no price of the car: a monthly rate, a 1 to be found first. */
const noPriceReasons: readonly RatingReason[] = [
  'no_price',
  'placeholder_price',
  'leasing',
  'foreign_currency',
];
const asksForCar = (card: Card) => card.priceDkk > 0 && !noPriceReasons.includes(card.reason);
/** An unknown price sorts last in both directions. */
const priceKey = (card: Card, last: number) => (asksForCar(card) ? card.priceDkk : last);

const comparators: Record<SortOption, (a: Card, b: Card) => number> = {
  price_asc: (a, b) => priceKey(a, Infinity) - priceKey(b, Infinity) || 0,
  price_desc: (a, b) => priceKey(b, -Infinity) - priceKey(a, -Infinity) || 0,
  deal: (a, b) => dealRank[b.deal] - dealRank[a.deal] || gapShare(a) - gapShare(b) || 0,
  mileage_asc: (a, b) => (a.mileageKm ?? unknownMileageKm) - (b.mileageKm ?? unknownMileageKm),
  year_desc: (a, b) => (b.year ?? 0) - (a.year ?? 0),
  scraped_desc: (a, b) => compareText(b.scrapedAt, a.scrapedAt),
};

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const gapShare = (card: Card) => (card.avgDkk && card.priceDkk ? card.priceDkk / card.avgDkk : 9);

/** Text that a viewer may search: plates only for those who see them, else the search would be an oracle. */
function searchedText(card: Card, viewer: Viewer): string {
  const words = `${card.title} ${card.make ?? ''} ${card.model ?? ''} ${card.city ?? ''} ${card.words}`;
  return foldText(seesPlates(viewer) ? `${words} ${card.plate ?? ''}` : hidePlates(words, card.plate));
}

function isInPriceRange(card: Card, query: CardQuery): boolean {
  if (query.minPriceDkk > 0 && card.priceDkk < query.minPriceDkk) return false;
  return query.maxPriceDkk >= noUpperPriceDkk || card.priceDkk <= query.maxPriceDkk;
}

/** Fixed slots of unfiltered pages carry stubs, in an order that says nothing of the cars behind them. */
export const lockedSlots = [2, 11, 20] as const;

function lockedOnPage(query: CardQuery, viewer: Viewer, lockedCount: number, page: number): number {
  const isFiltered =
    query.text !== '' ||
    query.minPriceDkk > 0 ||
    query.maxPriceDkk < noUpperPriceDkk ||
    query.brands.length > 0 ||
    query.deals.length > 0 ||
    query.among !== null;
  if (viewer.isPremium || isFiltered) return 0;
  return Math.max(0, Math.min(lockedSlots.length, lockedCount - (page - 1) * lockedSlots.length));
}

function countBy<T extends string>(
  cards: readonly Card[],
  keyOf: (card: Card) => T | null,
): { name: T; count: number }[] {
  const counts = new Map<T, number>();
  for (const card of cards) {
    const key = keyOf(card);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name));
}

/**
 * One page of the list with exact totals and facets, over the cards that the viewer may know. A facet counts what the
 * other filters leave. Locked cars are out of everything but the count of stubs.
 */
export function queryCards(cards: readonly Card[], query: CardQuery, viewer: Viewer): CardPage {
  const words = foldText(query.text).split(' ').filter(Boolean);
  const brands = new Set(query.brands.map(foldText));
  const deals = new Set(viewer.isPremium ? query.deals : []);
  let lockedCount = 0;
  const passing: { card: Card; price: boolean; brand: boolean; deal: boolean }[] = [];
  for (const card of cards) {
    if (query.among && !query.among.has(card.id)) continue;
    if (isLocked(viewer, card)) {
      lockedCount++;
      continue;
    }
    if (words.length > 0 && !matchesWords(searchedText(card, viewer), words)) continue;
    passing.push({
      card,
      price: isInPriceRange(card, query),
      brand: brands.size === 0 || (card.make !== null && brands.has(foldText(card.make))),
      deal: deals.size === 0 || deals.has(card.deal),
    });
  }
  const only = (skip: 'price' | 'brand' | 'deal' | null) =>
    passing
      .filter(
        (p) => (skip === 'price' || p.price) && (skip === 'brand' || p.brand) && (skip === 'deal' || p.deal),
      )
      .map((p) => p.card);
  const found = only(null);
  const compare = comparators[query.sort === 'deal' && !viewer.isPremium ? 'price_asc' : query.sort];
  found.sort((a, b) => compare(a, b) || compareText(a.id, b.id));
  const totalPages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(query.page, totalPages);
  const priceHistogram = new Array<number>(priceSteps).fill(0);
  for (const card of only('price')) if (card.priceDkk > 0) priceHistogram[priceStepOf(card.priceDkk)]!++;
  return {
    cards: found.slice((page - 1) * pageSize, page * pageSize),
    lockedOnPage: lockedOnPage(query, viewer, lockedCount, page),
    totalCount: found.length,
    totalPages,
    page,
    brands: countBy(only('brand'), (card) => card.make),
    deals: viewer.isPremium ? countBy(only('deal'), (card) => card.deal) : null,
    fuels: countBy(found, (card) => card.fuel),
    gearboxes: countBy(found, (card) => card.gearbox),
    sellers: countBy(found, (card) => card.sellerType),
    priceHistogram,
  };
}
