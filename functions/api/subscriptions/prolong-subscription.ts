import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { extendSearch } from '#functions/use-cases/searches/change-searches.ts';
import { readSearchLimit, showSearches } from '#functions/use-cases/searches/panel.ts';

export const handler = endpoint('PUT /api/subscriptions/{id}/prolong', async ({ params }, caller) => {
  const now = clock.now();
  const limit = await readSearchLimit(caller.id, now);
  const search = await extendSearch({ userId: caller.id, id: params.id, limit, now });
  const [subscription] = await showSearches([search], now);
  return { subscription: subscription! };
});
