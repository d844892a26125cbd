import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { RouteRow } from '#core/contract/route.ts';
import { type ContractKey, contract } from '#core/contract/table.ts';

/** A call as docs/spec.md names it: what it sends, and the names that its answer must have. */
type Call = { query?: Record<string, string>; body?: Record<string, unknown>; answer: string[] };

const userId = 'u';
const searchUrl = 'https://www.facebook.com/marketplace/odense/search?query=octavia';

const calls: Partial<Record<ContractKey, Call>> = {
  'POST /api/payments/create-subscription-checkout': {
    body: { planType: 'premium_monthly' },
    answer: ['url'],
  },
  'POST /api/payments/create-microtransaction-checkout': {
    body: { transactionType: 'unlock_price' },
    answer: ['url'],
  },
  'GET /api/payments/subscription': {
    answer: ['plan_type', 'status', 'current_period_end', 'cancel_at_period_end'],
  },
  'GET /api/payments/usage': {
    answer: ['scrapes_used', 'scrapes_limit', 'subscriptions_used', 'subscriptions_limit', 'period_end'],
  },
  'GET /api/payments/history': {
    query: { limit: '10' },
    answer: ['id', 'description', 'amount', 'status', 'created_at'],
  },
  'POST /api/payments/cancel-subscription': { answer: ['success'] },
  'POST /api/payments/reactivate-subscription': { answer: ['success'] },
  'GET /api/payments/check-premium': { answer: ['hasPremium'] },
  'GET /api/notifications/{id}': {
    query: { page: '1', pageSize: '20', unreadOnly: 'true', type: 'amazing_deal' },
    answer: ['success', 'notifications', 'pagination'],
  },
  'GET /api/notifications/{id}/stats': { answer: ['success', 'stats'] },
  'PUT /api/notifications/{id}/read-all': { body: {}, answer: [] },
  'PUT /api/notifications/{id}/read': { body: { userId }, answer: [] },
  'DELETE /api/notifications/{id}': { query: { userId }, body: { userId }, answer: [] },
  'POST /scrape': { body: { url: searchUrl, userId }, answer: ['carsAdded'] },
  'POST /api/scrape-history': {
    body: { userId, searchUrl, scrapeType: 'manual', status: 'started' },
    answer: ['id'],
  },
  'PUT /api/scrape-history/{id}': { body: { status: 'completed', carsAddedCount: 7 }, answer: [] },
  'GET /api/scrape-history/{id}': {
    query: { page: '1', pageSize: '10', scrapeType: 'manual' },
    answer: ['history', 'totalCount'],
  },
  'GET /api/scrape-history/{id}/stats': { answer: ['stats'] },
  'POST /api/subscriptions': { body: { userId, searchUrl }, answer: [] },
  'GET /api/subscriptions/{id}': { answer: ['subscriptions'] },
  'PUT /api/subscriptions/{id}/prolong': { body: { userId }, answer: [] },
  'DELETE /api/subscriptions/{id}': { query: { userId }, answer: [] },
};

type Schema = z.ZodMiniType & { _zod: { def: { element?: Schema; shape?: Record<string, unknown> } } };
const namesOf = (schema: unknown): string[] => {
  const { element, shape } = (schema as Schema)._zod.def;
  return element ? namesOf(element) : Object.keys(shape ?? {});
};
const kept = (schema: RouteRow['body'], sent: unknown) =>
  schema && schema !== 'raw' ? schema.safeParse(sent).data : undefined;

describe('the calls of the specification', () => {
  // docs/spec.md, section 7.
  it.each(Object.entries(calls))(
    '%s accepts the request and gives the response of the specification',
    (key, call) => {
      const row: RouteRow = contract[key as ContractKey];
      expect(row.auth).toBe('user');
      if (call.query)
        expect(kept(row.query, call.query)).toMatchObject(
          Object.fromEntries(Object.entries(call.query).map(([name]) => [name, expect.anything()])),
        );
      if (call.body) expect(kept(row.body, call.body)).toEqual(call.body);
      expect(namesOf(row.response)).toEqual(expect.arrayContaining(call.answer));
    },
  );

  // docs/spec.md, section 7.
  it('checkout sells exactly the plans and single purchases of the specification', () => {
    const takes = (key: ContractKey, body: object) =>
      kept((contract[key] as RouteRow).body, body) !== undefined;
    const plan = (planType: string) => takes('POST /api/payments/create-subscription-checkout', { planType });
    const single = (transactionType: string) =>
      takes('POST /api/payments/create-microtransaction-checkout', { transactionType });
    expect(['premium_monthly', 'premium_quarterly', 'lifetime', 'free', 'annual'].map(plan)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(['unlock_price', 'deal_finder_boost', 'lifetime'].map(single)).toEqual([true, true, false]);
  });

  // docs/spec.md, section 7.
  it('the routes that the specification declares without using them exist', () => {
    for (const key of ['GET /api/scrape-status', 'GET /api/health'] as const)
      expect(contract[key].response).toBeTruthy();
  });
});
