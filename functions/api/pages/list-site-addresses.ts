import { Failure } from '#core/failure.ts';
import { sitemap } from '#core/page/sitemap.ts';
import { readSiteMap } from '#functions/_adapters/site-map.ts';
import { env } from '#functions/_runtime/env.ts';
import { endpoint } from '#functions/api/endpoint.ts';

/** As it was written within the hour; until the first was, the pages that are there without any car. */
export const handler = endpoint('GET /sitemap.xml', async ({ query }) => {
  const page = query.page === undefined ? null : Number(query.page);
  const origin = env('PUBLIC_ORIGIN');
  const written = await readSiteMap(page, origin);
  if (written !== null) return written;
  if (page !== null && page > 1) throw new Failure(404, 'not_found', 'There is no such page.');
  return sitemap([], origin).whole;
});
