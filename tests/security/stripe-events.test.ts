import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startPaymentWorld, webhookSecret } from '#tests/support/payment-world.ts';

const world = await startPaymentWorld();
const table = await import('#functions/platform/table.ts');
const keys = await import('#functions/platform/keys.ts');
const plans = await import('#functions/payments/store.ts');
afterAll(() => world.close());

const seconds = () => Math.floor(Date.now() / 1000);
let people = 0;

/** A person with a customer at Stripe. */
async function newPayer(): Promise<{ userId: string; customerId: string }> {
  const userId = `payer-${++people}`;
  const customerId = await world.stripe.provider.createCustomer({ userId, email: 'x@example.dk' });
  await plans.addCustomer(userId, customerId, new Date().toISOString());
  return { userId, customerId };
}
const eventFor = (customerId: string, id: string, type = 'customer.subscription.updated') => ({
  id,
  type,
  object: { object: 'subscription', id: 'sub_1', customer: customerId },
});

describe('a forged event', () => {
  let payer: Awaited<ReturnType<typeof newPayer>>;
  let payload: string;
  beforeEach(async () => {
    payer = await newPayer();
    world.stripe.payCheckout(
      (
        await world.stripe.provider.createCheckout({
          ...payer,
          product: 'lifetime',
          language: 'en',
          origin: 'https://bilfund.example',
          idempotencyKey: payer.userId,
        })
      ).id,
    );
    payload = world.payloadOf(eventFor(payer.customerId, `evt_forged${people}`));
  });

  const hmac = (text: string, key = webhookSecret) => createHmac('sha256', key).update(text).digest('hex');
  const signed = (t: number | string, text: string, key?: string) => `t=${t},v1=${hmac(`${t}.${text}`, key)}`;
  const forgeries: [string, () => { headers?: Record<string, string>; body?: string }][] = [
    ['without a signature', () => ({ headers: {} })],
    ['with an empty signature', () => ({ headers: { 'stripe-signature': '' } })],
    [
      'signed with another secret',
      () => ({ headers: { 'stripe-signature': signed(seconds(), payload, 'whsec_guess') } }),
    ],
    [
      'signed with the placeholder',
      () => ({ headers: { 'stripe-signature': signed(seconds(), payload, 'replace-me') } }),
    ],
    [
      'whose body was changed after signing',
      () => ({
        headers: { 'stripe-signature': world.sign(payload) },
        body: payload.replace('evt_forged', 'evt_other'),
      }),
    ],
    [
      'whose time was changed after signing',
      () => ({
        headers: {
          'stripe-signature': world.sign(payload, seconds() - 200).replace(/t=\d+/, `t=${seconds()}`),
        },
      }),
    ],
    [
      'signed six minutes ago',
      () => ({ headers: { 'stripe-signature': world.sign(payload, seconds() - 360) } }),
    ],
    [
      'signed an hour in the future',
      () => ({ headers: { 'stripe-signature': world.sign(payload, seconds() + 3600) } }),
    ],
    [
      'signed a minute in the future',
      () => ({ headers: { 'stripe-signature': world.sign(payload, seconds() + 60) } }),
    ],
    [
      'with a scheme that is no longer used',
      () => ({ headers: { 'stripe-signature': world.sign(payload).replace('v1=', 'v0=') } }),
    ],
    [
      'with two times',
      () => ({ headers: { 'stripe-signature': `t=${seconds() + 9999},${world.sign(payload)}` } }),
    ],
    ['with a time that is no number', () => ({ headers: { 'stripe-signature': signed('NaN', payload) } })],
    ['signed over nothing', () => ({ headers: { 'stripe-signature': world.sign('') } })],
    ['with a cut signature', () => ({ headers: { 'stripe-signature': world.sign(payload).slice(0, -1) } })],
  ];

  it.each(forgeries)('the forged event %s is refused and changes nothing', async (_, forge) => {
    const { headers = {}, body = payload } = forge();
    world.faults.begin();
    const answer = await world.post(body, headers);
    const calls = world.faults.end();
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: 'The signature is not valid.', code: 'invalid_input' });
    expect(calls).toEqual([]);
    expect((await plans.readPlanRecord(payer.userId)).version).toBe(0);
  });

  it('the true event of the forgeries is accepted as API Gateway passes it', async () => {
    const event = {
      headers: { 'content-type': 'application/json', 'stripe-signature': world.sign(payload) },
      body: payload,
      isBase64Encoded: false,
      requestContext: { requestId: 'request-plain', http: { sourceIp: '203.0.113.1' } },
    };
    const webhook = world.routes.webhook as (
      event: unknown,
      context: unknown,
    ) => Promise<{ statusCode: number }>;
    expect(await webhook(event, {})).toMatchObject({ statusCode: 200 });
    expect((await plans.readPlanRecord(payer.userId)).plan.type).toBe('lifetime');
  });

  it('an event that is sent again within five minutes counts once', async () => {
    const header = { 'stripe-signature': world.sign(payload) };
    for (let i = 0; i < 5; i++) expect((await world.post(payload, header)).status).toBe(200);
    expect((await plans.readPlanRecord(payer.userId)).version).toBe(1);
  });
});

describe('an event that is signed', () => {
  it('a signed event of an unknown kind is acknowledged', async () => {
    const answer = await world.deliver({
      id: 'evt_unknown',
      type: 'something.new',
      object: { object: 'something' },
    });
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
  });

  it('the mark of a processed event is kept for thirty days', async () => {
    const payer = await newPayer();
    await world.deliver(eventFor(payer.customerId, 'evt_marked'));
    const mark = await table.getItem(keys.stripeEventKey('evt_marked'));
    expect(mark?.ttl).toBeLessThanOrEqual(seconds() + 30 * 24 * 3600);
    expect(mark?.ttl).toBeGreaterThan(seconds() + 30 * 24 * 3600 - 60);
  });

  it('events are answered 503 while the secret is a placeholder, so that Stripe sends them again', async () => {
    const { deliver } = world;
    const { readSecret } = await import('#functions/platform/secret.ts');
    expect(await readSecret('webhook')).toBe(webhookSecret);
    world.secrets.unset = 'replace-me';
    process.env.STRIPE_WEBHOOK_SECRET_ARN = 'unset';
    const answer = await deliver(eventFor('cus_any', 'evt_early'));
    process.env.STRIPE_WEBHOOK_SECRET_ARN = 'webhook';
    expect(answer).toMatchObject({ status: 503, body: { code: 'not_configured' } });
  });
});
