import { afterAll, describe, expect, it } from 'vitest';
import { demoPromotionCode } from '#local/seed.ts';
import { createBuyers, type Person } from '#tests/support/buyers.ts';
import { startShopWorld } from '#tests/support/shop-world.ts';

const world = await startShopWorld();
const buyers = createBuyers(world);
afterAll(() => world.close());

describe('who floods', () => {
  it('a person who tries many codes must wait, and nobody else', async () => {
    const person = buyers.newPerson();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await person.redeem(`GUESS${i}`)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await buyers.newPerson().redeem(demoPromotionCode)).status).toBe(200);
  });
});

describe('the success page', () => {
  it('the success page applies the purchase if it opens before Stripe’s event', async () => {
    const person = buyers.newPerson();
    await world.setDeaf(true);
    const { body } = await person.subscribe('premium_quarterly');
    const { sessionId } = await world.pay(body.url);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free' });
    const confirmed = await person.confirm(sessionId!);
    expect(confirmed.body).toMatchObject({ isPaid: true, subscription: { plan_type: 'premium_quarterly' } });
    await world.setDeaf(false);
    await world.advanceDays(1);
    expect(await person.subscription()).toMatchObject({ plan_type: 'premium_quarterly' });
    await buyers.expectTrue(person);
  });

  it('the success page applies a purchase and its repetition although every event was lost', async () => {
    const person = buyers.newPerson();
    await world.setLosing(true);
    await world.pay((await person.subscribe('lifetime')).body.url);
    await world.setLosing(false);
    expect(await person.subscription()).toMatchObject({ plan_type: 'free' });
    expect((await person.subscribe('lifetime')).body).toMatchObject({ code: 'already_owned' });
    expect(await person.subscription()).toMatchObject({ plan_type: 'lifetime' });
  });

  it('the success page does not show another person’s checkout', async () => {
    const person = buyers.newPerson();
    const { sessionId } = await world.pay((await person.subscribe('lifetime')).body.url);
    const thief = await buyers.subscribed();
    for (const id of [sessionId!, 'cs_test_invented']) expect((await thief.confirm(id)).status).toBe(404);
    expect((await buyers.newPerson().confirm(sessionId!)).status).toBe(404);
  });
});

describe('two tabs', () => {
  const openOf = async (person: Person) =>
    (await world.provider.readCheckouts((await world.customerId(person.id))!)).open;

  it('two tabs that buy the same get the same checkout', async () => {
    const person = buyers.newPerson();
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.subscribe('premium_monthly')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    const { data } = await world.client.customers.list({ email: `${person.id}@example.dk` });
    expect(data).toHaveLength(1);
  });

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

  it('a tab that stayed open cannot pay for what was bought meanwhile', async () => {
    const person = buyers.newPerson();
    const first = await person.subscribe('premium_monthly');
    const customer = (await world.customerId(person.id))!;
    const stray = await world.provider.createCheckout({
      ...{ customerId: customer, userId: person.id, product: 'premium_quarterly', language: 'en' },
      ...{ origin: 'https://bilfund.example', idempotencyKey: 'a key of another tab' },
    });
    await world.pay(first.body.url);
    expect(await openOf(person)).toEqual([]);
    await world.pay(stray.url!);
    expect(await buyers.openSubscriptions(person)).toHaveLength(1);
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

describe('the nightly comparison', () => {
  it('the nightly comparison repairs plans whose events were lost, and reports it', async () => {
    const person = await buyers.subscribed();
    await world.setDeaf(true);
    const other = buyers.newPerson();
    await world.pay((await other.buy('unlock_price')).body.url);
    await world.client.subscriptions.cancel((await buyers.openSubscriptions(person))[0]!.id);
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
    await world.setDeaf(false);
    await world.advanceDays(1);
    for (const each of [person, other]) await buyers.expectTrue(each);
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

  it('an unavailable payment service is reported as busy, without its own message', async () => {
    const person = buyers.newPerson();
    const { createClient } = await import('#functions/payments/stripe-client.ts');
    const { createStripeProvider } = await import('#functions/payments/stripe.ts');
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
