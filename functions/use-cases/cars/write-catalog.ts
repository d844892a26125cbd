import { randomBytes } from 'node:crypto';
import { formatNumber } from '#core/search/catalog/snapshot-format.ts';
import type { Catalog } from '#core/search/catalog.ts';
import { readSnapshotPointer, type SnapshotPointer } from '#functions/_adapters/catalog-snapshot.ts';
import { deleteOldSnapshots } from '#functions/_adapters/delete-old-snapshots.ts';
import { loadTextCodec } from '#functions/_adapters/text-codec.ts';
import { writeDelta, writeSnapshot } from '#functions/_adapters/write-catalog-snapshot.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { type LoadedCatalog, loadCatalog } from './load-catalog.ts';

/** The whole table is read this often, whatever the snapshots say: an error in one would live on in those made from it. */
const fullReadEveryMs = 24 * 3600_000;
/** A snapshot is written anew at least this often, so that the changes since it stay few. */
const unchangedMs = 12 * 3600_000;
/** Functions that begin with one this old have few changes to read. */
const freshMs = 3600_000;
/** Chunks are read side by side: small enough to share the line, few enough to ask for at once. */
export const chunkBytes = 4 * 1_048_576;

const ageMs = (instant: string) => clock.now().getTime() - Date.parse(instant);

async function loadForSnapshot(fromTable: boolean): Promise<LoadedCatalog> {
  if (fromTable) return loadCatalog({ fromTable });
  const loaded = await loadCatalog();
  return ageMs(loaded.fullReadAt) < fullReadEveryMs ? loaded : loadCatalog({ fromTable: true });
}

function isUpToDate({ snapshot, catalog }: LoadedCatalog): boolean {
  if (snapshot?.format !== formatNumber || ageMs(snapshot.seenUpTo) > unchangedMs) return false;
  return catalog.version === snapshot.newest && catalog.size === snapshot.cars;
}

/** What changed since the snapshot where that is little; else all of it. */
async function write({ catalog, seenUpTo, fullReadAt, snapshot }: LoadedCatalog) {
  const about = { cars: catalog.size, newest: catalog.version, seenUpTo };
  const [writtenAt, random] = [new Date(), randomBytes(4).toString('hex')];
  const codec = await loadTextCodec();
  const delta = snapshot?.format === formatNumber ? catalog.delta(codec) : null;
  if (snapshot && delta) {
    const base = snapshot.version;
    return { base, ...(await writeDelta(delta, { ...about, base }, writtenAt, random)) };
  }
  const chunks = [...catalog.snapshot(chunkBytes, codec)];
  return { base: null, ...(await writeSnapshot(chunks, { ...about, fullReadAt }, writtenAt, random)) };
}

const versionsOf = (pointer: SnapshotPointer | null): string[] =>
  pointer ? [pointer.version, ...(pointer.delta ? [pointer.delta.version] : [])] : [];

/** Whoever has just read the pointer is reading these now, however old they are; the next run may delete them. */
async function versionsInUse({ snapshot }: LoadedCatalog): Promise<string[]> {
  try {
    return versionsOf(snapshot ?? (await readSnapshotPointer(formatNumber)));
  } catch (error) {
    log.failure('the pointer of the former snapshot could not be read', error);
    return [];
  }
}

/**
 * Writes what the functions of the list start from, if the catalog has changed; with `fromTable` in any case, from all that
 * the table holds.
 */
export async function writeCatalog({
  fromTable = false,
} = {}): Promise<{ catalog: Catalog; isWritten: boolean }> {
  const startedMs = Date.now();
  const loaded = await loadForSnapshot(fromTable);
  const { catalog } = loaded;
  if (isUpToDate(loaded)) {
    log.info('the catalog has not changed', { cars: catalog.size });
    return { catalog, isWritten: false };
  }
  const inUse = await versionsInUse(loaded);
  const written = await write(loaded);
  const deleted = await deleteOldSnapshots([written.version, ...inUse], new Date());
  log.info('the catalog was written', {
    ...written,
    cars: catalog.size,
    deleted,
    ms: Date.now() - startedMs,
  });
  return { catalog, isWritten: true };
}

/**
 * Before functions of this version take over: writes a snapshot of their format unless a fresh one lies there (decision 51).
 * Returns how many cars were written; null where nothing was.
 */
export async function writeCatalogAhead(): Promise<number | null> {
  const pointer = await readSnapshotPointer(formatNumber);
  if (pointer && Math.abs(ageMs(pointer.seenUpTo)) < freshMs) return null;
  return (await writeCatalog()).catalog.size;
}
