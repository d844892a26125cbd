import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPromotionCode } from '#local/services/stripe/seed-shop.ts';
import { type ShopWorld, startShopWorld } from '#tests/support/shop-world.ts';

let world: ShopWorld;
beforeAll(async () => {
  world = await startShopWorld();
});
afterAll(() => world.close());

type Person = ReturnType<ShopWorld['person']>;
let people = 0;
const newPerson = () => world.person(`buyer-${++people}`);

async function subscribed(planType = 'premium_monthly', card = {}): Promise<Person> {
  const person = newPerson();
  const { body } = await person.subscribe(planType);
  expect((await world.pay(body.url, card)).status).toBe(303);
  return person;
}
async function bought(transactionType: string, person = newPerson()): Promise<Person> {
  const { body, status } = await person.buy(transactionType);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await world.pay(body.url)).status).toBe(303);
  return person;
}
const paymentsOf = async (person: Person) => {
  const { data } = await world.client.paymentIntents.list({ customer: (await world.customerId(person.id))! });
  return data.filter((one) => one.status === 'succeeded').map((one) => one.id);
};
const openSubscriptions = async (person: Person) => {
  const { data } = await world.client.subscriptions.list({ customer: (await world.customerId(person.id))! });
  return data;
};
/** The stored plan is what Stripe's objects say. */
async function expectTrue(person: Person): Promise<void> {
  expect(await world.storedPlan(person.id)).toEqual(await world.planAtStripe(person.id));
}

describe('a subscription', () => {
  it('is bought, cancelled, reactivated, cancelled again, and ends with its period', async () => {
    const person = await subscribed();
    expect(await person.access()).toEqual({ hasPremium: true, seesEstimates: true, reason: null });
    expect(await person.usage()).toMatchObject({ scrapes_limit: null, subscriptions_limit: 3 });
    const plan = await person.subscription();
    expect(plan).toMatchObject({
      plan_type: 'premium_monthly',
      status: 'active',
      cancel_at_period_end: false,
    });
    const days = (Date.parse(plan.current_period_end!) - world.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    const cancelled = await person.cancel();
    expect(cancelled.body.subscription).toMatchObject({ ...plan, cancel_at_period_end: true });
    expect((await person.reactivate()).body.subscription).toEqual(plan);
    expect((await person.cancel()).body.success).toBe(true);
    expect((await person.cancel()).body.subscription.cancel_at_period_end).toBe(true);
    await expectTrue(person);
    await world.advanceDays(32);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free', cancel_at_period_end: false });
    expect(await person.access()).toMatchObject({ hasPremium: false, reason: 'subscription_expired' });
    expect((await person.reactivate()).body).toMatchObject({ code: 'no_subscription' });
    await expectTrue(person);
  });

  it('renews, and the history has each payment with its receipt', async () => {
    const person = await subscribed();
    await world.advanceDays(32);
    await expectTrue(person);
    expect(await person.access()).toMatchObject({ hasPremium: true });
    const { body } = await person.history();
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      description: 'Premium Monthly',
      product: 'premium_monthly',
      amount: 9,
      currency: 'eur',
      status: 'paid',
    });
    expect(String(body[0]!.receipt_url)).toMatch(/^http/);
    expect(String(body[0]!.created_at) > String(body[1]!.created_at)).toBe(true);
    expect((await person.history({ limit: '1' })).body).toHaveLength(1);
  });

  it('that cannot be renewed keeps access while Stripe tries, and ends when it gives up', async () => {
    const person = await subscribed('premium_monthly', { number: '4000000000000341' });
    await world.advanceDays(31);
    expect((await world.storedPlan(person.id)).status).toBe('past_due');
    expect(await person.access()).toMatchObject({ hasPremium: true });
    const debt = await person.subscribe('premium_quarterly');
    expect(debt.body.url).toContain('/p/session/');
    for (let week = 0; week < 5; week++) await world.advanceDays(7);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    await expectTrue(person);
  });

  it('is switched to three months on a page that says what it costs, and there is only one', async () => {
    const person = await subscribed();
    expect((await person.subscribe('premium_monthly')).body).toMatchObject({ code: 'already_subscribed' });
    const { body } = await person.subscribe('premium_quarterly');
    expect(await (await fetch(body.url)).text()).toContain('19');
    expect(await world.confirmSwitch(body.url)).toBe(303);
    expect(await person.subscription()).toMatchObject({ plan_type: 'premium_quarterly' });
    expect(await openSubscriptions(person)).toHaveLength(1);
    await expectTrue(person);
  });

  it('ends at once when lifetime is bought, and nothing is charged any more', async () => {
    const person = await subscribed();
    const { body } = await person.subscribe('lifetime');
    await world.pay(body.url);
    expect(await person.subscription()).toMatchObject({
      plan_type: 'lifetime',
      current_period_end: null,
      cancel_at_period_end: false,
    });
    expect(await openSubscriptions(person)).toEqual([]);
    expect((await person.cancel()).body).toMatchObject({ code: 'no_subscription' });
    const before = await paymentsOf(person);
    await world.advanceDays(40);
    expect(await paymentsOf(person)).toEqual(before);
    for (const product of ['premium_monthly', 'premium_quarterly', 'lifetime'])
      expect((await person.subscribe(product)).body).toMatchObject({ code: 'already_owned' });
    await expectTrue(person);
  });
});

