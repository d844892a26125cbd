import { statusOf } from '#core/import/job.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { userKeys } from '#functions/_adapters/dynamodb/keys.ts';
import { getItem } from '#functions/_adapters/dynamodb/table.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/scrape-status', async (_, caller) => {
  const item = await getItem(userKeys.status(caller.id));
  const job = item ? await getJob(String(item.jobId)) : null;
  return { status: job ? statusOf(job) : null };
});
