import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import type { CallFault, StripeFaults } from '../local-stripe.ts';
import { closeDispute, openDispute } from '../payments.ts';
import { openTestShop, paidBoost, type Received, type Shop, webhookSecret } from './support/stripe-target.ts';

let shop: Shop;
afterEach(() => shop.close());

const open = async (faults: Partial<StripeFaults> = {}) => {
  shop = await openTestShop({ faults });
  return shop.stripe;
};
const eventOf = ({ body }: Received) => JSON.parse(body) as Stripe.Event;
describe('an event', () => {
  test('is signed over its moment and its very bytes', async () => {
    const stripe = await open();
    await stripe.customers.create({ email: 'kim@example.dk' });
    await shop.server.settled();
    const [{ body, signature }] = shop.received as [Received];
    const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(mac).toBe(createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex'));
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
    expect(() =>
      stripe.webhooks.constructEvent(body.replace('kim', 'eve'), signature, webhookSecret),
    ).toThrow();
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow();
  });

  test('is signed with the machine’s clock even when domain time is far ahead', async () => {
    const stripe = await open();
    await shop.advanceDays(40);
    await stripe.customers.create({});
    await shop.server.settled();
    const { body, signature } = shop.received.at(-1)!;
    const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
    expect(event.created - Date.now() / 1000).toBeGreaterThan(39 * 86_400);
  });

  test('says what it was that changed, and by which request', async () => {
    const stripe = await open();
    const product = await stripe.products.create({ name: 'Club' });
    const price = { currency: 'eur', unit_amount: 900, product: product.id };
    const { id } = await stripe.prices.create(price);
    await stripe.prices.update(id, { active: false }, { idempotencyKey: 'retire' });
    await stripe.prices.update(id, { active: false });
    await shop.server.settled();
    const updates = shop.received.map(eventOf).filter(({ type }) => type === 'price.updated');
    expect(updates).toHaveLength(1);
    expect(updates[0]!.data).toMatchObject({
      object: { active: false },
      previous_attributes: { active: true },
    });
    expect(updates[0]!.request).toMatchObject({ idempotency_key: 'retire' });
    expect((await stripe.events.list({ type: 'price.updated' })).data).toEqual(updates);
  });

  test('that the webhook does not take comes again until it does', async () => {
    const stripe = await open();
    shop.answerWith(500);
    await stripe.customers.create({});
    await shop.server.settled();
    expect(shop.received).toHaveLength(1);
    await shop.advanceDays(0.001);
    expect(shop.received).toHaveLength(2);
    shop.answerWith(200);
    await shop.advanceDays(0.001);
    await shop.advanceDays(1);
    expect(new Set(shop.received.map((one) => eventOf(one).id)).size).toBe(1);
    expect(shop.received).toHaveLength(3);
    expect(shop.server.state.deliveries.recent(1)[0]).toMatchObject({
      state: 'delivered',
      attempts: 3,
      answer: '200',
    });
  });

  test('that is never taken is given up after ten retries, and can be sent again by hand', async () => {
    const stripe = await open();
    shop.answerWith(503);
    await stripe.customers.create({});
    await shop.server.settled();
    for (let day = 0; day < 12; day++) await shop.advanceDays(1);
    expect(shop.server.state.deliveries.recent(1)[0]).toMatchObject({ state: 'given_up', attempts: 11 });
    shop.answerWith(200);
    shop.server.resend(eventOf(shop.received[0]!).id);
    await shop.server.settled();
    expect(shop.server.state.deliveries.recent(1)[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('comes twice, late and in any order when it is told to', async () => {
    let twice = true;
    const stripe = await open({ duplicates: () => twice, reorders: () => true, delayMs: () => 3_600_000 });
    const first = await stripe.customers.create({});
    const second = await stripe.customers.create({});
    await shop.server.settled();
    expect(shop.received).toHaveLength(0);
    await shop.advanceDays(0.1);
    const orders = shop.received.map((one) => (eventOf(one).data.object as Stripe.Customer).id);
    expect(orders).toEqual([second.id, first.id]);
    twice = false;
    await shop.advanceDays(0.1);
    expect(shop.received).toHaveLength(4);
  });

  test('outlives the process that made it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'local-stripe-'));
    const path = join(folder, 'stripe.sqlite');
    const before = await openTestShop({ path });
    before.answerWith(500);
    const made = await before.stripe.customers.create({ email: 'kim@example.dk' });
    await before.server.settled();
    await before.close();
    shop = await openTestShop({ path });
    await expect.poll(() => shop.received.length, { timeout: 15_000 }).toBe(1);
    expect(await shop.stripe.customers.retrieve(made.id)).toMatchObject({ email: 'kim@example.dk' });
    await shop.close();
    rmSync(folder, { recursive: true });
    shop = await openTestShop();
  });
});

describe('a call', () => {
  const failing = async (fault: CallFault) => {
    let left = 1;
    return open({
      callFault: (operation) => (operation === 'POST /v1/customers' && left-- > 0 ? fault : undefined),
    });
  };

  test('whose answer is lost has been made, and its key tells that it was', async () => {
    const stripe = await failing('lost');
    const create = () => stripe.customers.create({ email: 'kim@example.dk' }, { idempotencyKey: 'once' });
    await expect(create()).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
    const { id } = await create();
    expect((await stripe.customers.list()).data.map((one) => one.id)).toEqual([id]);
  });

  test.each([
    ['throttle', { statusCode: 429, type: 'StripeRateLimitError' }],
    ['error', { statusCode: 500, type: 'StripeAPIError' }],
  ] as const)('that meets the fault “%s” has done nothing', async (fault, error) => {
    const stripe = await failing(fault);
    await expect(stripe.customers.create({})).rejects.toMatchObject(error);
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  test('that is refused leaves nothing behind', async () => {
    const stripe = await open();
    const product = await stripe.products.create({ name: 'Club' });
    const lookup_key = 'club';
    const price = { product: product.id, currency: 'eur', unit_amount: 900, lookup_key };
    const { id } = await stripe.prices.create(price);
    const { store } = shop.server.state.world;
    const before = store.all('event').length;
    // The key is taken from the other price before the product is looked for.
    const wrong = { ...price, transfer_lookup_key: true, recurring: { interval: 'week' as const } };
    await expect(stripe.prices.create(wrong)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.prices.retrieve(id)).lookup_key).toBe(lookup_key);
    expect(store.all('event')).toHaveLength(before);
  });

  test('from a page of another address is refused', async () => {
    await open();
    const headers = { origin: 'http://evil.example', authorization: 'Bearer sk_test_of_the_test' };
    expect((await fetch(`${shop.server.origin}/v1/customers`, { headers })).status).toBe(403);
  });
});

describe('a dispute', () => {
  test('takes the money back until it is decided', async () => {
    const stripe = await open();
    const intent = await paidBoost(stripe);
    const { state } = shop.server;
    const dispute = state.perform(null, () =>
      openDispute(state.world, String(intent.latest_charge), 'fraudulent'),
    );
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ id: dispute.id, status: 'needs_response', amount: 900 }]);
    expect(state.world.store.get('charge', String(intent.latest_charge)).disputed).toBe(true);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    state.perform(null, () => closeDispute(state.world, dispute.id, 'won'));
    await shop.server.settled();
    expect(shop.received.map((one) => eventOf(one).type).slice(-4)).toEqual([
      ...['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
      ...['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
    ]);
  });
});
