import { isLocked, listedSince, seesPlates, type Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { isAgeKnown } from '#core/cars/listing-life.ts';
import {
  type CardPage,
  type CardQuery,
  type Facet,
  lockedOnPage,
  noUpperPriceDkk,
  pageSize,
  type SteadySort,
} from '#core/catalog/card-query.ts';
import {
  asksForCar,
  comparedMileageKm,
  dealRank,
  priceShare,
  runningKey,
  searchedTexts,
} from '#core/catalog/card-rules.ts';
import { foldText, hasAvoided, readAvoided, readSearch } from '#core/catalog/fold-text.ts';
import { limitNames, limits, priceStepOf, priceSteps } from '#core/catalog/number-filters.ts';
import { findTown } from '#core/places/places.ts';
import { distanceKm, type Town } from '#core/places/towns.ts';

/** Whether every word begins some word of the folded text: typing "okt" finds "Oktober". */
function matchesWords(foldedText: string, words: readonly string[]): boolean {
  const padded = ` ${foldedText}`;
  return words.every((word) => padded.includes(` ${word}`));
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** An unknown price sorts last in both directions. */
const priceKey = (card: Card, last: number) => (asksForCar(card) ? card.priceDkk : last);
/** Of unknown age last in both directions. */
const compareAgeKnown = (a: Card, b: Card) => Number(isAgeKnown(b)) - Number(isAgeKnown(a));
const mileageKey = (card: Card) => comparedMileageKm(card) ?? Number.MAX_VALUE;

/** By the exact distance, also where two towns show the same whole kilometres; of an unknown town last. */
function compareDistance(cards: readonly Card[], from: Town): (a: Card, b: Card) => number {
  const kmOf = ({ city }: Card) => {
    const town = city === null ? null : findTown(city);
    return town ? distanceKm(town, from) : Number.MAX_VALUE;
  };
  const kms = new Map(cards.map((card) => [card, kmOf(card)]));
  return (a, b) => kms.get(a)! - kms.get(b)!;
}

const comparators: Record<SteadySort, (a: Card, b: Card) => number> = {
  price_asc: (a, b) => priceKey(a, Infinity) - priceKey(b, Infinity) || 0,
  price_desc: (a, b) => priceKey(b, -Infinity) - priceKey(a, -Infinity) || 0,
  deal: (a, b) => dealRank[b.deal] - dealRank[a.deal] || priceShare(a) - priceShare(b),
  mileage_asc: (a, b) => mileageKey(a) - mileageKey(b),
  year_desc: (a, b) => (b.year ?? 0) - (a.year ?? 0),
  scraped_desc: (a, b) => compareText(b.scrapedAt, a.scrapedAt),
  listed_desc: (a, b) => compareAgeKnown(a, b) || compareText(listedSince(b), listedSince(a)),
  listed_asc: (a, b) => compareAgeKnown(a, b) || compareText(listedSince(a), listedSince(b)),
  running_asc: (a, b) => runningKey(a) - runningKey(b),
  range_desc: (a, b) => (b.rangeKm ?? 0) - (a.rangeKm ?? 0),
  battery_desc: (a, b) => (b.batteryKwh ?? 0) - (a.batteryKwh ?? 0),
};

function isInPriceRange(card: Card, query: CardQuery): boolean {
  if (query.minPriceDkk > 0 && card.priceDkk < query.minPriceDkk) return false;
  return query.maxPriceDkk >= noUpperPriceDkk || card.priceDkk <= query.maxPriceDkk;
}

function isInYearRange(card: Card, { minYear, maxYear }: CardQuery): boolean {
  if (minYear === null && maxYear === null) return true;
  return card.year !== null && card.year >= (minYear ?? 0) && card.year <= (maxYear ?? 9999);
}

function isNear(card: Card, { near }: CardQuery): boolean {
  if (near === null) return true;
  const town = findTown(card.city ?? '');
  return town !== null && distanceKm(town, near.town) <= near.radiusKm;
}

/** The filters that no facet counts. */
function passesPlainFilters(card: Card, query: CardQuery, viewer: Viewer, search: string[][]): boolean {
  const { maxMileageKm, inspectionAfter, firstSeenFrom } = query;
  if (!isInYearRange(card, query) || !isNear(card, query)) return false;
  if (maxMileageKm !== null && mileageKey(card) > maxMileageKm) return false;
  if (
    inspectionAfter !== null &&
    !(card.nextInspection && card.nextInspection.slice(0, 10) > inspectionAfter)
  )
    return false;
  if (firstSeenFrom !== null && card.firstSeenAt < firstSeenFrom) return false;
  const { droppedFrom, listedFrom, listedUntil, minHorsepower } = query;
  if (droppedFrom !== null && !(card.priceDrop && card.priceDrop.at >= droppedFrom)) return false;
  if (listedFrom !== null && !(isAgeKnown(card) && listedSince(card) >= listedFrom)) return false;
  if (listedUntil !== null && listedSince(card) > listedUntil) return false;
  if (query.maxRunningDkk !== null && runningKey(card) > query.maxRunningDkk) return false;
  const { minRangeKm, minBatteryKwh } = query;
  if (minRangeKm !== null && (card.rangeKm === null || card.rangeKm < minRangeKm)) return false;
  if (minBatteryKwh !== null && (card.batteryKwh === null || card.batteryKwh < minBatteryKwh)) return false;
  if (minHorsepower !== null && !(card.horsepower && card.horsepower >= minHorsepower)) return false;
  if (!query.features.every((feature) => card.features.includes(feature))) return false;
  const { open, full } = searchedTexts(card);
  const text = seesPlates(viewer) ? full : open;
  if (hasAvoided(text, readAvoided(query.avoid))) return false;
  if (search.length === 0) return true;
  return search.some((words) => matchesWords(text, words));
}

const filters = [
  'price',
  'brand',
  'model',
  'deal',
  'fuel',
  'gearbox',
  'seller',
  'source',
  'body',
  'color',
] as const;
type Filter = (typeof filters)[number];

function passesFilter(card: Card, query: CardQuery, viewer: Viewer): Record<Filter, boolean> {
  const brands = query.brands.map(foldText);
  const models = query.models.map(foldText);
  const deals = viewer.isPremium ? query.deals : [];
  const { sources, bodies, colors } = query;
  return {
    price: isInPriceRange(card, query),
    brand: brands.length === 0 || (card.make !== null && brands.includes(foldText(card.make))),
    deal: deals.length === 0 || deals.includes(card.deal),
    fuel: query.fuels.length === 0 || (card.fuel !== null && query.fuels.includes(card.fuel)),
    gearbox: query.gearbox === null || card.gearbox === query.gearbox,
    seller: query.seller === null || card.sellerType === query.seller,
    model: models.length === 0 || (card.model !== null && models.includes(foldText(card.model))),
    source: sources.length === 0 || card.sources.some((source) => sources.includes(source)),
    body: bodies.length === 0 || (card.body !== null && bodies.includes(card.body)),
    color: colors.length === 0 || (card.colorFamily !== null && colors.includes(card.colorFamily)),
  };
}

function countBy<T extends string>(
  cards: readonly Card[],
  keysOf: (card: Card) => T | readonly T[] | null,
): Facet<T>[] {
  const counts = new Map<T, number>();
  for (const card of cards)
    for (const key of [keysOf(card) ?? []].flat() as T[]) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name));
}

