import { deepStrictEqual } from 'node:assert/strict';
import {
  cardOf,
  changedOrdinals,
  dollarsPerMillion,
  loadSnapshot,
  measure,
  queriesOf,
  queryKinds,
  refresh,
  type Times,
  viewer,
  type Written,
  writeAgain,
} from './measure.ts';
import { buildSqlite, type SqliteList } from './sqlite.ts';

export type KindResult = { kind: string; catalog: Times; sqlite: Times | null; ratio: number | null };
export type SizeResult = {
  cars: number;
  snapshotMb: number;
  loadMs: number;
  loadCpuMs: number;
  refreshMs: number;
  memoryMb: number;
  rssMb: number;
  kinds: KindResult[];
  /** Milliseconds over all kinds: of the median, the worst, and the processor's on average. */
  p50: number;
  p99: number;
  cpu: number;
  ratio: number | null;
  dollarsPerMillion: number;
  compared: number;
  /** Of the thousand changes, and of the whole catalog with them. */
  delta: Written | null;
  whole: Written;
};

const repeatsOf = (cars: number) =>
  cars > 300_000 ? { catalog: 50, sqlite: 3 } : { catalog: 100, sqlite: 6 };

function build(cars: number): SqliteList {
  const changed = new Set(changedOrdinals(cars));
  return buildSqlite(cars, (ordinal) => cardOf(ordinal, changed.has(ordinal) ? 1 : 0));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Measures one size from the snapshot in `folder`; with SQLite beside it, on the same cars, unless told not to. */
export async function runSize(cars: number, folder: string, withSqlite: boolean): Promise<SizeResult> {
  const { catalog, ...loaded } = await loadSnapshot(folder);
  const refreshMs = refresh(catalog, cars);
  const repeats = repeatsOf(cars);
  const answers = Object.keys(queryKinds).map((kind) => {
    const queries = queriesOf(kind, repeats.catalog, cars);
    return { kind, queries, times: measure(queries, 7, (query) => catalog.query(query, viewer)) };
  });
  const sqlite = withSqlite ? build(cars) : null;
  let compared = 0;
  const kinds = answers.map(({ kind, queries, times }): KindResult => {
    if (!sqlite) return { kind, catalog: times, sqlite: null, ratio: null };
    const asked = queries.slice(0, repeats.sqlite);
    for (const query of asked) {
      deepStrictEqual(sqlite.query(query), catalog.query(query, viewer), `${kind}: ${JSON.stringify(query)}`);
      compared++;
    }
    const theirs = measure(asked, 1, (query) => sqlite.query(query));
    return { kind, catalog: times, sqlite: theirs, ratio: theirs.cpu / times.cpu };
  });
  const ours = kinds.map((kind) => kind.catalog.cpu);
  const all = answers.map(({ times }) => times);
  return {
    cars,
    ...loaded,
    refreshMs: Math.round(refreshMs),
    kinds,
    p50: mean(all.map(({ p50 }) => p50)),
    p99: Math.max(...all.map(({ p99 }) => p99)),
    ratio: sqlite ? mean(kinds.map((kind) => kind.sqlite!.cpu)) / mean(ours) : null,
    cpu: mean(ours),
    dollarsPerMillion: dollarsPerMillion(mean(ours)),
    compared,
    ...writeAgain(catalog),
  };
}