describe('a card that is declined', () => {
  it('buys nothing, and the checkout can be tried again', async () => {
    const person = newPerson();
    const { body } = await person.subscribe('premium_monthly');
    expect((await world.pay(body.url, { number: '4000000000000002' })).status).toBe(402);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free' });
    expect((await person.subscribe('premium_monthly')).body.url).toBe(body.url);
    expect((await world.pay(body.url)).status).toBe(303);
    expect(await person.subscription()).toMatchObject({ plan_type: 'premium_monthly' });
    await expectTrue(person);
  });
});

describe('a boost', () => {
  it('gives ten days, and a second one ten more', async () => {
    const person = await bought('deal_finder_boost');
    const first = await person.subscription();
    expect(first).toMatchObject({ plan_type: 'deal_finder_boost', status: 'active' });
    expect(Math.round((Date.parse(first.boost_until!) - world.now().getTime()) / 86_400_000)).toBe(10);
    await bought('deal_finder_boost', person);
    const second = await person.subscription();
    expect(Date.parse(second.boost_until!) - Date.parse(first.boost_until!)).toBe(10 * 86_400_000);
    expect((await person.cancel()).body).toMatchObject({ code: 'no_subscription' });
    await world.advanceDays(21);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free', boost_until: null });
    await expectTrue(person);
  });

  it('on top of a subscription waits for its end', async () => {
    const person = await subscribed();
    await bought('deal_finder_boost', person);
    await person.cancel();
    const plan = await person.subscription();
    expect(plan.plan_type).toBe('premium_monthly');
    expect(Date.parse(plan.boost_until!) - Date.parse(plan.current_period_end!)).toBe(10 * 86_400_000);
    await world.advanceDays(35);
    expect(await person.subscription()).toMatchObject({ plan_type: 'deal_finder_boost' });
    await world.advanceDays(8);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    await expectTrue(person);
  });
});

describe('the price unlock', () => {
  it('is bought for three euro and shows estimates without premium', async () => {
    const person = await bought('unlock_price');
    expect(await person.access()).toEqual({ hasPremium: false, seesEstimates: true, reason: 'free_plan' });
    expect(await person.subscription()).toMatchObject({ plan_type: 'free', price_unlocked: true });
    expect((await person.buy('unlock_price')).body).toMatchObject({ code: 'already_owned' });
    expect((await person.history()).body).toMatchObject([
      { product: 'unlock_price', amount: 3, status: 'paid' },
    ]);
  });

  it('is free by promotion code at the checkout', async () => {
    const person = newPerson();
    const { body } = await person.buy('unlock_price');
    await world.enterCode(body.url, demoPromotionCode);
    expect((await world.pay(body.url)).status).toBe(303);
    expect(await person.access()).toMatchObject({ seesEstimates: true });
    expect((await person.history()).body).toMatchObject([{ product: 'unlock_price', amount: 0 }]);
    await expectTrue(person);
  });

  it('is free by promotion code without a checkout, once', async () => {
    const person = newPerson();
    const redeemed = await person.redeem(demoPromotionCode.toLowerCase());
    expect(redeemed).toMatchObject({ status: 200, body: { subscription: { price_unlocked: true } } });
    expect((await person.redeem(demoPromotionCode)).body).toMatchObject({ code: 'already_owned' });
    await world.settled();
    expect(await person.access()).toMatchObject({ seesEstimates: true });
    await expectTrue(person);
  });

  it('is not had for a code that is unknown, used up or does not cover the whole price', async () => {
    const person = newPerson();
    const half = await world.client.coupons.create({ percent_off: 50, duration: 'once' });
    await world.client.promotionCodes.create({
      code: 'HALF',
      promotion: { type: 'coupon', coupon: half.id },
    });
    const full = await world.client.coupons.create({ percent_off: 100, duration: 'once' });
    const promotion = { type: 'coupon' as const, coupon: full.id };
    await world.client.promotionCodes.create({ code: 'ONLYONE', promotion, max_redemptions: 1 });
    expect((await newPerson().redeem('ONLYONE')).status).toBe(200);
    for (const code of ['NOSUCHCODE', 'HALF', 'ONLYONE'])
      expect(await person.redeem(code), code).toMatchObject({
        status: 400,
        body: { code: 'promotion_code_invalid' },
      });
    expect(await person.access()).toMatchObject({ seesEstimates: false });
    expect((await person.history()).body).toEqual([]);
    expect(await paymentsOf(person)).toEqual([]);
  });
});