function histogramOf(cards: readonly Card[]): number[] {
  const histogram = new Array<number>(priceSteps).fill(0);
  for (const card of cards) if (card.priceDkk > 0) histogram[priceStepOf(card.priceDkk)]!++;
  return histogram;
}

/** A card as the catalog answers it: the words of its description are for search alone. */
export const withoutWords = (card: Card): Card => ({ ...card, words: '' });

/**
 * The truth that the catalog in memory is held to, written as plainly as can be: one page of the list with exact totals and
 * facets, over the cards that the viewer may know. A facet counts what the
 * other filters leave. Locked cars are out of everything but the count of stubs.
 */
export function queryCards(cards: readonly Card[], query: CardQuery, viewer: Viewer): CardPage {
  const search = readSearch(query.text);
  const known = query.among ? cards.filter((card) => query.among!.has(card.id)) : cards;
  const open = known.filter((card) => !isLocked(viewer, card) && !query.hidden.has(card.id));
  const judged = open
    .filter((card) => passesPlainFilters(card, query, viewer, search))
    .map((card) => ({ card, passes: passesFilter(card, query, viewer) }));
  const leftBy = (skipped: Filter | null) =>
    judged
      .filter(({ passes }) => filters.every((filter) => filter === skipped || passes[filter]))
      .map(({ card }) => card);
  const found = leftBy(null);
  const sort = query.sort === 'deal' && !viewer.isPremium ? 'price_asc' : query.sort;
  const { from } = query;
  const compare =
    sort !== 'distance_asc' ? comparators[sort] : from ? compareDistance(found, from) : comparators.price_asc;
  found.sort((a, b) => compare(a, b) || compareText(a.id, b.id));
  const totalPages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(query.page, totalPages);
  return {
    cards: found.slice((page - 1) * pageSize, page * pageSize).map(withoutWords),
    lockedOnPage: lockedOnPage(query, known.filter((card) => isLocked(viewer, card)).length, page),
    totalCount: found.length,
    totalPages,
    page,
    brands: countBy(leftBy('brand'), (card) => card.make),
    deals: viewer.isPremium ? countBy(leftBy('deal'), (card) => card.deal) : null,
    fuels: countBy(leftBy('fuel'), (card) => card.fuel),
    gearboxes: countBy(leftBy('gearbox'), (card) => card.gearbox),
    sellers: countBy(leftBy('seller'), (card) => card.sellerType),
    models:
      query.brands.length + query.models.length > 0 ? countBy(leftBy('model'), (card) => card.model) : [],
    sources: countBy(leftBy('source'), (card) => card.sources),
    bodies: countBy(leftBy('body'), (card) => card.body),
    colors: countBy(leftBy('color'), (card) => card.colorFamily),
    features: countBy(found, (card) => card.features),
    priceHistogram: histogramOf(leftBy('price')),
  };
}

