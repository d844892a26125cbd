import { Failure } from '#core/failure.ts';
import { changeOwnHistoryRow, getHistoryRow } from '#functions/_adapters/dynamodb/history.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('PUT /api/scrape-history/{id}', async ({ params, body }, caller) => {
  const changed = await changeOwnHistoryRow(caller.id, params.id, {
    status: body.status,
    cars_added_count: body.carsAddedCount ?? 0,
    error_message: body.errorMessage ?? null,
  });
  // A row that the pipeline wrote is answered as it is: its end is the pipeline's to tell.
  const row = changed ?? (await getHistoryRow(caller.id, params.id));
  if (!row) throw new Failure(404, 'not_found', 'There is no such entry.');
  const { jobId: _, ...entry } = row;
  return entry;
});
