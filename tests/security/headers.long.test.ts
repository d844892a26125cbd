import { afterAll, expect, it } from 'vitest';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { startPaymentWorld } from '#tests/support/payment-world.ts';
import {
  type ContractRoute,
  contractRoutes,
  loadHandler,
  sampleBody,
  seekNothingInTheCloud,
} from '#tests/support/route-samples.ts';

// What every route answers, to whom it belongs and to a stranger, in good order and refused.
const world = await startPaymentWorld();
seekNothingInTheCloud();
afterAll(() => world.close());

function callsOf({ row, params }: ContractRoute): RouteCall[] {
  const given = Object.fromEntries(params.map((name) => [name, 'somebody']));
  const sample = { params: given, query: {}, body: sampleBody(row, 'headers') };
  return [sample, { ...sample, as: 'somebody' }, { ...sample, as: 'somebody', body: { wrong: 1 } }];
}

it.each(contractRoutes.map((route) => [route.key, route] as const))(
  'answers of %s are not cached, and browsers must not guess their type',
  async (_, route) => {
    const handler = await loadHandler(route);
    for (const call of callsOf(route)) {
      const { status, headers } = await callRoute(handler, call);
      const isForAll =
        call.as === undefined || route.row.auth === 'public' ? route.row.anonymousCacheSeconds : undefined;
      const cached = `public, max-age=${isForAll}`;
      expect([isForAll && status < 400 ? cached : 'no-store', 'no-store']).toContain(
        headers['cache-control'],
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).toMatch(/^(application|text|image)\/[a-z]+(; charset=utf-8)?$/);
    }
  },
);
