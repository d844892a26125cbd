import { randomUUID } from 'node:crypto';
import { addCollection } from '#functions/_adapters/dynamodb/collections.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { requireDone } from './failures.ts';

export const handler = endpoint('POST /api/saved-searches', async ({ body }, caller) => {
  const id = randomUUID();
  const createdAt = clock.now().toISOString();
  requireDone('savedSearch', await addCollection(caller.id, 'savedSearch', { id, createdAt, ...body }));
  return { id };
});
