import { listen, readBody } from 'local-cloud/wire/http.ts';
import { startStripeServer } from 'local-stripe/local-stripe.ts';
import { closeDispute, openDispute } from 'local-stripe/payments.ts';
import { payCheckout, pressCheckout, type TypedCard } from 'local-stripe/tests/support/stripe-target.ts';
import { expect } from 'vitest';
import { type Plan, planInForce } from '#core/payments/plan.ts';
import { planFromStripe } from '#core/payments/stripe.ts';
import { seedShop } from '#local/seed.ts';
import { startPaymentWorld, webhookSecret } from './payment-world.ts';

const dayMs = 24 * 3600_000;
const secretKey = 'sk_test_of_these_tests';

export type ShopWorld = Awaited<ReturnType<typeof startShopWorld>>;

/** The payment routes with a shop that speaks Stripe's protocol behind them, and its signed events before them. */
export async function startShopWorld() {
  const world = await startPaymentWorld();
  const heard: string[] = [];
  let isDeaf = false;
  let isLosing = false;
  const webhook = await listen((incoming, outgoing) => {
    void (async () => {
      const signature = String(incoming.headers['stripe-signature']);
      const body = (await readBody(incoming)).toString('utf8');
      heard.push(body);
      const hear = async () => (await world.post(body, { 'stripe-signature': signature })).status;
      const status = isLosing ? 200 : isDeaf ? 500 : await hear();
      outgoing.writeHead(status).end();
    })();
  });
  const server = await startStripeServer({
    path: ':memory:',
    clock: { now: world.now },
    secretKey,
    webhook: { url: webhook.origin, secret: webhookSecret },
  });
  await seedShop(server.origin, secretKey);
  const { createClient } = await import('#functions/payments/stripe-client.ts');
  const { createStripeProvider } = await import('#functions/payments/stripe.ts');
  const { getCustomerId, readPlanRecord } = await import('#functions/payments/store.ts');
  const client = await createClient(secretKey, server.origin);
  const provider = createStripeProvider(client);
  world.use(world.guarded(provider));
  const { state } = server;
  /** Every event that is due has been tried, those included that came up while others were. */
  async function settled(): Promise<void> {
    const isDue = () => state.deliveries.waiting().some(({ dueAt }) => dueAt <= Date.now());
    do await server.settled();
    while (isDue());
  }

  return {
    ...world,
    client,
    provider,
    server,
    settled,
    /** The text of every event that was sent, again and again where it was. */
    heard: heard as readonly string[],
    /** While it is deaf the webhook answers every event with an error. */
    async setDeaf(deaf: boolean): Promise<void> {
      await settled();
      isDeaf = deaf;
    },
    /** While it loses events it takes them and does nothing, so that none comes again. */
    async setLosing(losing: boolean): Promise<void> {
      await settled();
      isLosing = losing;
    },
    async pay(url: string, card: TypedCard = {}): Promise<{ status: number; sessionId: string | null }> {
      const paid = await payCheckout(url, card);
      await settled();
      const sessionId = /session_id=(cs_\w+)/.exec(paid.location ?? '')?.[1] ?? null;
      return { status: paid.status, sessionId };
    },
    enterCode: (url: string, code: string) => pressCheckout(url, 'code', { code }),
    async confirmSwitch(url: string): Promise<number> {
      const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
      await settled();
      return answer.status;
    },
    async refund(payment_intent: string, amount?: number): Promise<void> {
      await client.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
      await settled();
    },
    /** The cardholder's bank takes the money back; returns how it ends. */
    async dispute(paymentId: string): Promise<(status: 'won' | 'lost') => Promise<void>> {
      const { latest_charge: charge } = await client.paymentIntents.retrieve(paymentId);
      const { id } = state.perform(null, () => openDispute(state.world, String(charge), 'fraudulent'));
      await settled();
      return async (status) => {
        state.perform(null, () => closeDispute(state.world, id, status));
        await settled();
      };
    },
    async advanceDays(days: number): Promise<void> {
      world.advance(days * dayMs);
      server.advance(days * dayMs);
      await settled();
    },
    customerId: getCustomerId,
    storedPlan: async (userId: string): Promise<Plan> => (await readPlanRecord(userId)).plan,
    /** What Stripe's objects say of a person at this moment. */
    async planAtStripe(userId: string): Promise<Plan> {
      const customerId = await getCustomerId(userId);
      return planFromStripe(
        customerId === null ? { subscriptions: [], purchases: [] } : await provider.readFacts(customerId),
      );
    },
    typeNow: async (userId: string) => planInForce((await readPlanRecord(userId)).plan, world.now()).type,
    async close(): Promise<void> {
      await server.close();
      await webhook.close();
      await world.close();
    },
  };
}

export type Person = ReturnType<ShopWorld['person']>;
export type Buyers = ReturnType<typeof createBuyers>;

/** People who buy in the shop, and what Stripe holds of them. */
export function createBuyers(world: ShopWorld) {
  let people = 0;
  const newPerson = (): Person => world.person(`buyer-${++people}`);
  return {
    newPerson,
    async subscribed(planType = 'premium_monthly', card = {}): Promise<Person> {
      const person = newPerson();
      const { body } = await person.subscribe(planType);
      expect((await world.pay(body.url, card)).status).toBe(303);
      return person;
    },
    async bought(transactionType: string, person = newPerson()): Promise<Person> {
      const { body, status } = await person.buy(transactionType);
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await world.pay(body.url)).status).toBe(303);
      return person;
    },
    /** Ids of what was paid, the newest first. */
    async paymentsOf(person: Person): Promise<string[]> {
      const customer = (await world.customerId(person.id))!;
      const { data } = await world.client.paymentIntents.list({ customer });
      return data.filter((one) => one.status === 'succeeded').map((one) => one.id);
    },
    async openSubscriptions(person: Person) {
      const customer = (await world.customerId(person.id))!;
      return (await world.client.subscriptions.list({ customer })).data;
    },
    /** The stored plan is what Stripe's objects say. */
    async expectTrue(person: Person): Promise<void> {
      expect(await world.storedPlan(person.id)).toEqual(await world.planAtStripe(person.id));
    },
  };
}
