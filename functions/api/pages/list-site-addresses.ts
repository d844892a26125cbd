import { Failure } from '#core/failure.ts';
import { sitemap } from '#core/page/sitemap.ts';
import { readCatalog } from '#functions/_adapters/dynamodb/cars.ts';
import { env } from '#functions/_runtime/env.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /sitemap.xml', async ({ query }) => {
  const page = query.page === undefined ? null : Number(query.page);
  const xml = sitemap(await readCatalog(), env('PUBLIC_ORIGIN'), page);
  if (xml === null) throw new Failure(404, 'not_found', 'There is no such page.');
  return xml;
});
