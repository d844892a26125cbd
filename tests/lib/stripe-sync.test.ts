import { openTestShop, type Shop } from 'local-stripe/tests/support/stripe-target.ts';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { productKeys, products } from '#core/payments/plan.ts';
import { syncCatalog } from '#lib/operations/stripe.ts';

let shop: Shop;
let stripe: Stripe;

beforeEach(async () => {
  shop = await openTestShop();
  stripe = shop.stripe;
});
afterEach(() => shop.close());

const priceOf = async (lookupKey: string) =>
  (await stripe.prices.list({ lookup_keys: [lookupKey], expand: ['data.product'] })).data[0];
const eventCount = () => shop.server.state.world.store.all('event').length;

describe('npm run ops -- stripe', () => {
  test('stripe creates every product of the plan table with its price', async () => {
    const steps = await syncCatalog(stripe);
    expect(steps).toHaveLength(productKeys.length * 2);
    for (const key of productKeys) {
      const wanted = products[key];
      const price = await priceOf(wanted.lookupKey);
      expect(price).toMatchObject({ unit_amount: wanted.amountCents, currency: 'eur', active: true });
      expect(price?.recurring?.interval_count).toBe(wanted.recurring?.intervalCount);
      expect(price?.product).toMatchObject({ name: wanted.name, active: true });
    }
  });

  test('a second run of stripe changes nothing', async () => {
    await syncCatalog(stripe);
    const before = eventCount();
    expect(await syncCatalog(stripe)).toEqual([]);
    expect(eventCount()).toBe(before);
  });

  test('stripe --dry-run prints the changes and makes none', async () => {
    expect(await syncCatalog(stripe, { isDryRun: true })).toHaveLength(productKeys.length * 2);
    expect((await stripe.products.list()).data).toEqual([]);
    expect(eventCount()).toBe(0);
  });

  test('stripe moves the lookup key of a changed price to a new one and archives the old one', async () => {
    const { lookupKey, amountCents } = products.lifetime;
    const product = await stripe.products.create({ name: 'Old name' });
    const params = { product: product.id, currency: 'eur', lookup_key: lookupKey };
    const old = await stripe.prices.create({
      ...params,
      unit_amount: amountCents + 100,
      tax_behavior: 'inclusive',
    });
    const steps = (await syncCatalog(stripe)).filter((step) => step.product === 'lifetime');
    expect(steps.map(({ sentence }) => sentence.split(' ')[0])).toEqual(['rename', 'create', 'retire']);
    const now = await priceOf(lookupKey);
    expect(now).toMatchObject({
      unit_amount: amountCents,
      product: { id: product.id, name: products.lifetime.name },
    });
    expect(await stripe.prices.retrieve(old.id)).toMatchObject({ active: false, lookup_key: null });
    expect(await syncCatalog(stripe)).toEqual([]);
  });

  test('stripe continues after an interrupted run', async () => {
    const { lookupKey, name } = products.unlock_price;
    await stripe.products.create({ id: lookupKey, name });
    await syncCatalog(stripe);
    expect((await stripe.products.list({ limit: 100 })).data).toHaveLength(productKeys.length);
    expect((await priceOf(lookupKey))?.product).toMatchObject({ id: lookupKey });
  });

  test('stripe sells an archived product again', async () => {
    await syncCatalog(stripe);
    const { lookupKey } = products.premium_monthly;
    await stripe.products.update(lookupKey, { active: false });
    expect(await syncCatalog(stripe)).toMatchObject([{ product: 'premium_monthly' }]);
    expect(await stripe.products.retrieve(lookupKey)).toMatchObject({ active: true });
  });
});
