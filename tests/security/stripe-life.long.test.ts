import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseNews } from '#core/payments/plan.ts';
import { planFromStripe, type StripeFacts, type SubscriptionFact } from '#core/payments/stripe.ts';
import { manyCasesMs, someOf, takesAllCases } from '#tests/support/extent.ts';
import { startPaymentWorld } from '#tests/support/payment-world.ts';

const world = await startPaymentWorld();
const plans = await import('#functions/payments/store.ts');
afterAll(() => world.close());

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
    payment: 'stands' as const,
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
    payment: 'stands' as const,
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

let people = 0;
async function newLife(delayMs: () => number = () => 0) {
  const userId = `payer-${++people}`;
  const customerId = await world.stripe.provider.createCustomer({ userId, email: 'x@example.dk' });
  await plans.addCustomer(userId, customerId, new Date().toISOString());
  const own: Life = { stage: 0, delayMs };
  lives.set(customerId, own);
  return {
    userId,
    reach: (stage: number) => {
      own.stage = Math.max(own.stage, stage);
    },
    planNow: () => planFromStripe(life[own.stage]!.facts),
    event: (i: number) => ({
      id: `evt_${userId.replace('-', '')}_${i}`,
      type: life[i]!.type,
      object: { object: 'subscription', id: 'sub_1', customer: customerId },
    }),
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
  const allOrders = ordersOf(6);
  const orders = someOf(allOrders, 13);
  const final = planFromStripe(life[5]!.facts);
  const stored = async (userId: string) => plans.readPlanRecord(userId);

  beforeAll(() => {
    const readCheckouts = async () => ({ open: [], newestId: null });
    world.use({ ...world.stripe.provider, readCheckouts, readFacts: readLife });
  });
  afterAll(() => world.useFake());

  async function oneAfterTheOther(order: readonly number[]): Promise<void> {
    const payer = await newLife();
    const told: string[] = [];
    for (const i of order) {
      payer.reach(i);
      for (let copy = 0; copy < 3; copy++) {
        const before = (await stored(payer.userId)).plan;
        expect((await world.deliver(payer.event(i))).status, `${order}`).toBe(200);
        const news = purchaseNews(before, (await stored(payer.userId)).plan, new Date(at(80)));
        told.push(...news.map(({ id, turn }) => `${id} ${turn}`));
      }
      expect((await stored(payer.userId)).plan, `${order}, after ${i}`).toEqual(payer.planNow());
    }
    // Each thing once, and at the end that the subscription is over and that there is a boost.
    expect(new Set(told).size, `${order}: ${told}`).toBe(told.length);
    expect(told, `${order}`).toEqual(expect.arrayContaining(['cs_boost bought', 'sub_life ended']));
    const { plan, version } = await stored(payer.userId);
    expect(plan, `${order}`).toEqual(final);
    expect(version, `${order}`).toBeLessThanOrEqual(6);
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
  }

  it('a subscription’s six events are tried in all 720 orders, or in some with every order of any three', () => {
    expect(new Set(allOrders.map(String)).size).toBe(720);
    const threes = new Set(
      orders.flatMap((order) =>
        order.flatMap((a, i) =>
          order.slice(i + 1).flatMap((b, j) => order.slice(i + j + 2).map((c) => `${a}${b}${c}`)),
        ),
      ),
    );
    expect(threes.size).toBe(6 * 5 * 4);
    expect(orders.length).toBe(takesAllCases ? 720 : 56);
    expect(final).toMatchObject({ type: 'premium_monthly', status: 'canceled', boostUntil: at(70) });
  });

  it(
    'the six events, three times each in any order, lead to the same plan, which is right after each event',
    async () => {
      await inBatches(orders, 8, oneAfterTheOther);
      expect(lives.size).toBe(orders.length);
    },
    manyCasesMs,
  );

  it(
    'the six events in parallel, with outdated answers of Stripe, lead to the same plan',
    async () => {
      const random = seeded(20_261_121);
      // Many lives at a time: events of one life fight for one item, and mostly wait for each other.
      await inBatches(orders, 16, (order) => sideBySide(order, random));
      expect(lives.size).toBe(2 * orders.length);
    },
    manyCasesMs,
  );
});