describe('money that is given back', () => {
  it('ends a subscription, at Stripe too', async () => {
    const person = await subscribed();
    const [payment] = await paymentsOf(person);
    await world.refund(payment!);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    expect(await openSubscriptions(person)).toEqual([]);
    expect((await person.history()).body).toMatchObject([{ status: 'refunded' }]);
    await expectTrue(person);
  });

  it('in part ends nothing', async () => {
    const person = await subscribed();
    const [payment] = await paymentsOf(person);
    await world.refund(payment!, 300);
    expect(await person.access()).toMatchObject({ hasPremium: true });
    expect((await person.history()).body).toMatchObject([{ status: 'partially_refunded' }]);
  });

  it('ends lifetime, the unlock and a boost', async () => {
    const person = newPerson();
    await world.pay((await person.buy('unlock_price')).body.url);
    await world.pay((await person.buy('deal_finder_boost')).body.url);
    await world.pay((await person.subscribe('lifetime')).body.url);
    for (const payment of await paymentsOf(person)) await world.refund(payment);
    expect(await person.access()).toEqual({ hasPremium: false, seesEstimates: false, reason: 'free_plan' });
    await expectTrue(person);
  });

  it('by a dispute ends access until the dispute is won', async () => {
    const person = newPerson();
    await world.pay((await person.subscribe('lifetime')).body.url);
    const [payment] = await paymentsOf(person);
    const close = await world.dispute(payment!);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    expect((await person.history()).body).toMatchObject([{ status: 'disputed' }]);
    await close('won');
    expect(await person.subscription()).toMatchObject({ plan_type: 'lifetime' });
    await expectTrue(person);
  });
});

describe('the success page', () => {
  it('that is opened before Stripe’s event came applies the purchase itself', async () => {
    const person = newPerson();
    world.setDeaf(true);
    const { body } = await person.subscribe('premium_quarterly');
    const { sessionId } = await world.pay(body.url);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free' });
    const confirmed = await person.confirm(sessionId!);
    expect(confirmed.body).toMatchObject({ isPaid: true, subscription: { plan_type: 'premium_quarterly' } });
    world.setDeaf(false);
    await world.advanceDays(1);
    expect(await person.subscription()).toMatchObject({ plan_type: 'premium_quarterly' });
    await expectTrue(person);
  });

  it('and a second purchase of the same do so too when every event was lost', async () => {
    const person = newPerson();
    world.setLosing(true);
    await world.pay((await person.subscribe('lifetime')).body.url);
    world.setLosing(false);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free' });
    expect((await person.subscribe('lifetime')).body).toMatchObject({ code: 'already_owned' });
    expect(await person.subscription()).toMatchObject({ plan_type: 'lifetime' });
  });

  it('of a checkout that is not paid changes nothing', async () => {
    const person = newPerson();
    const { body } = await person.subscribe('lifetime');
    const [open] = (await world.provider.readCheckouts((await world.customerId(person.id))!)).open;
    expect(open!.url).toBe(body.url);
    expect((await person.confirm(open!.id)).body).toMatchObject({
      isPaid: false,
      subscription: { plan_type: 'free' },
    });
  });

  it('tells nobody of another person’s checkout', async () => {
    const person = newPerson();
    const { sessionId } = await world.pay((await person.subscribe('lifetime')).body.url);
    const thief = await subscribed();
    for (const id of [sessionId!, 'cs_test_invented']) expect((await thief.confirm(id)).status).toBe(404);
    expect((await newPerson().confirm(sessionId!)).status).toBe(404);
  });
});

