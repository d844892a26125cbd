import { inPanelOrder, runningCount } from '#core/automated-search/automated-search.ts';
import { listSearches } from '#functions/_adapters/dynamodb/searches.ts';
import { requireSelf } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { readSearchLimit, showSearches } from '#functions/use-cases/searches/panel.ts';

export const handler = endpoint('GET /api/subscriptions/{id}', async ({ params }, caller) => {
  requireSelf(caller, params.id);
  const now = clock.now();
  const [searches, limit] = await Promise.all([listSearches(caller.id), readSearchLimit(caller.id, now)]);
  const subscriptions = await showSearches(inPanelOrder(searches, now), now);
  return { subscriptions, limit, used: runningCount(searches, now) };
});
