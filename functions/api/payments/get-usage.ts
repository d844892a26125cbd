import { runningCount } from '#core/automated-search/automated-search.ts';
import { scrapeLimit, searchLimit } from '#core/plan/access.ts';
import { usageMonth, usagePeriodEnd } from '#core/plan/usage-period.ts';
import { getPlan, getScrapesUsed } from '#functions/_adapters/dynamodb/people.ts';
import { listSearches } from '#functions/_adapters/dynamodb/searches.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { freeScrapes } from '#functions/_runtime/settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/payments/usage', async (_, caller) => {
  const now = clock.now();
  const [plan, used, searches] = await Promise.all([
    getPlan(caller.id),
    getScrapesUsed(caller.id, usageMonth(now)),
    listSearches(caller.id),
  ]);
  return {
    scrapes_used: used,
    scrapes_limit: scrapeLimit(plan, now, freeScrapes()),
    subscriptions_used: runningCount(searches, now),
    subscriptions_limit: searchLimit(plan, now),
    period_end: usagePeriodEnd(now).toISOString(),
  };
});