describe('two tabs', () => {
  const openOf = async (person: Person) =>
    (await world.provider.readCheckouts((await world.customerId(person.id))!)).open;

  it('that wish the same come to the same checkout', async () => {
    const person = newPerson();
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.subscribe('premium_monthly')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    const { data } = await world.client.customers.list({ email: `${person.id}@example.dk` });
    expect(data).toHaveLength(1);
  });

  it('that wish different plans have one open checkout between them', async () => {
    const person = newPerson();
    const wishes = ['premium_monthly', 'premium_quarterly', 'lifetime', 'premium_monthly'];
    const answers = await Promise.all(wishes.map((plan) => person.subscribe(plan)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await openOf(person)).toHaveLength(1);
    for (const { body } of answers) if (body.url) await world.pay(body.url);
    expect(await paymentsOf(person)).toHaveLength(1);
    await expectTrue(person);
  });

  it('of which one stayed open cannot pay for what is owned by then', async () => {
    const person = newPerson();
    const first = await person.subscribe('premium_monthly');
    const customer = (await world.customerId(person.id))!;
    const stray = await world.provider.createCheckout({
      ...{ customerId: customer, userId: person.id, product: 'premium_quarterly', language: 'en' },
      ...{ origin: 'https://bilfund.example', idempotencyKey: 'a key of another tab' },
    });
    await world.pay(first.body.url);
    expect(await openOf(person)).toEqual([]);
    await world.pay(stray.url!);
    expect(await openSubscriptions(person)).toHaveLength(1);
  });

  it('that both paid all the same: the second payment is given back and its subscription ended', async () => {
    const person = newPerson();
    const first = await person.subscribe('premium_monthly');
    const stray = await world.provider.createCheckout({
      ...{ customerId: (await world.customerId(person.id))!, userId: person.id },
      ...{ product: 'premium_quarterly', language: 'en', origin: 'https://bilfund.example' },
      idempotencyKey: 'another key of another tab',
    });
    world.setDeaf(true);
    await world.pay(first.body.url);
    world.advance(5000);
    await world.pay(stray.url!);
    expect(await openSubscriptions(person)).toHaveLength(2);
    world.setDeaf(false);
    await world.advanceDays(1);
    expect((await openSubscriptions(person)).map((one) => one.items.data[0]!.price.lookup_key)).toEqual([
      'bilfund_premium_monthly',
    ]);
    expect((await person.history()).body.map(({ status }) => status).toSorted()).toEqual([
      'paid',
      'refunded',
    ]);
    await expectTrue(person);
  });
});

describe('the nightly comparison', () => {
  it('repairs what lost events left wrong, and reports it', async () => {
    const person = await subscribed();
    world.setDeaf(true);
    const other = newPerson();
    await world.pay((await other.buy('unlock_price')).body.url);
    await world.client.subscriptions.cancel((await openSubscriptions(person))[0]!.id);
    await world.settled();
    expect(await person.access()).toMatchObject({ hasPremium: true });
    world.lines.length = 0;
    const report = await world.reconcile();
    expect(report).toMatchObject({ failed: 0, left: 0 });
    expect(report.repaired).toBeGreaterThanOrEqual(2);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    expect(await other.access()).toMatchObject({ seesEstimates: true });
    const logged = world.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.find((line) => 'PlansRepaired' in line)?.PlansRepaired).toBe(report.repaired);
    expect(await world.reconcile()).toMatchObject({ repaired: 0, failed: 0 });
    world.setDeaf(false);
    await world.advanceDays(1);
    for (const each of [person, other]) await expectTrue(each);
  });
});

describe('when nothing can be bought', () => {
  it('a person without purchases has no history and nothing to manage', async () => {
    const person = newPerson();
    expect((await person.history()).body).toEqual([]);
    expect(await person.portal()).toMatchObject({ status: 409, body: { code: 'no_purchases' } });
    expect(await person.cancel()).toMatchObject({ status: 409, body: { code: 'no_subscription' } });
  });

  it('the switch stops purchases, and what was bought goes on', async () => {
    const person = await subscribed();
    process.env.PAYMENTS_ENABLED = 'false';
    for (const answer of [await person.subscribe('lifetime'), await person.redeem(demoPromotionCode)])
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await person.cancel()).status).toBe(200);
    expect((await person.portal()).body.url).toContain('/p/session/');
    delete process.env.PAYMENTS_ENABLED;
  });

  it('a placeholder in place of the key is told as not configured', async () => {
    const person = newPerson();
    world.useReal();
    world.secrets.none = 'replace-me';
    process.env.STRIPE_SECRET_ARN = 'none';
    const answer = await person.subscribe('premium_monthly');
    process.env.STRIPE_SECRET_ARN = 'stripe';
    world.use(world.guarded(world.provider));
    expect(answer).toMatchObject({ status: 503, body: { code: 'not_configured' } });
  });

  it('a service that is down is told as busy, without its words', async () => {
    const person = newPerson();
    const { createClient } = await import('#functions/_adapters/stripe/client.ts');
    const { createStripeProvider } = await import('#functions/_adapters/stripe/provider.ts');
    world.use(createStripeProvider(await createClient('sk_test_wrong', world.server.origin)));
    const refused = await person.subscribe('premium_monthly');
    world.use(createStripeProvider(await createClient('sk_test_any', 'http://127.0.0.1:9')));
    const down = await person.subscribe('premium_monthly');
    world.use(world.guarded(world.provider));
    for (const answer of [refused, down]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(JSON.stringify(answer.body)).not.toMatch(/sk_test|127\.0\.0\.1/);
    }
  });
});
