import { listCollections } from '#functions/_adapters/dynamodb/collections.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/saved-searches', async (_input, caller) => {
  const searches = await listCollections(caller.id, 'savedSearch');
  return {
    searches: searches.map(({ id, name, filters, createdAt }) => ({
      id,
      name,
      filters,
      created_at: createdAt,
    })),
  };
});
