import { afterAll, describe, expect, it } from 'vitest';
import { callRoute } from '#tests/support/call-route.ts';
import { type PaymentWorld, startPaymentWorld } from '#tests/support/payment-world.ts';

const world = await startPaymentWorld();
afterAll(() => world.close());

type Name = Exclude<keyof PaymentWorld['routes'], 'webhook'>;

describe('the payment routes', () => {
  // docs/spec.md, section 5.
  it.each<[Name, object, string]>([
    ['subscribe', {}, 'planType'],
    ['subscribe', { planType: 'free' }, 'planType'],
    ['subscribe', { planType: 'premium' }, 'planType'],
    ['subscribe', { planType: 'deal_finder_boost' }, 'planType'],
    ['buy', {}, 'transactionType'],
    ['buy', { transactionType: 'lifetime' }, 'transactionType'],
    ['confirm', {}, 'sessionId'],
    ['redeem', {}, 'code'],
    ['erase', {}, 'password'],
  ])('%s refuses %j for missing parameters: Missing required parameters', async (name, body, field) => {
    world.person('asks');
    world.faults.begin();
    const answer = await callRoute(world.routes[name], { as: 'asks', body });
    expect(world.faults.end()).toEqual([]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.error).toMatch(/^Missing required parameters/);
    expect(answer.body.error).toContain(field);
  });

  // docs/spec.md, section 5.
  it.each<[Name, object]>([
    ['subscribe', { planType: 'lifetime' }],
    ['buy', { transactionType: 'unlock_price' }],
    ['redeem', { code: 'ANY' }],
    ['export', {}],
    ['erase', { password: 'any' }],
  ])('%s refuses an account that is gone: User not authenticated', async (name, body) => {
    const answer = await callRoute(world.routes[name], { as: `gone-${name}`, body });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'User not authenticated', code: 'not_authenticated' },
    });
    expect(world.stripe.customerOf(`gone-${name}`)).toBeNull();
  });

  it.each<[Name, object]>([
    ['subscribe', { planType: 'lifetime' }],
    ['cancel', {}],
    ['history', {}],
    ['portal', {}],
  ])('%s refuses a request for another person before anything is read', async (name, body) => {
    world.faults.begin();
    const call = { as: 'asks', body, headers: { 'x-user-id': 'somebody-else' } };
    const { status } = await callRoute(world.routes[name], call);
    expect(world.faults.end()).toEqual([]);
    expect(status).toBe(403);
  });

  it('answers an internal error in one sentence, without the table’s message, when the table fails', async () => {
    // Their session is known by then: what fails is the route's own read.
    await world.person('asks').access();
    for (const name of ['subscription', 'usage', 'history'] as const) {
      world.faults.begin({ nth: 1, when: 'before' });
      const answer = await callRoute(world.routes[name], { as: 'asks' });
      world.faults.end();
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
      expect(JSON.stringify(answer.body)).not.toContain('staged');
    }
  });

  // docs/spec.md, sections 4 and 8.
  it('answers no with a reason from the premium check while the table does not answer, and the right answer afterwards', async () => {
    const asks = world.person('asks');
    await asks.access();
    world.faults.begin({ nth: 1, when: 'before' });
    const access = await asks.access();
    world.faults.end();
    const none = { hasPremium: false, seesEstimates: false };
    expect(access).toEqual({ ...none, reason: 'database_error', estimatesReason: 'database_error' });
    expect(await asks.access()).toEqual({
      ...none,
      reason: 'free_plan',
      estimatesReason: 'no_beta_access_purchased',
    });
  });
});
