import { Failure } from '#core/failure.ts';
import { parseMarketplaceLink } from '#core/marketplace/link.ts';
import { startSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { hashLink } from '#functions/_runtime/hash-link.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { demoOrigin } from '#functions/_runtime/settings.ts';
import { readSearchLimit, showSearches } from './panel.ts';

export const handler = endpoint('POST /api/subscriptions', async ({ body }, caller) => {
  const parsed = parseMarketplaceLink(body.searchUrl, { demoOrigin: demoOrigin() });
  if (!parsed.ok) throw new Failure(400, parsed.code, parsed.message);
  const { href, kind } = parsed.link;
  if (kind === 'item')
    throw new Failure(400, 'link_not_search', 'Only a search can be repeated, not a single car.');
  const now = clock.now();
  const limit = await readSearchLimit(caller.id, now);
  const { search, isNew } = await startSearch({ userId: caller.id, id: hashLink(href), href, limit, now });
  const [subscription] = await showSearches([search], now);
  return new Reply({ subscription: subscription! }, { status: isNew ? 201 : 200 });
});
