import { randomBytes } from 'node:crypto';
import { formatNumber } from '#core/search/catalog/snapshot-format.ts';
import { deleteOldSnapshots, writeSnapshot } from '#functions/_adapters/write-catalog-snapshot.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { type LoadedCatalog, loadCatalog } from './load-catalog.ts';

/** The whole table is read this often, whatever the snapshots say: an error in one would live on in those made from it. */
const fullReadEveryMs = 24 * 3600_000;
/** A snapshot is written anew at least this often, so that the changes since it stay few. */
const unchangedMs = 12 * 3600_000;
/** Chunks are read side by side: small enough to share the line, few enough to ask for at once. */
const chunkBytes = 4 * 1_048_576;

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
 * Writes what the functions of the list start from, if the catalog has changed; with `fromTable` in any case, from all that
 * the table holds.
 */
export async function writeCatalog({ fromTable = false } = {}): Promise<void> {
  const startedMs = Date.now();
  const loaded = await loadForSnapshot(fromTable);
  const { catalog, seenUpTo, fullReadAt, snapshot } = loaded;
  if (isUpToDate(loaded)) return log.info('the catalog has not changed', { cars: catalog.size });
  const chunks = [...catalog.snapshot(chunkBytes)];
  const about = { cars: catalog.size, newest: catalog.version, seenUpTo, fullReadAt };
  const { version } = await writeSnapshot(chunks, about, new Date(), randomBytes(4).toString('hex'));
  const deleted = await deleteOldSnapshots([version, ...(snapshot ? [snapshot.version] : [])], new Date());
  log.info('the catalog was written', {
    version,
    cars: catalog.size,
    chunks: chunks.length,
    bytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    deleted,
    ms: Date.now() - startedMs,
  });
  countMetric('CatalogCars', catalog.size);
}
