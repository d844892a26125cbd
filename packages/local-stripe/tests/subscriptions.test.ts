import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop, payCheckout, pressCheckout, type Shop } from './support/stripe-target.ts';

let shop: Shop;
let stripe: Stripe;
let monthly: Stripe.Price;
let quarterly: Stripe.Price;
const success_url = 'http://127.0.0.1:1/success';

beforeAll(async () => {
  shop = await openTestShop();
  stripe = shop.stripe;
  const create = async (name: string, cents: number, interval_count: number) =>
    stripe.prices.create({
      product: (await stripe.products.create({ name })).id,
      lookup_key: name.toLowerCase(),
      ...{ currency: 'eur', unit_amount: cents, recurring: { interval: 'month', interval_count } },
    });
  monthly = await create('Monthly', 900, 1);
  quarterly = await create('Quarterly', 1900, 3);
});
afterAll(() => shop.close());

/** A subscription that was bought on the checkout page. */
async function subscribe(number = '4242424242424242', code?: string): Promise<Stripe.Subscription> {
  const customer = await stripe.customers.create({ email: 'kim@example.dk' });
  const session = await stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer: customer.id, success_url, allow_promotion_codes: true },
    line_items: [{ price: monthly.id, quantity: 1 }],
  });
  if (code) await pressCheckout(session.url!, 'code', { code });
  await payCheckout(session.url!, { number });
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return stripe.subscriptions.retrieve(String(subscription));
}

const now = (id: string) => stripe.subscriptions.retrieve(id);
const invoicesOf = async ({ customer }: Stripe.Subscription) =>
  (await stripe.invoices.list({ customer: String(customer), limit: 100 })).data.toReversed();

describe('a renewal', () => {
  test('comes with the clock, period after period, on the same day of the month', async () => {
    const subscription = await subscribe();
    const { id, items } = subscription;
    const anchor = new Date(items.data[0]!.current_period_start * 1000);
    await shop.advanceDays(95);
    const [item] = (await now(id)).items.data;
    expect(new Date(item!.current_period_end * 1000).getUTCDate()).toBe(anchor.getUTCDate());
    const invoices = await invoicesOf(subscription);
    expect(invoices.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ['subscription_create', 'paid'],
      ...Array.from({ length: 3 }, () => ['subscription_cycle', 'paid']),
    ]);
    expect(invoices[1]!.created).toBe(items.data[0]!.current_period_end);
  });

  test('that cannot be charged is tried four times and then ends the subscription', async () => {
    const subscription = await subscribe('4000000000000341');
    const { id } = subscription;
    const states: string[] = [];
    for (const days of [32, 4, 6, 8]) {
      await shop.advanceDays(days);
      states.push((await now(id)).status);
    }
    expect(states).toEqual(['past_due', 'past_due', 'past_due', 'canceled']);
    expect((await now(id)).cancellation_details?.reason).toBe('payment_failed');
    const [, renewal] = await invoicesOf(subscription);
    expect(renewal).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
  });

  test('that could not be charged goes through once the card is changed', async () => {
    const { id, customer } = await subscribe('4000000000000341');
    await shop.advanceDays(32);
    const portal = await stripe.billingPortal.sessions.create({ customer: String(customer) });
    const page = await (await fetch(portal.url)).text();
    expect(page).toContain('The last payment failed.');
    const card = { number: '4242424242424242', expiry: '12 / 34', securityCode: '123' };
    const changed = await pressCheckout(portal.url, 'card', card);
    expect(changed.status).toBe(303);
    await shop.advanceDays(4);
    expect((await now(id)).status).toBe('active');
  });

  test('does not come when the subscription was told to end', async () => {
    const { id } = await subscribe();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await shop.advanceDays(32);
    const ended = await now(id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ended.items.data[0]!.current_period_end });
    expect(await invoicesOf(ended)).toHaveLength(1);
  });

  test('costs the full price again after a code for one payment', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    await stripe.promotionCodes.create({ code: 'HALF', promotion: { type: 'coupon', coupon: coupon.id } });
    const subscription = await subscribe('4242424242424242', 'half');
    await shop.advanceDays(32);
    expect((await invoicesOf(subscription)).map((invoice) => invoice.amount_paid)).toEqual([450, 900]);
  });
});

