import type { Catalog } from '#core/search/catalog.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';

/** Beyond these the catalog should stand behind a search service instead (decision 10). */
const mostCars = 250_000;
const slowLoadMs = 2_000;
/**
 * Shares of the function's memory: from the first on it says so, from the second on it grows no more. A process needs about
 * as much again as its catalog while it opens and merges it.
 */
const warnShare = 0.3;
const fullShare = 0.4;
/** Once an hour is enough for an operator. */
const sayEveryMs = 3600_000;

let saidAtMs = Number.NEGATIVE_INFINITY;

const shareOfMemory = (catalog: Catalog): number =>
  catalog.memoryBytes / (Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 2048) * 1_048_576);

/** Whether cars may still be added. A list that lacks the newest cars serves people better than none at all. */
export const hasRoom = (catalog: Catalog): boolean => shareOfMemory(catalog) < fullShare;

/** Tells the operator in time that the catalog outgrows its place. `loadMs`: how long it took to load, if it was. */
export function watchSize(catalog: Catalog, loadMs: number | null): void {
  const share = shareOfMemory(catalog);
  const isLarge = share > warnShare || catalog.size > mostCars || (loadMs ?? 0) > slowLoadMs;
  if (!isLarge || Date.now() - saidAtMs < sayEveryMs) return;
  saidAtMs = Date.now();
  const fields = {
    cars: catalog.size,
    megabytes: Math.round(catalog.memoryBytes / 1_048_576),
    memoryShare: Number(share.toFixed(2)),
    loadMs,
  };
  if (hasRoom(catalog)) log.warn('the catalog outgrows its memory', fields);
  else log.error('the catalog is full: new cars are left out of the list', fields);
  countMetric('CatalogTooLarge', 1);
}
