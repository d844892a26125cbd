import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planFromStripe } from '#core/payment/plan-from-stripe.ts';
import type { StripeFacts, SubscriptionFact } from '#core/payment/stripe-facts.ts';
import { type PaymentWorld, startPaymentWorld, webhookSecret } from '#tests/support/payment-world.ts';
import { recordTried } from './record-tried.ts';

let world: PaymentWorld;
let table: typeof import('#functions/_adapters/dynamodb/table.ts');
let keys: typeof import('#functions/_adapters/dynamodb/keys.ts');
let plans: typeof import('#functions/_adapters/dynamodb/plans.ts');
let payers: typeof import('#functions/_adapters/dynamodb/payers.ts');

beforeAll(async () => {
  world = await startPaymentWorld();
  table = await import('#functions/_adapters/dynamodb/table.ts');
  keys = await import('#functions/_adapters/dynamodb/keys.ts');
  plans = await import('#functions/_adapters/dynamodb/plans.ts');
  payers = await import('#functions/_adapters/dynamodb/payers.ts');
});
afterAll(() => world.close());

const seconds = () => Math.floor(Date.now() / 1000);
let people = 0;

/** A person with a customer at Stripe. */
async function newPayer(): Promise<{ userId: string; customerId: string }> {
  const userId = `payer-${++people}`;
  const customerId = await world.stripe.provider.createCustomer({ userId, email: 'x@example.dk' });
  await payers.addCustomer(userId, customerId, new Date().toISOString());
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

  let refused = 0;
  afterAll(() =>
    recordTried(4, { tried: forgeries.length, held: refused, figure: `${forgeries.length} forgeries` }),
  );

  it.each(forgeries)('%s is refused and changes nothing', async (_, forge) => {
    const { headers = {}, body = payload } = forge();
    world.faults.begin();
    const answer = await world.post(body, headers);
    const calls = world.faults.end();
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: 'The signature is not valid.', code: 'invalid_input' });
    expect(calls).toEqual([]);
    expect((await plans.readPlanRecord(payer.userId)).version).toBe(0);
    refused++;
  });

  it('is told from the true one, whose text arrives as API Gateway passes it', async () => {
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

  it('that is sent again within five minutes is one event', async () => {
    const header = { 'stripe-signature': world.sign(payload) };
    for (let i = 0; i < 5; i++) expect((await world.post(payload, header)).status).toBe(200);
    expect((await plans.readPlanRecord(payer.userId)).version).toBe(1);
    recordTried(4, { tried: 5, held: 5, figure: '5 replays' });
  });
});

describe('an event that is signed', () => {
  it('of a kind nobody knows is acknowledged', async () => {
    const answer = await world.deliver({
      id: 'evt_unknown',
      type: 'something.new',
      object: { object: 'something' },
    });
    expect(answer).toMatchObject({ status: 200, body: { received: true } });
  });

  it('of a customer that is none of ours is acknowledged', async () => {
    const answer = await world.deliver(eventFor('cus_of_another_shop', 'evt_foreign'));
    expect(answer.status).toBe(200);
  });

  it('that names a payment only leads to its customer', async () => {
    const payer = await newPayer();
    const { provider, payCheckout } = world.stripe;
    const wish = { ...payer, language: 'en' as const, origin: 'https://bilfund.example' };
    payCheckout(
      (await provider.createCheckout({ ...wish, product: 'lifetime', idempotencyKey: `d-${people}` })).id,
    );
    const { paymentId } = (await provider.readFacts(payer.customerId)).purchases[0]!;
    const object = { object: 'dispute', id: 'du_1', payment_intent: paymentId };
    await world.deliver({ id: `evt_dispute_${people}`, type: 'charge.dispute.created', object });
    expect((await plans.readPlanRecord(payer.userId)).plan.type).toBe('lifetime');
    world.stripe.reverse(paymentId!, true);
    await world.deliver({ id: `evt_dispute_lost_${people}`, type: 'charge.dispute.closed', object });
    expect((await plans.readPlanRecord(payer.userId)).plan.type).toBe('free');
  });

  it('leaves its mark for thirty days, and no longer', async () => {
    const payer = await newPayer();
    await world.deliver(eventFor(payer.customerId, 'evt_marked'));
    const mark = await table.getItem(keys.stripeEventKey('evt_marked'));
    expect(mark?.ttl).toBeLessThanOrEqual(seconds() + 30 * 24 * 3600);
    expect(mark?.ttl).toBeGreaterThan(seconds() + 30 * 24 * 3600 - 60);
  });

  it('is answered 503 while the secret is a placeholder, so that Stripe sends it again', async () => {
    const { deliver } = world;
    const { readSecret } = await import('#functions/_runtime/secret.ts');
    expect(await readSecret('webhook')).toBe(webhookSecret);
    world.secrets.unset = 'replace-me';
    process.env.STRIPE_WEBHOOK_SECRET_ARN = 'unset';
    const answer = await deliver(eventFor('cus_any', 'evt_early'));
    process.env.STRIPE_WEBHOOK_SECRET_ARN = 'webhook';
    expect(answer).toMatchObject({ status: 503, body: { code: 'not_configured' } });
  });
});

