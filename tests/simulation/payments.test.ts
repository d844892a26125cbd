import { afterAll, describe, expect, it } from 'vitest';
import { freePlan, type Plan, purchaseNews } from '#core/payments/plan.ts';
import { demoPromotionCode } from '#local/seed.ts';
import { createBuyers, type Person, startShopWorld } from '#tests/support/shop-world.ts';

const world = await startShopWorld();
const buyers = createBuyers(world);
afterAll(() => world.close());

describe('a subscription', () => {
  // docs/spec.md, section 4.
  it('a subscription is bought, cancelled, reactivated, cancelled again, and ends with its period', async () => {
    const person = await buyers.subscribed();
    expect(await person.access()).toMatchObject({ hasPremium: true, seesEstimates: true, reason: null });
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
    await buyers.expectTrue(person);
    await world.advanceDays(32);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free', cancel_at_period_end: false });
    expect(await person.access()).toMatchObject({ hasPremium: false, reason: 'subscription_expired' });
    expect((await person.reactivate()).body).toMatchObject({ code: 'no_subscription' });
    await buyers.expectTrue(person);
  });

  it('a subscription renews, and the history has each payment with its receipt', async () => {
    const person = await buyers.subscribed();
    await world.advanceDays(32);
    await buyers.expectTrue(person);
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

  it('a failed renewal keeps access while Stripe retries, and ends the subscription when it gives up', async () => {
    const person = await buyers.subscribed('premium_monthly', { number: '4000000000000341' });
    await world.advanceDays(31);
    expect((await world.storedPlan(person.id)).status).toBe('past_due');
    expect(await person.access()).toMatchObject({ hasPremium: true });
    const debt = await person.subscribe('premium_quarterly');
    expect(debt.body.url).toContain('/p/session/');
    for (let week = 0; week < 5; week++) await world.advanceDays(7);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    await buyers.expectTrue(person);
  });

  // docs/spec.md, section 4.
  it('buying lifetime ends the subscription at once without further charges', async () => {
    const person = await buyers.subscribed();
    const { body } = await person.subscribe('lifetime');
    await world.pay(body.url);
    expect(await person.subscription()).toMatchObject({
      plan_type: 'lifetime',
      current_period_end: null,
      cancel_at_period_end: false,
    });
    expect(await buyers.openSubscriptions(person)).toEqual([]);
    expect((await person.cancel()).body).toMatchObject({ code: 'no_subscription' });
    const before = await buyers.paymentsOf(person);
    await world.advanceDays(40);
    expect(await buyers.paymentsOf(person)).toEqual(before);
    for (const product of ['premium_monthly', 'premium_quarterly', 'lifetime'])
      expect((await person.subscribe(product)).body).toMatchObject({ code: 'already_owned' });
    await buyers.expectTrue(person);
  });
});

describe('a boost', () => {
  // docs/spec.md, section 9.
  it('a boost gives ten days and a second one ten more', async () => {
    const person = await buyers.bought('deal_finder_boost');
    const first = await person.subscription();
    expect(first).toMatchObject({ plan_type: 'deal_finder_boost', status: 'active' });
    expect(Math.round((Date.parse(first.boost_until!) - world.now().getTime()) / 86_400_000)).toBe(10);
    await buyers.bought('deal_finder_boost', person);
    const second = await person.subscription();
    expect(Date.parse(second.boost_until!) - Date.parse(first.boost_until!)).toBe(10 * 86_400_000);
    expect((await person.cancel()).body).toMatchObject({ code: 'no_subscription' });
    await world.advanceDays(21);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free', boost_until: null });
    await buyers.expectTrue(person);
  });
});

describe('the price unlock', () => {
  // docs/spec.md, section 9.
  it('the price unlock costs three euros and shows estimates without premium', async () => {
    const person = await buyers.bought('unlock_price');
    expect(await person.access()).toMatchObject({
      hasPremium: false,
      seesEstimates: true,
      reason: 'free_plan',
    });
    expect(await person.subscription()).toMatchObject({ plan_type: 'free', price_unlocked: true });
    expect((await person.buy('unlock_price')).body).toMatchObject({ code: 'already_owned' });
    expect((await person.history()).body).toMatchObject([
      { product: 'unlock_price', amount: 3, status: 'paid' },
    ]);
  });

  // docs/spec.md, section 9.
  it('the price unlock is free with a promotion code at the checkout', async () => {
    const person = buyers.newPerson();
    const { body } = await person.buy('unlock_price');
    await world.enterCode(body.url, demoPromotionCode);
    expect((await world.pay(body.url)).status).toBe(303);
    expect(await person.access()).toMatchObject({ seesEstimates: true });
    expect((await person.history()).body).toMatchObject([{ product: 'unlock_price', amount: 0 }]);
    await buyers.expectTrue(person);
  });

  it('a promotion code that is unknown, used up or covers only part of the price gives no unlock', async () => {
    const person = buyers.newPerson();
    const half = await world.client.coupons.create({ percent_off: 50, duration: 'once' });
    await world.client.promotionCodes.create({
      code: 'HALF',
      promotion: { type: 'coupon', coupon: half.id },
    });
    const full = await world.client.coupons.create({ percent_off: 100, duration: 'once' });
    const promotion = { type: 'coupon' as const, coupon: full.id };
    await world.client.promotionCodes.create({ code: 'ONLYONE', promotion, max_redemptions: 1 });
    expect((await buyers.newPerson().redeem('ONLYONE')).status).toBe(200);
    for (const code of ['NOSUCHCODE', 'HALF', 'ONLYONE'])
      expect(await person.redeem(code), code).toMatchObject({
        status: 400,
        body: { code: 'promotion_code_invalid' },
      });
    expect(await person.access()).toMatchObject({ seesEstimates: false });
    expect((await person.history()).body).toEqual([]);
    expect(await buyers.paymentsOf(person)).toEqual([]);
  });
});

describe('money that is given back', () => {
  it('a refund ends the subscription, also at Stripe', async () => {
    const person = await buyers.subscribed();
    const [payment] = await buyers.paymentsOf(person);
    await world.refund(payment!);
    expect(await person.access()).toMatchObject({ hasPremium: false });
    expect(await buyers.openSubscriptions(person)).toEqual([]);
    expect((await person.history()).body).toMatchObject([{ status: 'refunded' }]);
    await buyers.expectTrue(person);
  });

  /** What is told of a person's purchases when their plan was another one before. */
  async function newsSince(person: Person, before: Plan) {
    const after = await world.storedPlan(person.id);
    const news = purchaseNews(before, after, world.now());
    return { after, news: news.map(({ product, turn, isKept }) => ({ product, turn, isKept })) };
  }

  it.each(['lifetime', 'premium_monthly', 'deal_finder_boost', 'unlock_price'] as const)(
    'a dispute about %s suspends the purchase until it is won, with an alert for each step',
    async (product) => {
      const person = buyers.newPerson();
      const isSingle = product === 'deal_finder_boost' || product === 'unlock_price';
      const { body } = await (isSingle ? person.buy(product) : person.subscribe(product));
      await world.pay(body.url);
      const access = await person.access();
      const bought = await newsSince(person, freePlan);
      expect(bought.news).toEqual([{ product, turn: 'bought', isKept: true }]);
      const [payment] = await buyers.paymentsOf(person);
      const close = await world.dispute(payment!);
      expect(await person.access()).toMatchObject({ hasPremium: false, seesEstimates: false });
      expect((await person.history()).body).toMatchObject([{ status: 'disputed' }]);
      expect(await buyers.openSubscriptions(person)).toEqual([]);
      const disputed = await newsSince(person, bought.after);
      expect(disputed.news).toEqual([{ product, turn: 'disputed', isKept: false }]);
      await close('won');
      expect(await person.access()).toEqual(access);
      expect((await newsSince(person, disputed.after)).news).toEqual([
        { product, turn: 'restored', isKept: true },
      ]);
      expect((await person.history()).body).toMatchObject([{ status: 'paid' }]);
      await buyers.expectTrue(person);
    },
  );
});

describe('who floods', () => {
  it('a person who tries many codes must wait, and nobody else', async () => {
    const person = buyers.newPerson();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await person.redeem(`GUESS${i}`)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await buyers.newPerson().redeem(demoPromotionCode)).status).toBe(200);
  });
});

