import {
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

export type KindResult = { kind: string; times: Times };
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
  dollarsPerMillion: number;
  /** Of the whole catalog with the thousand changes. */
  whole: Written;
};

const queriesOfKind = (cars: number) => (cars > 300_000 ? 50 : 100);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Measures one size from the snapshot in `folder`. */
export async function runSize(cars: number, folder: string): Promise<SizeResult> {
  const { catalog, ...loaded } = await loadSnapshot(folder);
  const refreshMs = refresh(catalog, cars);
  const kinds = Object.keys(queryKinds).map((kind) => {
    const queries = queriesOf(kind, queriesOfKind(cars), cars);
    return { kind, times: measure(queries, 7, (query) => catalog.query(query, viewer)) };
  });
  const cpu = mean(kinds.map(({ times }) => times.cpu));
  return {
    cars,
    ...loaded,
    refreshMs: Math.round(refreshMs),
    kinds,
    p50: mean(kinds.map(({ times }) => times.p50)),
    p99: Math.max(...kinds.map(({ times }) => times.p99)),
    cpu,
    dollarsPerMillion: dollarsPerMillion(cpu),
    whole: writeAgain(catalog),
  };
}
