import { listCollections } from '#functions/_adapters/dynamodb/collections.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('GET /api/lists', async ({ query }, caller) => {
  const lists = await listCollections(caller.id, 'list');
  return {
    lists: lists.map(({ id, name, createdAt, carIds }) => ({
      id,
      name,
      count: carIds.size,
      created_at: createdAt,
      has_car: query.car === undefined ? null : carIds.has(query.car),
    })),
  };
});
