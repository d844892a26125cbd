import { Failure } from '#core/failure.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { startSearch } from '#functions/use-cases/searches/change-searches.ts';
import { readSearchLimit, showSearches } from '#functions/use-cases/searches/panel.ts';
import { filterSearch, linkSearch } from '#functions/use-cases/searches/wanted-search.ts';

export const handler = endpoint('POST /api/subscriptions', async ({ body }, caller) => {
  const { searchUrl, filters, name } = body;
  const now = clock.now();
  if ((searchUrl === undefined) === (filters === undefined))
    throw new Failure(400, 'invalid_input', 'Give either a link or filters of the list.');
  const wanted = filters ? filterSearch(filters, name, now) : linkSearch(searchUrl!);
  const limit = await readSearchLimit(caller.id, now);
  const { search, isNew } = await startSearch({ userId: caller.id, ...wanted, limit, now });
  const [subscription] = await showSearches([search], now);
  return new Reply({ subscription: subscription! }, { status: isNew ? 201 : 200 });
});
