import { statusOf } from '#core/import/job.ts';
import { getShownJob } from '#functions/_adapters/dynamodb/import-status.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/scrape-status', async (_, caller) => {
  const job = await getShownJob(caller.id);
  return { status: job ? statusOf(job) : null };
});
