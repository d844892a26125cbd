import { randomUUID } from 'node:crypto';
import { addCollection } from '#functions/_adapters/dynamodb/collections.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { requireDone } from './failures.ts';

export const handler = endpoint('POST /api/lists', async ({ body }, caller) => {
  const id = randomUUID();
  const createdAt = clock.now().toISOString();
  requireDone('list', await addCollection(caller.id, 'list', { id, name: body.name, createdAt }));
  return { id };
});
