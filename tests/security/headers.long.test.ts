import { afterAll, beforeAll, expect, it } from 'vitest';
import { needEnvironment } from '#core/contract/needs.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { type PaymentWorld, startPaymentWorld } from '#tests/support/payment-world.ts';
import { type ContractRoute, contractRoutes, loadHandler, sampleBody } from '#tests/support/route-samples.ts';

// What every route answers, to whom it belongs and to a stranger, in good order and refused.
let world: PaymentWorld;

beforeAll(async () => {
  world = await startPaymentWorld();
  // What this world does not embed must not be sought in the cloud.
  process.env.AWS_ENDPOINT_URL ??= 'http://127.0.0.1:9';
  for (const name of Object.values(needEnvironment).flat()) process.env[name] ??= `no-${name}`;
});
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