describe('two tabs', () => {
  const openOf = async (person: Person) =>
    (await world.provider.readCheckouts((await world.customerId(person.id))!)).open;

  it('two tabs that buy different plans share one open checkout', async () => {
    const person = buyers.newPerson();
    const wishes = ['premium_monthly', 'premium_quarterly', 'lifetime', 'premium_monthly'];
    const answers = await Promise.all(wishes.map((plan) => person.subscribe(plan)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await openOf(person)).toHaveLength(1);
    for (const { body } of answers) if (body.url) await world.pay(body.url);
    expect(await buyers.paymentsOf(person)).toHaveLength(1);
    await buyers.expectTrue(person);
  });

  it('of two paid checkouts the second is refunded and its subscription cancelled', async () => {
    const person = buyers.newPerson();
    const first = await person.subscribe('premium_monthly');
    const stray = await world.provider.createCheckout({
      ...{ customerId: (await world.customerId(person.id))!, userId: person.id },
      ...{ product: 'premium_quarterly', language: 'en', origin: 'https://bilfund.example' },
      idempotencyKey: 'another key of another tab',
    });
    await world.setDeaf(true);
    await world.pay(first.body.url);
    world.advance(5000);
    await world.pay(stray.url!);
    expect(await buyers.openSubscriptions(person)).toHaveLength(2);
    await world.setDeaf(false);
    await world.advanceDays(1);
    expect(
      (await buyers.openSubscriptions(person)).map((one) => one.items.data[0]!.price.lookup_key),
    ).toEqual(['bilfund_premium_monthly']);
    expect((await person.history()).body.map(({ status }) => status).toSorted()).toEqual([
      'paid',
      'refunded',
    ]);
    await buyers.expectTrue(person);
  });
});

describe('when nothing can be bought', () => {
  it('a person without purchases has no payment history and nothing to manage', async () => {
    const person = buyers.newPerson();
    expect((await person.history()).body).toEqual([]);
    expect(await person.portal()).toMatchObject({ status: 409, body: { code: 'no_purchases' } });
    expect(await person.cancel()).toMatchObject({ status: 409, body: { code: 'no_subscription' } });
  });

  it('the switch stops new purchases, and existing ones continue', async () => {
    const person = await buyers.subscribed();
    process.env.PAYMENTS_ENABLED = 'false';
    for (const answer of [await person.subscribe('lifetime'), await person.redeem(demoPromotionCode)])
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await person.cancel()).status).toBe(200);
    expect((await person.portal()).body.url).toContain('/p/session/');
    delete process.env.PAYMENTS_ENABLED;
  });

  it('a placeholder key is reported as not configured', async () => {
    const person = buyers.newPerson();
    world.useReal();
    world.secrets.none = 'replace-me';
    process.env.STRIPE_SECRET_ARN = 'none';
    const answer = await person.subscribe('premium_monthly');
    process.env.STRIPE_SECRET_ARN = 'stripe';
    world.use(world.guarded(world.provider));
    expect(answer).toMatchObject({ status: 503, body: { code: 'not_configured' } });
  });
});
