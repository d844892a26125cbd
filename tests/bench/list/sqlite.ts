import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Card } from '#core/cars/card.ts';
import { features } from '#core/cars/features.ts';
import { listedSince } from '#core/cars/listing-life.ts';
import {
  type CardPage,
  type CardQuery,
  type Facet,
  noUpperPriceDkk,
  pageSize,
  type SortOption,
} from '#core/catalog/card-query.ts';
import {
  asksForCar,
  comparedMileageKm,
  dealRank,
  priceShare,
  searchedTexts,
} from '#core/catalog/card-rules.ts';
import { foldText, readSearch } from '#core/catalog/fold-text.ts';
import { bitsOf, packFeatures } from '#core/catalog/memory/segment.ts';
import { priceStepOf, priceSteps } from '#core/catalog/price-scale.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { findTown } from '#core/places/places.ts';
import { distanceKm } from '#core/places/towns.ts';

// The same list over SQLite as well as it can be done there: everything prepared, in memory, a covering index for each sort
// and each facet, full-text search with prefix indexes. Its answers are those of the catalog for a premium viewer.

const unknownLast = 9e15;
const filterColumns =
  'price, make, model, deal, fuel, gearbox, seller, sources, body, color, features, power, year, mileage, inspection, first_seen, listed, dropped, city, step';
const sortColumns: Record<SortOption, string> = {
  price_asc: 'price_up',
  price_desc: 'price_down',
  deal: 'deal_rank, share',
  mileage_asc: 'mileage',
  year_desc: 'year_down',
  scraped_desc: 'scraped_down',
  listed_desc: 'listed_down',
  listed_asc: 'listed',
};
const facetColumns = [
  'make',
  'model',
  'deal',
  'fuel',
  'gearbox',
  'seller',
  'sources',
  'body',
  'color',
  'features',
  'step',
] as const;
type FacetColumn = (typeof facetColumns)[number];

const schema = `
  create table cars (
    n integer primary key, id text, card text, price real, make text, folded_make text, deal text, fuel text, gearbox text,
    seller text, year int, mileage real, inspection text, first_seen text, city text, step int, price_up real,
    price_down real, deal_rank int, share real, year_down int, scraped_down real, model text, folded_model text, sources int,
    body text, color text, features int, power int, listed text, listed_down real, dropped text);
  create virtual table words using fts5(text, content='', columnsize=0, detail=none, prefix='1 2 3');`;

const indexes = [
  ...Object.values(sortColumns).map(
    (sort, i) => `create index sort_${i} on cars (${sort}, n, ${filterColumns}, folded_make, folded_model)`,
  ),
  ...facetColumns.map(
    (facet) => `create index facet_${facet} on cars (${facet}, ${filterColumns}, folded_make, folded_model)`,
  ),
  'create unique index ids on cars (id)',
  'create index makes on cars (folded_make, price)',
  'create index models on cars (folded_model, price)',
  'create index powers on cars (power)',
  'create index drops on cars (dropped)',
  'create index cities on cars (city, price)',
];

const rowOf = (card: Card, n: number): SQLInputValue[] => [
  n,
  card.id,
  JSON.stringify(card),
  card.priceDkk,
  card.make,
  foldText(card.make ?? ''),
  card.deal,
  card.fuel,
  card.gearbox,
  card.sellerType,
  card.year,
  comparedMileageKm(card) ?? unknownLast,
  card.nextInspection,
  card.firstSeenAt,
  card.city,
  card.priceDkk > 0 ? priceStepOf(card.priceDkk) : null,
  asksForCar(card) ? card.priceDkk : unknownLast,
  asksForCar(card) ? -card.priceDkk : unknownLast,
  -dealRank[card.deal],
  priceShare(card),
  -(card.year ?? 0),
  -Date.parse(card.scrapedAt),
  card.model,
  foldText(card.model ?? ''),
  bitsOf(marketplaceIds, card.sources),
  card.body,
  card.colorFamily,
  packFeatures(card),
  card.horsepower,
  listedSince(card),
  -Date.parse(listedSince(card)),
  card.priceDrop?.at ?? null,
];

type Condition = { facet: FacetColumn | null; sql: string; values: SQLInputValue[] };

const some = (column: string, values: readonly string[], facet: FacetColumn | null): Condition[] =>
  values.length === 0
    ? []
    : [{ facet, sql: `${column} in (${values.map(() => '?').join()})`, values: [...values] }];
const when = (value: SQLInputValue, sql: string, facet: FacetColumn | null = null): Condition[] =>
  value === null ? [] : [{ facet, sql, values: [value] }];