const daysBefore = (instant: string) =>
  Math.max(0, Math.round((Date.UTC(2026, 10, 22) - Date.parse(instant)) / 86_400_000));

/** The query as the address carries it. `among` is a view's and has no name there. */
export function toWireQuery(query: CardQuery): Record<string, string> {
  const { near } = query;
  const fields: Record<string, string | number | null> = {
    sort: query.sort,
    page: query.page,
    q: query.text || null,
    avoid: query.avoid.join(',') || null,
    minPrice: query.minPriceDkk || null,
    maxPrice: query.maxPriceDkk === 1_000_000 ? null : query.maxPriceDkk,
    brand: query.brands.join(',') || null,
    deal: query.deals.join(',') || null,
    minYear: query.minYear,
    maxYear: query.maxYear,
    fuel: query.fuels.join(',') || null,
    gearbox: query.gearbox,
    seller: query.seller,
    inspection: query.inspectionAfter && 'valid',
    place: near?.town.name ?? null,
    radius: near?.radiusKm ?? null,
    from: query.from?.name ?? null,
    model: query.models.join(',') || null,
    source: query.sources.join(',') || null,
    body: query.bodies.join(',') || null,
    color: query.colors.join(',') || null,
    feature: query.features.join(',') || null,
    ...Object.fromEntries(limitNames.map((name) => [limits[name].name, query[name]])),
    // Days are counted from the moment of the question: some number of them for some instant.
    dropped: query.droppedFrom && 'recent',
    maxDays: query.listedFrom && daysBefore(query.listedFrom),
    minDays: query.listedUntil && daysBefore(query.listedUntil),
    newSince: query.firstSeenFrom,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
