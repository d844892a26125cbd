import { randomBytes } from 'node:crypto';
import { encodeCards, snapshotFormat } from '#functions/_adapters/card-chunks.ts';
import { deleteOldSnapshots, writeSnapshot } from '#functions/_adapters/catalog-snapshot.ts';
import { type LoadedCatalog, loadCatalog } from '#functions/_adapters/catalog-source.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';

/** The whole table is read this often, whatever the snapshots say: an error in one would live on in those made from it. */
const fullReadEveryMs = 24 * 3600_000;

async function loadForSnapshot(): Promise<LoadedCatalog> {
  const catalog = await loadCatalog();
  const fullReadAgeMs = clock.now().getTime() - Date.parse(catalog.fullReadAt);
  return fullReadAgeMs < fullReadEveryMs ? catalog : loadCatalog({ fromTable: true });
}

/** A snapshot is written anew at least this often, so that the changes since it stay few. */
const unchangedMs = 12 * 3600_000;

function isUpToDate({ snapshot, changes }: LoadedCatalog): boolean {
  if (!snapshot || changes > 0) return false;
  return clock.now().getTime() - Date.parse(snapshot.seenUpTo) < unchangedMs;
}

/** Four times an hour: what the functions of the list start from. */
export async function handler(): Promise<void> {
  const startedMs = Date.now();
  const catalog = await loadForSnapshot();
  if (isUpToDate(catalog)) return log.info('the catalog has not changed', { cars: catalog.cards.size });
  const chunks = await encodeCards([...catalog.cards.values()]);
  const { seenUpTo, fullReadAt, version: newest } = catalog;
  const about = { format: snapshotFormat, cars: catalog.cards.size, newest, seenUpTo, fullReadAt };
  const random = randomBytes(4).toString('hex');
  const written = await writeSnapshot(chunks, about, new Date(), random);
  const kept = [written.version, ...(catalog.snapshot ? [catalog.snapshot.version] : [])];
  const deleted = await deleteOldSnapshots(kept, new Date());
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  log.info('the catalog was written', {
    version: written.version,
    cars: written.cars,
    chunks: chunks.length,
    bytes,
    deleted,
    ms: Date.now() - startedMs,
  });
  countMetric('CatalogCars', written.cars);
}
