import { Failure } from '#core/failure.ts';
import { isOver } from '#core/import/job.ts';
import { clearStatus, getShownJob } from '#functions/_adapters/dynamodb/import-status.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('DELETE /api/scrape-status', async (_, caller) => {
  const job = await getShownJob(caller.id);
  if (job && !isOver(job)) throw new Failure(409, 'import_running', 'The import is still running.');
  await clearStatus(caller.id);
  return { ok: true };
});
