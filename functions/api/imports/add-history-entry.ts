import { randomBytes } from 'node:crypto';
import { addHistoryRow, newHistoryId, startedRow } from '#functions/_adapters/dynamodb/history.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('POST /api/scrape-history', async ({ body }, caller) => {
  const now = clock.now();
  const id = newHistoryId(now.getTime(), randomBytes(6).toString('base64url'));
  const row = startedRow({ id, search_url: body.searchUrl, scrape_type: 'manual', jobId: null }, now);
  await addHistoryRow(caller.id, row);
  return { id };
});
