import type { Deal } from '#core/valuation/valuation.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { getCatalog } from './catalog-cache.ts';

export const handler = endpoint('GET /api/counts', async () => {
  const { cards, version } = await getCatalog({ isBusy: false, heardOf: null });
  const counts: Record<Deal, number> = { amazing: 0, fair: 0, poor: 0, no_estimate: 0 };
  for (const card of cards.values()) counts[card.deal]++;
  return { ...counts, total: cards.size, catalogVersion: version };
});
