import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import { choice, paging, required, shapeOf, text } from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest, noSuch } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { type TestCard, testCards } from './test-cards.ts';

/** What a method's card was: the only place where a number is kept, and only of test cards. */
type Hidden = { number: string };
export type CardOwner = { email: string | null; name: string | null };

export function createCardMethod(
  world: World,
  card: TestCard,
  expiry: { month: number; year: number },
  owner: CardOwner,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: owner.email, name: owner.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'DK',
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: card.number.slice(-12),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  const hidden: Hidden = { number: card.number };
  return world.store.insert(method, hidden);
}

export function cardOf(world: World, methodId: string): TestCard {
  const { number } = world.store.hidden<Hidden>(methodId);
  const card = testCards.find((one) => one.number === number);
  if (!card) throw noSuch('payment_method', methodId, 'payment_method');
  return card;
}

/** A method by its id; the names of test mode's ready-made ones make a fresh one, as there. */
export function methodNamed(world: World, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const ready = testCards.find((card) => card.method === id);
  if (!ready) return world.store.get('payment_method', id, param);
  return createCardMethod(world, ready, { month: 12, year: 2034 }, { email: null, name: null });
}

export function attachMethod(
  world: World,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw badRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
    );
  }
  const attached: Stripe.PaymentMethod = { ...method, customer, allow_redisplay: 'always' };
  world.store.save(attached);
  world.emit('payment_method.attached', attached);
  return attached;
}

export function detachMethod(world: World, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const detached = { ...method, customer: null };
  world.store.save(detached);
  world.emit('payment_method.detached', detached, { customer: method.customer });
  return detached;
}

const attach = shapeOf<Stripe.PaymentMethodAttachParams>()({ customer: required(text) });
const find = shapeOf<Stripe.PaymentMethodListParams>()({
  ...paging,
  customer: required(text),
  type: choice('card'),
});

export const paymentMethodRoutes: Routes = {
  'GET /v1/payment_methods/{id}': retrieve('payment_method'),
  'POST /v1/payment_methods/{id}/attach': route(attach, (world, { customer }, id) => {
    world.store.get('customer', customer, 'customer');
    return attachMethod(world, methodNamed(world, id, 'id'), customer);
  }),
  'POST /v1/payment_methods/{id}/detach': route({}, (world, _, id) => {
    const method = world.store.get('payment_method', id);
    if (method.customer === null) {
      throw badRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        'payment_method',
      );
    }
    for (const subscription of world.store.all('subscription', (one) => one.default_payment_method === id)) {
      change(world, 'customer.subscription.updated', subscription, { default_payment_method: null });
    }
    return detachMethod(world, method);
  }),
  'GET /v1/payment_methods': route(find, (world, { customer, type: _type, ...page }) => {
    world.store.get('customer', customer, 'customer');
    return listPage(world, 'payment_method', '/v1/payment_methods', page, () => true, customer);
  }),
};
