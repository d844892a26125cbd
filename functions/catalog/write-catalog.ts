import { randomBytes } from 'node:crypto';
import type { Catalog } from '#core/catalog/catalog.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { type LoadedCatalog, loadCatalog } from './catalog.ts';
import { deleteOldSnapshots, loadTextCodec, readSnapshotPointer, writeSnapshot } from './snapshots.ts';

/** The whole table is read at least this often, because an error in one snapshot would be copied to the next. */
const fullReadEveryMs = 24 * 3600_000;
/** A snapshot is written at least this often, so that functions have few changes to read. */
const unchangedMs = 12 * 3600_000;
/** A snapshot younger than this leaves functions few changes to read. */
const freshMs = 3600_000;
/** Chunks are read in parallel: small enough for that, and few enough to request all at once. */
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

/**
 * A function that has just read the pointer is reading these versions now, whatever their age; the next run may delete them.
 */
async function versionsInUse({ snapshot }: LoadedCatalog): Promise<string[]> {
  try {
    const pointer = snapshot ?? (await readSnapshotPointer(formatNumber));
    return pointer ? [pointer.version] : [];
  } catch (error) {
    log.failure('the pointer of the former snapshot could not be read', error);
    return [];
  }
}

/**
 * Writes the snapshot that the list's functions load, if the catalog has changed. With `fromTable` it reads the whole table
 * and always writes.
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
  const chunks = [...catalog.snapshot(chunkBytes, await loadTextCodec())];
  const { seenUpTo, fullReadAt } = loaded;
  const about = { cars: catalog.size, newest: catalog.version, seenUpTo, fullReadAt };
  const written = await writeSnapshot(chunks, about, new Date(), randomBytes(4).toString('hex'));
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
 * Writes a snapshot of this version's format before its functions take over, unless there is a recent one (decision 15).
 * Returns the number of cars written; null when nothing was.
 */
export async function writeCatalogAhead(): Promise<number | null> {
  const pointer = await readSnapshotPointer(formatNumber);
  if (pointer && Math.abs(ageMs(pointer.seenUpTo)) < freshMs) return null;
  return (await writeCatalog()).catalog.size;
}
