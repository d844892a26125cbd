import { randomBytes } from 'node:crypto';
import { type CatalogChange, isCard } from '#core/cars/card.ts';
import type { Catalog } from '#core/catalog/catalog.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { type LoadedCatalog, loadCatalog, overlapMs } from './catalog.ts';
import { eachCatalogPage, readCatalogChanges } from './change-store.ts';
import {
  answeringSince,
  beginIndex,
  deleteOldIndexes,
  fillIndex,
  indexChanges,
  isBuilding,
  switchTo,
} from './opensearch.ts';
import {
  deleteOldSnapshots,
  loadTextCodec,
  readSnapshotPointer,
  type SnapshotPointer,
  writeDelta,
  writeSnapshot,
} from './snapshots.ts';

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
 * Before functions of this version take over: writes a snapshot of their format unless a fresh one lies there (decision 15).
 * Returns how many cars were written; null where nothing was.
 */
export async function writeCatalogAhead(): Promise<number | null> {
  const pointer = await readSnapshotPointer(formatNumber);
  if (pointer && Math.abs(ageMs(pointer.seenUpTo)) < freshMs) return null;
  return (await writeCatalog()).catalog.size;
}

const hourMs = 3600_000;
/** The whole table is read this often, whatever the stream has brought: an error would live on otherwise. */
const oldestMs = 24 * hourMs;
/** The stream gives up on a change after an hour: what it lost is brought again from the table. */
const caughtUpMs = 2 * hourMs;
/** A car's older version cannot come so long after its removal: the removal need not be kept any more. */
const forgottenMs = 7 * 24 * hourMs;

const before = (instant: Date, ms: number): string => new Date(instant.getTime() - ms).toISOString();

/**
 * A new index out of the table, which takes the former's place when it has everything. The stream goes on filling the former:
 * what it brought meanwhile is read from the table, before the switch and once more after it. Every change may come often.
 */
async function buildAnew(): Promise<void> {
  const begunAt = clock.now();
  const index = await beginIndex(begunAt, randomBytes(4).toString('hex'));
  const oldest = before(begunAt, forgottenMs);
  let cars = 0;
  await eachCatalogPage(null, async (changes: CatalogChange[]) => {
    const kept = changes.filter((change) => isCard(change) || change.updatedAt > oldest);
    await fillIndex(index, kept);
    cars += kept.filter(isCard).length;
  });
  await fillIndex(index, await readCatalogChanges(before(begunAt, overlapMs)));
  const switchedAt = clock.now();
  await switchTo(index);
  await indexChanges(await readCatalogChanges(before(switchedAt, overlapMs)));
  const deleted = await deleteOldIndexes(clock.now());
  const ms = clock.now().getTime() - begunAt.getTime();
  log.info('the index of the cars was built', { index, cars, deleted: deleted.length, ms });
  countMetric('CarIndexCars', cars);
}

/** Builds the index of the cars when none answers or the last is a day old; else brings it what the stream may have lost. */
export async function keepCarIndex(): Promise<void> {
  const now = clock.now();
  const since = await answeringSince();
  if (since && now.getTime() - since.getTime() < oldestMs)
    return indexChanges(await readCatalogChanges(before(now, caughtUpMs)));
  if (await isBuilding(now)) return log.info('the index of the cars is being built by another run');
  await buildAnew();
}
