import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyUnlikeStripe } from '../../services/stripe/published/check-answer.ts';
import { readDeclarations } from '../../services/stripe/published/declarations.ts';
import { openTestShop, type Shop } from '../support/stripe-target.ts';

type Plain = Record<string, unknown>;

describe('the published declarations', () => {
  test('are read with their namespaces, optional fields, unions and lists', () => {
    const text = [
      "import { X } from './x.js';",
      'export declare class Nothing { read(id: string): Promise<X>; }',
      '/** A thing. */',
      'export interface Thing { id: string; kind: Thing.Kind | null; rows?: Array<Thing.Row>; [more: string]: number; }',
      "export declare namespace Thing { type Kind = 'a' | 'b' | OtherString; interface Row { count: number; } }",
      'export interface ThingCreateParams { name: string; }',
    ];
    const read = readDeclarations(text.join('\n'));
    expect([...read.keys()]).toEqual(['Thing', 'Thing.Kind', 'Thing.Row']);
    expect(read.get('Thing')).toMatchObject({ kind: 'object', index: { name: 'number' } });
  });
});

describe('an answer', () => {
  let shop: Shop;
  let invoice: Plain;
  let subscription: Plain;

  beforeAll(async () => {
    shop = await openTestShop();
    const { stripe } = shop;
    const customer = await stripe.customers.create({ email: 'kim@example.dk' });
    await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const product = await stripe.products.create({ name: 'Premium' });
    const price = await stripe.prices.create({
      ...{ product: product.id, currency: 'eur', unit_amount: 900 },
      recurring: { interval: 'month' },
    });
    const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
    const made = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: method!.id,
    });
    const { store } = shop.server.state.world;
    subscription = store.get('subscription', made.id) as unknown as Plain;
    invoice = store.get('invoice', String(made.latest_invoice)) as unknown as Plain;
  });
  afterAll(() => shop.close());

  test('of the embedded shop is one that Stripe could give', () => {
    expect(whyUnlikeStripe(subscription)).toBeNull();
    expect(whyUnlikeStripe({ object: 'list', data: [invoice], has_more: false, url: '/' })).toBeNull();
  });

  test('that lacks a field, has one too many or a value of another type is found out', () => {
    const { currency: _currency, ...without } = subscription;
    expect(whyUnlikeStripe(without)).toBe('subscription lacks currency');
    expect(whyUnlikeStripe({ ...subscription, plan: 'x' })).toContain('has plan, which Stripe does not know');
    expect(whyUnlikeStripe({ ...subscription, status: 'alive' })).toContain('subscription.status');
    expect(whyUnlikeStripe({ ...subscription, created: '5' })).toBe('subscription.created is no number');
    expect(whyUnlikeStripe({ ...subscription, metadata: { a: 1 } })).toContain('metadata');
    const lines = invoice.lines as { data: Plain[] };
    const [line] = lines.data;
    const broken = { ...invoice, lines: { ...lines, data: [{ ...line, period: { start: 1 } }] } };
    expect(whyUnlikeStripe(broken)).toBe('invoice.lines.data[0].period lacks end');
    expect(whyUnlikeStripe({ ...invoice, lines: { ...lines, data: [{ ...line, amount: null }] } })).toContain(
      'amount is no number',
    );
  });

  test('about something deleted says no more than that', () => {
    expect(whyUnlikeStripe({ id: 'cus_1', object: 'customer', deleted: true })).toBeNull();
    expect(whyUnlikeStripe({ id: 'cus_1', object: 'customer', deleted: true, email: 'x' })).toContain(
      'email',
    );
  });

  test('that an operation gets wrong never leaves the server', async () => {
    const { store } = shop.server.state.world;
    const product = await shop.stripe.products.create({ name: 'Broken' });
    store.save({ ...product, shippable: 'perhaps' } as never);
    await expect(shop.stripe.products.retrieve(product.id)).rejects.toMatchObject({
      statusCode: 500,
      type: 'StripeAPIError',
    });
  });
});