describe('a change of plan', () => {
  const confirmUrl = async (subscription: Stripe.Subscription, price: Stripe.Price) =>
    stripe.billingPortal.sessions.create({
      customer: String(subscription.customer),
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: subscription.id,
          items: [{ id: subscription.items.data[0]!.id, price: price.id, quantity: 1 }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: success_url } },
      },
    });

  test('is shown with what it costs, and made and paid when it is confirmed', async () => {
    const before = await subscribe();
    const { url } = await confirmUrl(before, quarterly);
    const page = await (await fetch(url)).text();
    expect(page).toContain('Change to Quarterly');
    expect(page).toMatch(/Confirm and pay €10\.\d\d/);
    expect((await now(before.id)).items.data[0]!.price.id).toBe(monthly.id);
    expect((await pressCheckout(url, 'confirm')).location).toBe(success_url);
    const after = await now(before.id);
    expect(after.items.data[0]!.price.id).toBe(quarterly.id);
    const [, switched] = await invoicesOf(before);
    expect(switched).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
    expect(switched!.amount_paid).toBe(switched!.total);
    expect(switched!.lines.data.map((line) => line.amount > 0)).toEqual([false, true]);
    expect(
      (await fetch(url, { method: 'POST', redirect: 'manual', body: 'action=confirm' })).status,
    ).not.toBe(500);
    expect(await invoicesOf(before)).toHaveLength(2);
  });

  test('that the card does not pay is not made', async () => {
    const before = await subscribe('4000000000000341');
    const { url } = await confirmUrl(before, quarterly);
    expect((await pressCheckout(url, 'confirm')).page).toContain('Your card was declined.');
    expect((await now(before.id)).items.data[0]!.price.id).toBe(monthly.id);
    expect(await invoicesOf(before)).toHaveLength(1);
  });
});

describe('the portal', () => {
  test('ends a subscription with its period and keeps it again', async () => {
    const { id, customer } = await subscribe();
    const { url } = await stripe.billingPortal.sessions.create({ customer: String(customer) });
    expect(await (await fetch(url)).text()).toContain('Cancel at the end of the period');
    await pressCheckout(url, 'cancel', { subscription: id });
    expect((await now(id)).cancel_at_period_end).toBe(true);
    expect(await (await fetch(url)).text()).toContain('will not renew');
    await pressCheckout(url, 'keep', { subscription: id });
    expect((await now(id)).cancel_at_period_end).toBe(false);
  });

  test('touches nobody else’s subscription', async () => {
    const [mine, other] = [await subscribe(), await subscribe()];
    const { url } = await stripe.billingPortal.sessions.create({ customer: String(mine.customer) });
    expect((await pressCheckout(url, 'cancel', { subscription: other.id })).status).toBe(402);
    expect((await now(other.id)).cancel_at_period_end).toBe(false);
  });
});

describe('an invoice made by hand', () => {
  test('is paid at once when a code covers it, and the code is used up', async () => {
    const product = await stripe.products.create({ name: 'Unlock' });
    const price = await stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: 300 });
    const coupon = await stripe.coupons.create({
      ...{ percent_off: 100, duration: 'once', applies_to: { products: [product.id] } },
    });
    const code = await stripe.promotionCodes.create({
      ...{ code: 'FREE', max_redemptions: 1, promotion: { type: 'coupon', coupon: coupon.id } },
    });
    const draw = async () => {
      const customer = await stripe.customers.create({ email: 'kim@example.dk' });
      const draft = await stripe.invoices.create({
        ...{ customer: customer.id, auto_advance: false, pending_invoice_items_behavior: 'exclude' },
        discounts: [{ promotion_code: code.id }],
        metadata: { product: 'unlock_price' },
      });
      await stripe.invoiceItems.create({
        customer: customer.id,
        invoice: draft.id,
        pricing: { price: price.id },
      });
      return stripe.invoices.retrieve(draft.id);
    };
    const [first, second] = [await draw(), await draw()];
    expect(first).toMatchObject({ status: 'draft', subtotal: 300, total: 0, number: null });
    const booked = await stripe.invoices.finalizeInvoice(first.id);
    expect(booked).toMatchObject({ status: 'paid', amount_paid: 0 });
    expect((await stripe.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1);
    await expect(stripe.invoices.finalizeInvoice(second.id)).rejects.toMatchObject({ statusCode: 400 });
    await stripe.invoices.del(second.id);
    await expect(stripe.invoices.retrieve(second.id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.invoices.del(first.id)).rejects.toMatchObject({ code: 'invoice_not_editable' });
  });
});