/** The query as conditions, each with the facet that does not heed it. `cities` are all that occur. */
function conditionsOf(query: CardQuery, cities: readonly string[]): Condition[] {
  const { minPriceDkk, maxPriceDkk, near } = query;
  const nearby = (city: string) => {
    const town = findTown(city);
    return town !== null && distanceKm(town, near!.town) <= near!.radiusKm;
  };
  const [words] = readSearch(query.text);
  const match = words?.map((word) => `"${word}"*`).join(' AND ') ?? null;
  return [
    ...when(minPriceDkk > 0 ? minPriceDkk : null, 'price >= ?', 'step'),
    ...when(maxPriceDkk < noUpperPriceDkk ? maxPriceDkk : null, 'price <= ?', 'step'),
    ...some('folded_make', query.brands.map(foldText), 'make'),
    ...some('deal', query.deals, 'deal'),
    ...some('fuel', query.fuels, 'fuel'),
    ...when(query.gearbox, 'gearbox = ?', 'gearbox'),
    ...when(query.seller, 'seller = ?', 'seller'),
    ...some('folded_model', query.models.map(foldText), 'model'),
    ...(query.sources.length > 0
      ? when(bitsOf(marketplaceIds, query.sources), 'sources & ? > 0', 'sources')
      : []),
    ...some('body', query.bodies, 'body'),
    ...some('color', query.colors, 'color'),
    ...query.features.flatMap((feature) => when(packFeatures({ features: [feature] }), 'features & ? > 0')),
    ...when(query.minHorsepower, 'power >= ?'),
    ...when(query.droppedFrom, 'dropped >= ?'),
    ...when(query.listedFrom, 'listed >= ?'),
    ...when(query.listedUntil, 'listed <= ?'),
    ...when(query.minYear, 'year >= ?'),
    ...when(query.maxYear, 'year <= ?'),
    ...when(query.maxMileageKm, 'mileage <= ?'),
    ...when(query.inspectionAfter, 'inspection > ?'),
    ...when(query.firstSeenFrom, 'first_seen >= ?'),
    ...(near ? some('city', cities.filter(nearby), null) : []),
    ...when(match, 'n in (select rowid from words where words match ?)'),
  ];
}

const whereOf = (conditions: readonly Condition[]) => ({
  sql: conditions.length === 0 ? '' : `where ${conditions.map(({ sql }) => sql).join(' and ')}`,
  values: conditions.flatMap(({ values }) => values),
});

const byCount = (a: Facet<string>, b: Facet<string>) => b.count - a.count || (a.name < b.name ? -1 : 1);

export type SqliteList = { query(query: CardQuery): CardPage };

/** `cardOf(n)` are the cards in the order of their ids. */
export function buildSqlite(count: number, cardOf: (n: number) => Card): SqliteList {
  const db = new DatabaseSync(':memory:');
  db.exec(`pragma cache_size = -4000000; pragma temp_store = memory; ${schema}; begin`);
  const insert = db.prepare(`insert into cars values (${Array(32).fill('?').join()})`);
  const insertWords = db.prepare('insert into words (rowid, text) values (?, ?)');
  for (let n = 0; n < count; n++) {
    const card = cardOf(n);
    insert.run(...rowOf(card, n));
    insertWords.run(n, searchedTexts(card).full);
  }
  for (const index of indexes) db.exec(index);
  db.exec("insert into words (words) values ('optimize'); commit; analyze");
  const prepared = new Map<string, StatementSync>();
  const run = (sql: string, values: readonly SQLInputValue[]) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...values) as Record<string, SQLInputValue>[];
  };
  const cities = run('select distinct city from cars where city is not null', []).map(({ city }) =>
    String(city),
  );

  function countFacet<T extends string>(conditions: readonly Condition[], facet: FacetColumn): Facet<T>[] {
    const where = whereOf(conditions.filter((condition) => condition.facet !== facet));
    return run(
      `select ${facet} as name, count(*) as count from cars ${where.sql} group by ${facet}`,
      where.values,
    )
      .filter(({ name }) => name !== null)
      .map(({ name, count: cars }) => ({ name: String(name) as T, count: Number(cars) }))
      .sort(byCount);
  }
  /** What several bits of one column name. */
  function countBits<T extends string>(
    conditions: readonly Condition[],
    facet: 'sources' | 'features',
    names: readonly T[],
  ): Facet<T>[] {
    const sets = countFacet(conditions, facet);
    const countOf = (bit: number) =>
      sets.reduce((sum, { name, count: cars }) => sum + (Number(name) & (1 << bit) ? cars : 0), 0);
    return names
      .map((name, bit) => ({ name, count: countOf(bit) }))
      .filter(({ count: cars }) => cars > 0)
      .sort(byCount);
  }
  function histogram(conditions: readonly Condition[]): number[] {
    const steps = new Array<number>(priceSteps).fill(0);
    for (const { name, count: cars } of countFacet(conditions, 'step')) steps[Number(name)] = cars;
    return steps;
  }

  return {
    query(query) {
      const conditions = conditionsOf(query, cities);
      const where = whereOf(conditions);
      const [total] = run(`select count(*) as count from cars ${where.sql}`, where.values);
      const totalCount = Number(total?.count);
      const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
      const page = Math.min(query.page, totalPages);
      // The numbers come from a covering index; whole cards are read for the page alone.
      const rows = run(
        `select card from cars where n in (select n from cars ${where.sql} order by ${sortColumns[query.sort]}, n limit ? offset ?)
         order by ${sortColumns[query.sort]}, n`,
        [...where.values, pageSize, (page - 1) * pageSize],
      );
      return {
        cards: rows.map(({ card }) => JSON.parse(String(card)) as Card),
        lockedOnPage: 0,
        totalCount,
        totalPages,
        page,
        brands: countFacet(conditions, 'make'),
        deals: countFacet(conditions, 'deal'),
        fuels: countFacet(conditions, 'fuel'),
        gearboxes: countFacet(conditions, 'gearbox'),
        sellers: countFacet(conditions, 'seller'),
        models: query.brands.length + query.models.length > 0 ? countFacet(conditions, 'model') : [],
        sources: countBits(conditions, 'sources', marketplaceIds),
        bodies: countFacet(conditions, 'body'),
        colors: countFacet(conditions, 'color'),
        features: countBits(conditions, 'features', features),
        priceHistogram: histogram(conditions),
      };
    },
  };
}
