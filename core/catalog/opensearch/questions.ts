import { isLocked, seesPlates, type Viewer } from '#core/cars/car.ts';
import { type CardQuery, isFiltered, noUpperPriceDkk, type SteadySort } from '#core/catalog/card-query.ts';
import { sortFor } from '#core/catalog/card-rules.ts';
import type { Likeness } from '#core/catalog/catalog.ts';
import { foldText, readAvoided, readSearch } from '#core/catalog/fold-text.ts';
import { mostSimilar, weights } from '#core/catalog/memory/query.ts';
import { columnOrders, dayNumber } from '#core/catalog/memory/segment.ts';
import { boundsOf } from '#core/catalog/number-filters.ts';
import { distanceKm, type Town, towns } from '#core/places/towns.ts';
import { deals } from '#core/valuation/valuation.ts';
import { type IndexedField, indexAlias } from './documents.ts';

/** A part of a question as OpenSearch takes it. */
export type Clause = Readonly<Record<string, unknown>>;

/** One search of a question: a line of what it is about and its body, as `_msearch` takes them. */
export type Search = { head: Clause; body: Clause };

/** What comes back of one search, as far as it is read. */
export type SearchAnswer = {
  /** Why it was not answered. */
  error?: unknown;
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { total?: { value: number }; hits: Hit[] };
  aggregations?: Record<string, Aggregation>;
};

export type Hit = { _source?: { card?: unknown }; sort?: (string | number)[] };

type Aggregation = {
  value?: number | null;
  /** Of terms that had no bucket: with any the counts would not be whole. */
  sum_other_doc_count?: number;
  buckets?: { key: string | number; doc_count: number }[];
};

/** Documents that pass all of them. Nothing is ranked by relevance. */
export const allOf = (clauses: readonly Clause[]): Clause => ({ bool: { filter: clauses } });
export const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { should: clauses, minimum_should_match: 1 },
});

/** Most values that one `terms` clause takes (`index.max_terms_count` as it stands where nobody sets it). */
const mostTerms = 65_536;

/** Documents whose field has one of the values, however many they are; of no values none. */
export function oneOf(field: string, values: readonly string[]): Clause {
  if (values.length <= mostTerms) return { terms: { [field]: values } };
  const parts = Array.from({ length: Math.ceil(values.length / mostTerms) }, (_, part) =>
    values.slice(part * mostTerms, (part + 1) * mostTerms),
  );
  return anyOf(parts.map((part) => ({ terms: { [field]: part } })));
}

type Bounds = { gte?: number | null; gt?: number | null; lte?: number | null };

