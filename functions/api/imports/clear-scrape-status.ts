import { Failure } from '#core/failure.ts';
import { isOver } from '#core/import/job.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { userKeys } from '#functions/_adapters/dynamodb/keys.ts';
import { deleteItem, getItem } from '#functions/_adapters/dynamodb/table.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('DELETE /api/scrape-status', async (_, caller) => {
  const item = await getItem(userKeys.status(caller.id));
  const job = item ? await getJob(String(item.jobId)) : null;
  if (job && !isOver(job)) throw new Failure(409, 'import_running', 'The import is still running.');
  await deleteItem(userKeys.status(caller.id));
  return { ok: true };
});
