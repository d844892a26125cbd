import { listHistory } from '#functions/_adapters/dynamodb/history.ts';
import { requireSelf } from '#functions/_runtime/caller.ts';
import { endpoint } from '#functions/api/endpoint.ts';

const defaultPageSize = 10;

export const handler = endpoint('GET /api/scrape-history/{id}', async ({ params, query }, caller) => {
  requireSelf(caller, params.id);
  const type = query.scrapeType ?? 'all';
  const rows = (await listHistory(caller.id)).filter((row) => type === 'all' || row.scrape_type === type);
  const size = query.pageSize ?? defaultPageSize;
  const from = ((query.page ?? 1) - 1) * size;
  return {
    history: rows.slice(from, from + size).map(({ jobId: _, ...entry }) => entry),
    totalCount: rows.length,
  };
});
