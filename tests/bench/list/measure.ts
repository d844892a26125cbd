import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Viewer } from '#core/cars/car.ts';
import type { CardPage, CardQuery } from '#core/catalog/card-query.ts';
import { type Catalog, createCatalog, openCatalog } from '#core/catalog/catalog.ts';
import { textCodec } from '#tests/support/text-codec.ts';
import { cardOf } from './cards.ts';

export const viewer: Viewer = { id: 'reader', isPremium: true, seesEstimates: true };
export const changeCount = 1_000;
const chunkBytes = 8 << 20;

/** Milliseconds. `cpu` is the processor's time for a query on average; the others are of a watch. */
export type Times = { p50: number; p99: number; cpu: number };

const timed = (work: () => unknown): number => {
  const since = performance.now();
  work();
  return performance.now() - since;
};

/** This thread's processor time: counted in ticks of some milliseconds, so for many queries together. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Asks some queries to warm up, then each `times` over with a stop watch; its fastest counts, so that other work on the
 * machine does not.
 */
export function measure(
  queries: readonly CardQuery[],
  times: number,
  answer: (query: CardQuery) => CardPage,
): Times {
  for (const query of queries.slice(0, Math.ceil(queries.length / 8))) answer(query);
  const cpuBefore = cpuMs();
  const fastest = queries.map((query) =>
    Math.min(...Array.from({ length: times }, () => timed(() => answer(query)))),
  );
  const cpu = (cpuMs() - cpuBefore) / (queries.length * times);
  fastest.sort((a, b) => a - b);
  const at = (share: number) => fastest[Math.min(fastest.length - 1, Math.floor(fastest.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), cpu };
}

const elapsed = (sinceMs: number) => Math.round(performance.now() - sinceMs);
const megabytes = (bytes: number) => Math.round(bytes / (1 << 20));

/** Builds the catalog as the snapshot's writer does, and leaves its chunks in a folder. */
export function writeSnapshot(cars: number) {
  const cards = Array.from({ length: cars }, (_, ordinal) => cardOf(ordinal));
  const builtAt = performance.now();
  const catalog = createCatalog(cards);
  const buildMs = elapsed(builtAt);
  const folder = mkdtempSync(join(tmpdir(), `catalog-${randomBytes(4).toString('hex')}-`));
  const writtenAt = performance.now();
  let number = 0;
  for (const chunk of catalog.snapshot(chunkBytes, textCodec))
    writeFileSync(join(folder, String(number++).padStart(4, '0')), zstdCompressSync(chunk));
  return { folder, buildMs, writeMs: elapsed(writtenAt), chunks: number };
}

/** One piece of memory for each chunk, instead of many that are copied together. */
const largestChunk = 32 << 20;
const decompress = promisify(zstdDecompress);

export type Loaded = {
  catalog: Catalog;
  loadMs: number;
  loadCpuMs: number;
  snapshotMb: number;
  memoryMb: number;
  rssMb: number;
};

/** From compressed chunks to the first answer, as a cold function goes that has them in hand. */
export async function loadSnapshot(folder: string): Promise<Loaded> {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const snapshotMb = megabytes(files.reduce((sum, file) => sum + statSync(file).size, 0));
  const compressed = files.map((file) => readFileSync(file));
  rmSync(folder, { recursive: true });
  const loadedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const catalog = openCatalog(
    await Promise.all(compressed.map((chunk) => decompress(chunk, { chunkSize: largestChunk }))),
    textCodec,
  );
  if (!catalog) throw new Error('The snapshot cannot be read');
  const { user, system } = process.cpuUsage(cpuBefore);
  const loadMs = elapsed(loadedAt);
  compressed.length = 0;
  globalThis.gc?.();
  return {
    catalog,
    loadMs,
    loadCpuMs: Math.round((user + system) / 1000),
    snapshotMb,
    memoryMb: megabytes(catalog.memoryBytes),
    rssMb: megabytes(process.memoryUsage().rss),
  };
}

/** The ordinals of the cars that change after the snapshot. */
export const changedOrdinals = (cars: number): number[] =>
  Array.from({ length: changeCount }, (_, i) => Math.floor((i * cars) / changeCount));

/** Takes over a thousand changed cars, ms. */
export function refresh(catalog: Catalog, cars: number): number {
  const changed = changedOrdinals(cars).map((ordinal) => cardOf(ordinal, 1));
  return timed(() => catalog.apply(changed));
}

/** Milliseconds of the processor, and megabytes that lie in the bucket. */
export type Written = { cpuMs: number; mb: number };

function written(chunks: () => Iterable<Uint8Array>): Written {
  const before = process.cpuUsage();
  let bytes = 0;
  for (const chunk of chunks()) bytes += zstdCompressSync(chunk).length;
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: Math.round((user + system) / 1000), mb: bytes / (1 << 20) };
}

/**
 * What it takes to write what changed since the snapshot, and all of it in its place. The catalog is one segment afterwards.
 * `delta` is null where so much of a small catalog has changed that the product writes it whole.
 */
export function writeAgain(catalog: Catalog): { delta: Written | null; whole: Written } {
  const delta = written(() => [catalog.delta(textCodec)].filter((chunk) => chunk !== null));
  return {
    delta: delta.mb > 0 ? delta : null,
    whole: written(() => catalog.snapshot(chunkBytes, textCodec)),
  };
}
