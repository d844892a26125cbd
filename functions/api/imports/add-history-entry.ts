import { randomBytes } from 'node:crypto';
import { addHistoryRow, newHistoryId } from '#functions/_adapters/dynamodb/history.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('POST /api/scrape-history', async ({ body }, caller) => {
  const now = clock.now();
  const id = newHistoryId(now.getTime(), randomBytes(6).toString('base64url'));
  await addHistoryRow(caller.id, {
    id,
    search_url: body.searchUrl,
    status: 'started',
    scraped_at: now.toISOString(),
    cars_added_count: 0,
    ads_read_count: null,
    left_out: [],
    error_message: null,
    error_code: null,
    scrape_type: 'manual',
    jobId: null,
  });
  return { id };
});
