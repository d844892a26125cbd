import { countMetric } from '#functions/_runtime/metrics.ts';
import { writeCatalog } from '#functions/use-cases/cars/write-catalog.ts';
import { writeSiteMap } from '#functions/use-cases/cars/write-site-map.ts';

/** Runs four times an hour. */
export async function handler(): Promise<void> {
  const { catalog, isWritten } = await writeCatalog();
  if (isWritten) countMetric('CatalogCars', catalog.size);
  await writeSiteMap(catalog);
}
