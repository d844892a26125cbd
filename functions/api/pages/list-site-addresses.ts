import { Failure } from '#core/failure.ts';
import { sitemap } from '#core/page/sitemap.ts';
import { readCatalog } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import { env } from '#functions/_runtime/env.ts';
import { keepFresh } from '#functions/_runtime/keep-fresh.ts';
import { endpoint } from '#functions/api/endpoint.ts';

/** Whoever asks for page after page must not have the whole index read for each. */
const getCatalog = keepFresh(10 * 60_000, readCatalog);

export const handler = endpoint('GET /sitemap.xml', async ({ query }) => {
  const page = query.page === undefined ? null : Number(query.page);
  const xml = sitemap(await getCatalog(), env('PUBLIC_ORIGIN'), page);
  if (xml === null) throw new Failure(404, 'not_found', 'There is no such page.');
  return xml;
});
