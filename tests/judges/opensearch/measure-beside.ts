import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CardPage, CardQuery } from '#core/catalog/card-query.ts';
import { type Catalog, createCatalog } from '#core/catalog/catalog.ts';
import { indexAlias } from '#core/catalog/opensearch/documents.ts';
import { beginIndex, callEngine, fillIndex, searchCatalog, switchTo } from '#functions/catalog/opensearch.ts';
import { cardOf, measure, queriesOf, queryKinds, viewer } from '#tests/bench/list/measure.ts';
import { textCodec } from '#tests/support/text-codec.ts';

type Times = { p50: number; p99: number };
type KindResult = { kind: string; memory: Times; engine: Times };
export type BesideResult = {
  cars: number;
  fillSeconds: number;
  indexMegabytes: number;
  memoryMegabytes: number;
  compared: number;
  differences: string[];
  kinds: KindResult[];
  /** Over all kinds: the mean of the medians, and the worst p99. */
  memory: Times;
  engine: Times;
};

const perPortion = 5_000;
const warmUps = 2;
/** Beyond what one search counts from either end. */
const middlePage = 'page in the middle';
const kinds = [...Object.keys(queryKinds), middlePage];

function questionsOf(kind: string, cars: number, perKind: number): CardQuery[] {
  if (kind !== middlePage) return queriesOf(kind, perKind, cars);
  return queriesOf('no filter', perKind, cars).map((query) => ({ ...query, page: Math.floor(cars / 60) }));
}

/** The same cars in both, which only the generator knows. */
async function fillBoth(cars: number): Promise<{ catalog: Catalog; fillSeconds: number }> {
  const catalog = createCatalog([]);
  const index = await beginIndex(new Date(), randomBytes(4).toString('hex'));
  const fillingSince = performance.now();
  let filled: Promise<void> = Promise.resolve();
  for (let from = 0; from < cars; from += perPortion) {
    const size = Math.min(perPortion, cars - from);
    const cards = Array.from({ length: size }, (_, i) => cardOf(from + i));
    await filled;
    // The engine takes these while the next are made up.
    filled = fillIndex(index, cards);
    catalog.apply(cards);
  }
  await filled;
  await switchTo(index);
  const fillSeconds = Math.round((performance.now() - fillingSince) / 1000);
  // As the list's functions have it: one piece.
  for (const _ of catalog.snapshot(1 << 26, textCodec));
  return { catalog, fillSeconds };
}

const timesOf = (ms: readonly number[]): Times => {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p99: at(0.99) };
};

/** Forgets what was counted before, as every change of a car makes it forget: asked again it would know the answer. */
const forget = () => callEngine({ method: 'POST', path: `/${indexAlias}/_cache/clear?request=true` });

async function timeEngine(queries: readonly CardQuery[]): Promise<{ times: Times; pages: CardPage[] }> {
  const pages: CardPage[] = [];
  const ms: number[] = [];
  for (const query of queries) {
    await forget();
    const begunAt = performance.now();
    pages.push(await searchCatalog().query(query, viewer));
    ms.push(performance.now() - begunAt);
  }
  return { times: timesOf(ms), pages };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const over = (times: readonly Times[]): Times => ({
  p50: mean(times.map(({ p50 }) => p50)),
  p99: Math.max(...times.map(({ p99 }) => p99)),
});

type Stats = { _all: { primaries: { store: { size_in_bytes: number } } } };

/** Both engines on the same cars and so many questions of each kind, whose answers must be equal. */
export async function measureBeside(cars: number, perKind: number): Promise<BesideResult> {
  const { catalog, fillSeconds } = await fillBoth(cars);
  // What a node does the first time (compiling itself, reading its files) is no question's: it takes some thousand to be itself.
  for (let round = 0; round < warmUps; round++)
    for (const kind of Object.keys(queryKinds)) await timeEngine(queriesOf(kind, perKind, cars));
  const differences: string[] = [];
  const results: KindResult[] = [];
  for (const kind of kinds) {
    const queries = questionsOf(kind, cars, perKind);
    const engine = await timeEngine(queries);
    const memory = measure(queries, 3, (query) => catalog.query(query, viewer));
    for (const [i, query] of queries.entries())
      if (!isDeepStrictEqual(engine.pages[i], catalog.query(query, viewer)))
        differences.push(`${cars} cars, ${kind}: ${JSON.stringify(query)}`);
    results.push({ kind, memory: { p50: memory.p50, p99: memory.p99 }, engine: engine.times });
  }
  const stats = await callEngine<Stats>({ method: 'GET', path: `/${indexAlias}/_stats/store` });
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  return {
    cars,
    fillSeconds,
    indexMegabytes: megabytes(stats._all.primaries.store.size_in_bytes),
    memoryMegabytes: megabytes(catalog.memoryBytes),
    compared: kinds.length * perKind,
    differences,
    kinds: results,
    memory: over(results.map(({ memory }) => memory)),
    engine: over(results.map(({ engine }) => engine)),
  };
}
