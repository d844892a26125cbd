import { endpoint } from '#functions/_runtime/endpoint.ts';
import { getCatalog } from './catalog-cache.ts';

export const handler = endpoint('GET /api/counts', async () => {
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  return { ...(await catalog.counts()), catalogVersion: catalog.version };
});
