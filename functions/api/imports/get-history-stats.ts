import { listHistory } from '#functions/_adapters/dynamodb/history.ts';
import { requireSelf } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

const recentMs = 30 * 86_400_000;

export const handler = endpoint('GET /api/scrape-history/{id}/stats', async ({ params }, caller) => {
  requireSelf(caller, params.id);
  const rows = await listHistory(caller.id);
  const sinceMs = clock.now().getTime() - recentMs;
  return {
    stats: {
      totalScrapes: rows.length,
      totalCarsAdded: rows.reduce((sum, row) => sum + row.cars_added_count, 0),
      recentScrapes: rows.filter((row) => Date.parse(row.scraped_at) >= sinceMs).length,
    },
  };
});
