import { endpoint } from '#functions/api/endpoint.ts';
import { getCatalog } from '#functions/use-cases/cars/catalog-cache.ts';

export const handler = endpoint('GET /api/counts', async () => {
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  return { ...(await catalog.counts()), catalogVersion: catalog.version };
});