/** Nothing where no bound is set. */
function within(field: IndexedField, bounds: Bounds): Clause[] {
  const set = Object.entries(bounds).filter(([, bound]) => Number.isFinite(bound));
  return set.length === 0 ? [] : [{ range: { [field]: Object.fromEntries(set) } }];
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
const is = (field: IndexedField, value: string | boolean): Clause => ({ term: { [field]: value } });

export const listed: Clause = is('isListed', true);

/** Cars of these deals the viewer may know nothing of. */
const lockedDeals = (viewer: Viewer) => deals.filter((deal) => isLocked(viewer, { deal }));

export function lockedClause(viewer: Viewer): Clause | null {
  const locked = lockedDeals(viewer);
  return locked.length === 0 ? null : oneOf('deal', locked);
}

/** What the viewer may know, decided here and not by who asks: locked cars are in no answer. */
export function openClauses(viewer: Viewer): Clause[] {
  const locked = lockedClause(viewer);
  return [listed, ...(locked ? [{ bool: { must_not: [locked] } }] : [])];
}

/** Who sees no plates asks the open words alone: anything else would be an oracle. */
const wordFields = (viewer: Viewer): readonly IndexedField[] =>
  seesPlates(viewer) ? ['openWords', 'guardedWords'] : ['openWords'];

/** Words as the memory engine takes them: all words of some list, each the beginning of some word of the car. */
function wordClauses(text: string, viewer: Viewer): Clause[] {
  const lists = readSearch(text);
  if (lists.length === 0) return [];
  const fields = wordFields(viewer);
  const begins = (word: string) => anyOf(fields.map((field) => ({ prefix: { [field]: word } })));
  return [anyOf(lists.map((words) => allOf(words.map(begins))))];
}

/** Whole words, all of some list, that leave a car out. */
function avoidedClauses(avoid: readonly string[], viewer: Viewer): Clause[] {
  const lists = readAvoided(avoid);
  if (lists.length === 0) return [];
  const fields = wordFields(viewer);
  const has = (word: string) => anyOf(fields.map((field) => ({ term: { [field]: word } })));
  return [{ bool: { must_not: lists.map((words) => allOf(words.map(has))) } }];
}

/** Towns are few and their distance is worked out here, as the memory engine does: the engine compares names. */
function nearClauses(near: CardQuery['near']): Clause[] {
  if (near === null) return [];
  const around = towns.filter((town) => distanceKm(town, near.town) <= near.radiusKm);
  return [
    oneOf(
      'town',
      around.map(({ name }) => name),
    ),
  ];
}

function yearClauses({ minYear, maxYear }: CardQuery): Clause[] {
  // An unknown year stands as 0 and is in no range.
  return minYear === null && maxYear === null
    ? []
    : within('year', { gte: minYear ?? 1, lte: maxYear ?? 9999 });
}

/** The viewer's entitlements and the filters that no facet counts. */
export function plainClauses(query: CardQuery, viewer: Viewer): Clause[] {
  const { inspectionAfter, among, hidden } = query;
  return [
    ...openClauses(viewer),
    ...yearClauses(query),
    ...boundsOf(query).flatMap(({ of, least, most }) => within(of, { gte: least, lte: most })),
    ...within('inspection', { gt: inspectionAfter === null ? null : dayNumber(inspectionAfter) }),
    ...within('firstSeenMs', { gte: msOf(query.firstSeenFrom) }),
    ...within('droppedMs', { gte: msOf(query.droppedFrom) }),
    ...(query.listedFrom === null ? [] : within('ageKnown', { gte: 1 })),
    ...within('listedMs', { gte: msOf(query.listedFrom), lte: msOf(query.listedUntil) }),
    ...query.features.map((feature) => is('features', feature)),
    ...nearClauses(query.near),
    ...wordClauses(query.text, viewer),
    ...avoidedClauses(query.avoid, viewer),
    ...(among === null ? [] : [oneOf('id', [...among])]),
    ...(hidden.size === 0 ? [] : [{ bool: { must_not: [oneOf('id', [...hidden])] } }]),
  ];
}

export const facetNames = [
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
export type FacetName = (typeof facetNames)[number];

const chosen = (field: IndexedField, values: readonly string[]): Clause[] =>
  values.length === 0 ? [] : [oneOf(field, values)];
const maybe = (value: string | null): string[] => (value === null ? [] : [value]);

/** The filters that have a facet of their own, as far as they are set: a facet counts what the others leave. */
export function facetClauses(query: CardQuery, viewer: Viewer): Record<FacetName, Clause[]> {
  const { minPriceDkk, maxPriceDkk } = query;
  return {
    price: within('priceDkk', {
      gte: minPriceDkk > 0 ? minPriceDkk : null,
      lte: maxPriceDkk >= noUpperPriceDkk ? null : maxPriceDkk,
    }),
    brand: chosen('makeFolded', query.brands.map(foldText)),
    model: chosen('modelFolded', query.models.map(foldText)),
    deal: chosen('deal', viewer.isPremium ? query.deals : []),
    fuel: chosen('fuel', query.fuels),
    gearbox: chosen('gearbox', maybe(query.gearbox)),
    seller: chosen('seller', maybe(query.seller)),
    source: chosen('sources', query.sources),
    body: chosen('body', query.bodies),
    color: chosen('color', query.colors),
  };
}

type Direction = 'asc' | 'desc';
type Key = readonly [field: IndexedField, direction: Direction];

/** What each order goes by; every document of a listed car has all of these fields. */
const keys: Record<SteadySort, readonly Key[]> = {
  ...(Object.fromEntries(
    Object.entries(columnOrders).map(([sort, [column, sign]]) => [
      sort,
      [[column, sign > 0 ? 'asc' : 'desc']],
    ]),
  ) as unknown as Record<keyof typeof columnOrders, readonly Key[]>),
  price_asc: [['askedUp', 'asc']],
  price_desc: [['askedDown', 'desc']],
  deal: [
    ['dealRank', 'desc'],
    ['priceShare', 'asc'],
  ],
  listed_desc: [
    ['ageKnown', 'desc'],
    ['listedMs', 'desc'],
  ],
  listed_asc: [
    ['ageKnown', 'desc'],
    ['listedMs', 'asc'],
  ],
};

const turned = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** Ids decide between equals, so that an order is one. */
const keysOf = (sort: SteadySort, isFromEnd: boolean): Key[] =>
  [...keys[sort], ['id', 'asc'] as const].map(([field, direction]) => [
    field,
    isFromEnd ? turned(direction) : direction,
  ]);

/** Of a car whose town is unknown: it comes last. */
const unknownKm = Number.MAX_VALUE;
const kmOfTowns = (from: Town): Record<string, number> =>
  Object.fromEntries(towns.map((town) => [town.name, distanceKm(town, from)]));
const kmOfTown = "doc['town'].size() == 0 ? params.unknown : params.km[doc['town'].value]";

/** `isFromEnd`: the last comes first. Distances are worked out here, as for the place filter, and looked up by the town's name. */
export function sortClause(query: CardQuery, viewer: Viewer, isFromEnd: boolean): Clause[] {
  const sort = sortFor(query, viewer);
  if (sort !== 'distance_asc')
    return keysOf(sort, isFromEnd).map(([field, direction]) => ({ [field]: direction }));
  const order = isFromEnd ? 'desc' : 'asc';
  const params = { km: kmOfTowns(query.from!), unknown: unknownKm };
  return [{ _script: { type: 'number', script: { source: kmOfTown, params }, order } }, { id: order }];
}

/** The cars whose distance passes. */
function inTowns(from: Town, passes: (km: number) => boolean): Clause {
  const names = towns.filter((town) => passes(distanceKm(town, from))).map(({ name }) => name);
  const without = { bool: { must_not: [{ exists: { field: 'town' } }] } };
  return passes(unknownKm) ? anyOf([oneOf('town', names), without]) : oneOf('town', names);
}

/** What comes behind the document that had these values in the query's order. */
export function behind(
  query: CardQuery,
  viewer: Viewer,
  isFromEnd: boolean,
  values: readonly (string | number)[],
): Clause {
  const sort = sortFor(query, viewer);
  if (sort === 'distance_asc') {
    const [last, id] = [Number(values[0]), values[1]];
    const after = { range: { id: { [isFromEnd ? 'lt' : 'gt']: id } } };
    return anyOf([
      inTowns(query.from!, (km) => (isFromEnd ? km < last : km > last)),
      allOf([inTowns(query.from!, (km) => km === last), after]),
    ]);
  }
  const steps = keysOf(sort, isFromEnd);
  return anyOf(
    steps.map(([field, direction], step) =>
      allOf([
        ...steps.slice(0, step).map(([equal], i) => ({ term: { [equal]: values[i] } })),
        { range: { [field]: { [direction === 'asc' ? 'gt' : 'lt']: values[step] } } },
      ]),
    ),
  );
}

/** More than there are makes, or models of all makes: with a place for each the counts of all parts add up exactly. */
const mostNames = 10_000;

const counted: Record<FacetName | 'features', IndexedField> = {
  price: 'priceStep',
  brand: 'make',
  model: 'model',
  deal: 'deal',
  fuel: 'fuel',
  gearbox: 'gearbox',
  seller: 'seller',
  source: 'sources',
  body: 'body',
  color: 'color',
  features: 'features',
};
export type Counted = keyof typeof counted;

const countsOf = (names: readonly Counted[]): Clause =>
  Object.fromEntries(names.map((name) => [name, { terms: { field: counted[name], size: mostNames } }]));

/** Answered from memory while nothing changes. */
const head: Clause = { index: indexAlias, request_cache: true, allow_partial_search_results: false };
const countOnly = (query: Clause, more: Clause = {}): Search => ({ head, body: { size: 0, query, ...more } });

/** The facets that the answer has for this question and viewer. */
const wantedFacets = ({ brands, models }: CardQuery, viewer: Viewer): FacetName[] =>
  facetNames.filter((name) => {
    if (name === 'deal') return viewer.isPremium;
    return name !== 'model' || brands.length + models.length > 0;
  });

/** The newest change that the index knows, removals included. */
export const askNewest = (): Search =>
  countOnly(
    { match_all: {} },
    { track_total_hits: false, aggs: { newest: { max: { field: 'updatedMs' } } } },
  );

/** How many cars of the list would be open to the viewer with premium; null where that is of no interest or none. */
export function askLocked(query: CardQuery, viewer: Viewer): Search | null {
  const locked = lockedClause(viewer);
  return locked === null || isFiltered(query)
    ? null
    : countOnly(allOf([listed, locked]), { track_total_hits: true });
}

export const askDeals = (): Search =>
  countOnly(allOf([listed]), { track_total_hits: true, aggs: countsOf(['deal']) });

/**
 * The total and the facets. A facet counts what the filters but its own leave: those whose filter is not set all count what
 * was found, in one search; each of the others has a search of its own.
 */
export function askFacets(query: CardQuery, viewer: Viewer): { found: Search; others: Search[] } {
  const plain = plainClauses(query, viewer);
  const clauses = facetClauses(query, viewer);
  const without = (skipped: FacetName | null): Clause =>
    allOf([...plain, ...facetNames.filter((name) => name !== skipped).flatMap((name) => clauses[name])]);
  const wanted = wantedFacets(query, viewer);
  const ofFound = wanted.filter((name) => clauses[name].length === 0);
  const ofOthers = wanted.filter((name) => clauses[name].length > 0);
  return {
    found: countOnly(without(null), { track_total_hits: true, aggs: countsOf([...ofFound, 'features']) }),
    others: ofOthers.map((name) =>
      countOnly(without(name), { track_total_hits: false, aggs: countsOf([name]) }),
    ),
  };
}

/** So many results are reached by counting from the first (`index.max_result_window` where nobody sets it). */
const window = 10_000;

/** Part of what was found, in its order: `from` the first on, or from the last when the end is nearer. */
export type Span = { from: number; size: number; isFromEnd: boolean };

/** The span of results `from` to `to` (not included) of `total`, counted from the nearer end. */
export function spanOf(from: number, to: number, total: number): Span {
  const end = Math.min(to, total);
  const size = Math.max(0, end - from);
  return end <= window || from <= total - end
    ? { from, size, isFromEnd: false }
    : { from: total - end, size, isFromEnd: true };
}

/** Whether one search reaches it. */
export const isWithinWindow = ({ from, size }: Span): boolean => from + size <= window;

const everyClause = (query: CardQuery, viewer: Viewer): Clause[] => [
  ...plainClauses(query, viewer),
  ...Object.values(facetClauses(query, viewer)).flat(),
];

const searchOf = (query: CardQuery, viewer: Viewer, span: Span, more: readonly Clause[]): Clause => ({
  query: allOf([...everyClause(query, viewer), ...more]),
  sort: sortClause(query, viewer, span.isFromEnd),
  from: span.from,
  size: span.size,
  track_total_hits: false,
});

const spanHead: Clause = { index: indexAlias, allow_partial_search_results: false };

/** The cards of a span within the window; behind the document that `values` sort like, where they are given. */
export function askSpan(
  query: CardQuery,
  viewer: Viewer,
  span: Span,
  values: readonly (string | number)[] | null = null,
): Search {
  const more = values === null ? [] : [behind(query, viewer, span.isFromEnd, values)];
  return { head: spanHead, body: { ...searchOf(query, viewer, span, more), _source: ['card'] } };
}

/** A stride towards a span beyond the window: the last document that counting reaches, of which the sort values are read. */
export function askStride(
  query: CardQuery,
  viewer: Viewer,
  { isFromEnd }: Span,
  values: readonly (string | number)[] | null,
): Search {
  const last = { from: window - 1, size: 1, isFromEnd };
  const { head, body } = askSpan(query, viewer, last, values);
  return { head, body: { ...body, _source: false } };
}

/** What is left of a way after a stride. */
export const afterStride = (span: Span): Span => ({ ...span, from: span.from - window });

// How two cars differ, as core/catalog/memory/query.ts has it: the same sums in the same order. What is unknown comes as
// a number that no car has.
const difference = `
double apart(double a, double b, double unknown) {
  return a <= 0 || b <= 0 || b == Double.MAX_VALUE ? unknown : Math.abs(Math.log((a + 1000) / (b + 1000)));
}
boolean isSame = doc['modelFolded'].size() > 0 && doc['modelFolded'].value.equals(params.model);
double year = doc['year'].value;
return (isSame ? 0 : params.otherModel)
  + (params.year == 0 || year == 0 ? params.unknownFact : Math.abs(params.year - year) * params.perYear)
  + apart(params.priceDkk, doc['priceDkk'].value, params.unknownFact)
  + apart(params.mileageKm, doc['mileageKm'].value, params.unknownFact) / 2;`;

/** Cars of the same make, open to the viewer, the most alike first; null for a car of no make, which resembles none. */
export function askSimilar(
  subject: Likeness,
  viewer: Viewer,
  hidden: ReadonlySet<string> = new Set(),
): Search | null {
  if (!subject.make) return null;
  const isAnother = {
    bool: {
      must_not: [{ term: { id: subject.id } }, ...(hidden.size > 0 ? [oneOf('id', [...hidden])] : [])],
    },
  };
  const params = {
    ...weights,
    model: subject.model === null ? '' : foldText(subject.model),
    year: subject.year ?? 0,
    priceDkk: subject.priceDkk,
    mileageKm: subject.mileageKm ?? 0,
  };
  return {
    head: { index: indexAlias, allow_partial_search_results: false },
    body: {
      query: allOf([...openClauses(viewer), { term: { make: subject.make } }, isAnother]),
      sort: [
        { _script: { type: 'number', script: { source: difference, params }, order: 'asc' } },
        { id: 'asc' },
      ],
      size: mostSimilar,
      track_total_hits: false,
      _source: ['card'],
    },
  };
}
