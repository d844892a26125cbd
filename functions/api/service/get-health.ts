import { Failure } from '#core/failure.ts';
import { askTable } from '#functions/_adapters/dynamodb/health.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { env } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/health', async () => {
  try {
    await askTable();
  } catch (error) {
    log.failure('the table does not answer', error);
    throw new Failure(503, 'unavailable', 'The service does not reach its data.');
  }
  return { status: 'ok', stage: env('STAGE'), time: clock.now().toISOString() };
});