/** A subscription's life in six events, each with what Stripe holds from then on. */
const dayMs = 24 * 3600_000;
const birthMs = Date.parse('2026-11-01T10:00:00.000Z');
const at = (days: number) => new Date(birthMs + days * dayMs).toISOString();
const life: { type: string; facts: StripeFacts }[] = (() => {
  const begun: SubscriptionFact = {
    id: 'sub_life',
    itemId: 'si_life',
    product: 'premium_monthly',
    status: 'incomplete',
    startedAt: at(0),
    periodEnd: at(30),
    endsAt: null,
    endedAt: null,
    paymentId: null,
    isReversed: false,
  };
  const paid = { ...begun, status: 'active', paymentId: 'pi_1' };
  const renewed = { ...paid, periodEnd: at(60), paymentId: 'pi_2' };
  const ending = { ...renewed, endsAt: at(60) };
  const ended = { ...ending, status: 'canceled', endedAt: at(60) };
  const boost = {
    id: 'cs_boost',
    product: 'deal_finder_boost' as const,
    paidAt: at(45),
    paymentId: 'pi_3',
    isReversed: false,
  };
  const holds = (subscription: SubscriptionFact, ...purchases: StripeFacts['purchases']): StripeFacts => ({
    subscriptions: [subscription],
    purchases,
  });
  return [
    { type: 'customer.subscription.created', facts: holds(begun) },
    { type: 'invoice.paid', facts: holds(paid) },
    { type: 'customer.subscription.updated', facts: holds(renewed) },
    { type: 'checkout.session.completed', facts: holds(renewed, boost) },
    { type: 'customer.subscription.updated', facts: holds(ending, boost) },
    { type: 'customer.subscription.deleted', facts: holds(ended, boost) },
  ];
})();

function ordersOf(count: number): number[][] {
  if (count === 0) return [[]];
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, i) => [...order.slice(0, i), count - 1, ...order.slice(i)]),
  );
}

type Life = { stage: number; delayMs: () => number };
const lives = new Map<string, Life>();

/** What Stripe holds of a life is set by its stage; reading it takes a moment, and is then out of date. */
async function readLife(customerId: string): Promise<StripeFacts> {
  const { stage, delayMs } = lives.get(customerId)!;
  const seen = life[stage]!.facts;
  const waitMs = delayMs();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  return seen;
}

async function newLife(delayMs: () => number = () => 0) {
  const payer = await newPayer();
  const own: Life = { stage: 0, delayMs };
  lives.set(payer.customerId, own);
  return {
    ...payer,
    reach: (stage: number) => {
      own.stage = Math.max(own.stage, stage);
    },
    planNow: () => planFromStripe(life[own.stage]!.facts),
    event: (i: number) =>
      eventFor(payer.customerId, `evt_${payer.userId.replace('-', '')}_${i}`, life[i]!.type),
  };
}

/** A small generator with a seed, so that a failure can be seen again. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs work on everything, so many at a time. */
async function inBatches<T>(all: readonly T[], size: number, work: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += size)
    await Promise.all(all.slice(from, from + size).map(work));
}

describe('the six events of a subscription’s life', () => {
  const orders = ordersOf(6);
  const final = planFromStripe(life[5]!.facts);
  const stored = async (userId: string) => plans.readPlanRecord(userId);

  let endedAlike = 0;

  beforeAll(() => {
    const readCheckouts = async () => ({ open: [], newestId: null });
    world.use({ ...world.stripe.provider, readCheckouts, readFacts: readLife });
  });
  afterAll(() => {
    world.useFake();
    recordTried(4, {
      tried: 2 * orders.length,
      held: endedAlike,
      figure: `${orders.length} orders, one after the other and side by side`,
    });
  });

  async function oneAfterTheOther(order: readonly number[]): Promise<void> {
    const payer = await newLife();
    for (const i of order) {
      payer.reach(i);
      for (let copy = 0; copy < 3; copy++)
        expect((await world.deliver(payer.event(i))).status, `${order}`).toBe(200);
      expect((await stored(payer.userId)).plan, `${order}, after ${i}`).toEqual(payer.planNow());
    }
    const { plan, version } = await stored(payer.userId);
    expect(plan, `${order}`).toEqual(final);
    expect(version, `${order}`).toBeLessThanOrEqual(6);
    endedAlike++;
  }

  async function sideBySide(order: readonly number[], random: () => number): Promise<void> {
    const payer = await newLife(() => Math.floor(random() * 4));
    const answers: Promise<{ status: number }>[] = [];
    for (const i of order) {
      payer.reach(i);
      for (let copy = 0; copy < 3; copy++) answers.push(world.deliver(payer.event(i)));
      if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 3));
    }
    const failed = (await Promise.all(answers)).filter(({ status }) => status !== 200);
    // What failed is sent again, as Stripe does.
    if (failed.length > 0)
      for (const i of order) expect((await world.deliver(payer.event(i))).status, `${order}`).toBe(200);
    expect((await stored(payer.userId)).plan, `${order}`).toEqual(final);
    endedAlike++;
  }

  it('in all 720 orders, each three times, make the same plan, which is right after each of them', async () => {
    expect(new Set(orders.map(String)).size).toBe(720);
    expect(final).toMatchObject({ type: 'premium_monthly', status: 'canceled', boostUntil: at(70) });
    await inBatches(orders, 8, oneAfterTheOther);
    expect(lives.size).toBe(720);
  }, 600_000);

  it('in all 720 orders side by side, with answers that are out of date when they arrive, make the same plan', async () => {
    const random = seeded(20_261_121);
    // Many lives at a time: events of one life fight for one item, and mostly wait for each other.
    await inBatches(orders, 16, (order) => sideBySide(order, random));
    expect(lives.size).toBe(2 * 720);
  }, 600_000);
});
