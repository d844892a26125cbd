import { countMetric } from '#functions/_runtime/metrics.ts';
import { writeCatalog } from '#functions/use-cases/cars/write-catalog.ts';

/** Runs four times an hour. */
export async function handler(): Promise<void> {
  const cars = await writeCatalog();
  if (cars !== null) countMetric('CatalogCars', cars);
}
