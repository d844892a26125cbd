import { openTestShop, type Shop, subscribed } from 'local-stripe/tests/support/stripe-target.ts';
import type { Browser } from 'playwright-core';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchTestBrowser } from '../support/browser.ts';
import { faultsOf } from '../support/page-audit.ts';

let shop: Shop;
let stripe: Stripe;
let browser: Browser;
let checkoutUrl: string;
let portalUrl: string;
let switchUrl: string;
const success_url = () => `${shop.server.origin}/assets/shop.css?session_id={CHECKOUT_SESSION_ID}`;

async function priceOf(name: string, cents: number, interval_count: number): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name });
  return stripe.prices.create({
    ...{ product: product.id, currency: 'eur', unit_amount: cents, lookup_key: `${interval_count}` },
    recurring: { interval: 'month', interval_count },
  });
}

beforeAll(async () => {
  shop = await openTestShop();
  stripe = shop.stripe;
  browser = await launchTestBrowser();
  const [monthly, quarterly] = [
    await priceOf('Premium Monthly', 900, 1),
    await priceOf('Premium (3 Months)', 1900, 3),
  ];
  const customer = await stripe.customers.create({ email: 'kim@example.dk' });
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
  await stripe.promotionCodes.create({ code: 'HALF', promotion: { type: 'coupon', coupon: coupon.id } });
  const session = await stripe.checkout.sessions.create({
    ...{
      mode: 'subscription',
      customer: customer.id,
      success_url: success_url(),
      allow_promotion_codes: true,
    },
    line_items: [{ price: monthly.id, quantity: 1 }],
    cancel_url: success_url(),
  });
  checkoutUrl = session.url!;
  const subscription = await subscribed(stripe, monthly);
  const subscriber = String(subscription.customer);
  portalUrl = (
    await stripe.billingPortal.sessions.create({ customer: subscriber, return_url: success_url() })
  ).url;
  const flow = await stripe.billingPortal.sessions.create({
    customer: subscriber,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription.id,
        items: [{ id: subscription.items.data[0]!.id, price: quarterly.id, quantity: 1 }],
      },
    },
  });
  switchUrl = flow.url;
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

describe('the shop’s pages', () => {
  const pages: [string, () => string][] = [
    ['checkout', () => checkoutUrl],
    ['portal', () => portalUrl],
    ['confirmation of a change', () => switchUrl],
  ];

  test.each(pages)(
    'the checkout page %s has no accessibility violations at any width',
    async (_name, url) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
        const page = await context.newPage();
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        await page.goto(url());
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await faultsOf(page)).toEqual([]);
        expect(faults).toEqual([]);
        await context.close();
      }
    },
  );

  test('the checkout applies and removes a code, reports a declined card, and accepts a confirmed payment', async () => {
    const page = await browser.newPage();
    await page.goto(checkoutUrl);
    await page.getByLabel('Promotion code').fill('intet');
    await page.getByLabel('Promotion code').press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('This code is invalid.');
    await page.getByLabel('Promotion code').fill('half');
    await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: '4.50' }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { level: 1, name: '9.00' }).waitFor();
    await page.getByText('Test cards').click();
    await page.getByRole('button', { name: 'Use 4000 0000 0000 9995' }).click();
    await page.getByRole('button', { name: /Subscribe for/ }).click();
    expect(await page.getByRole('alert').textContent()).toBe('Your card has insufficient funds.');
    await page.getByText('Test cards').click();
    await page.getByRole('button', { name: 'Use 4000 0025 0000 3155' }).click();
    await page.getByRole('button', { name: /Subscribe for/ }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(/session_id=cs_test_/);
    const id = new URL(page.url()).searchParams.get('session_id') ?? '';
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    });
    await page.goto(checkoutUrl);
    await page.getByText('already paid').waitFor();
    await page.close();
  });
});
