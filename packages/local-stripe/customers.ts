import type Stripe from 'stripe';
import { listPage, newId, nulls, type Routes, route, type World } from './store.ts';
import { endSubscription, hasEnded } from './subscription-object.ts';
import * as field from './wire.ts';
import { badRequest, noSuch, required, StripeFailure, shapeOf, text } from './wire.ts';

/** What a test card does. `onSession`: a person is at the screen; a renewal is off session. */
export type CardBehavior = 'pays' | 'declines' | 'asks' | 'declines_off_session' | 'is_disputed';
export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard';
  behavior: CardBehavior;
  code?: string;
  declineCode?: string;
  message?: string;
  /** The ready-made payment method that Stripe's test mode keeps for this card. */
  method?: string;
};

/** Stripe's own test numbers, those that a shop like ours meets. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behavior: 'pays', method: 'pm_card_visa' },
  { number: '5555555555554444', brand: 'mastercard', behavior: 'pays', method: 'pm_card_mastercard' },
  {
    ...{ number: '4000000000000002', brand: 'visa', behavior: 'declines', code: 'card_declined' },
    ...{ declineCode: 'generic_decline', message: 'Your card was declined.' },
    method: 'pm_card_visa_chargeDeclined',
  },
  {
    ...{ number: '4000000000009995', brand: 'visa', behavior: 'declines', code: 'card_declined' },
    ...{ declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  {
    ...{ number: '4000000000000069', brand: 'visa', behavior: 'declines', code: 'expired_card' },
    ...{ declineCode: 'expired_card', message: 'Your card has expired.' },
    method: 'pm_card_chargeDeclinedExpiredCard',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behavior: 'asks',
    method: 'pm_card_authenticationRequiredOnSetup',
  },
  {
    ...{ number: '4000000000000341', brand: 'visa', behavior: 'declines_off_session', code: 'card_declined' },
    ...{
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
      method: 'pm_card_chargeCustomerFail',
    },
  },
  { number: '4000000000000259', brand: 'visa', behavior: 'is_disputed', method: 'pm_card_createDispute' },
];

/** The check digit of card numbers. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

const cardError = (message: string, code: string, param: string, declineCode?: string) =>
  new StripeFailure(402, 'card_error', message, {
    code,
    param,
    ...(declineCode && { decline_code: declineCode }),
  });

/** The test card of a number; real cards are refused as Stripe's test mode refuses them. */
export function cardByNumber(number: string): TestCard {
  const digits = number.replaceAll(/[\s-]/g, '');
  const card = testCards.find((one) => one.number === digits);
  if (card) return card;
  if (!hasCheckDigit(digits)) throw cardError('Your card number is incorrect.', 'incorrect_number', 'number');
  const words =
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing.';
  throw cardError(words, 'card_declined', 'number', 'test_mode_live_card');
}

/** Month and year of "12/34" or "12 / 2034"; throws when they are none, or past at `now` (epoch seconds). */
export function readExpiry(said: string, now: number): { month: number; year: number } {
  const [, monthText = '', yearText = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(said) ?? [];
  const month = Number(monthText);
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  if (!(month >= 1 && month <= 12))
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  if (Date.UTC(year, month) / 1000 <= now)
    throw cardError("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  return { month, year };
}

export function checkSecurityCode(said: string): void {
  if (!/^\d{3,4}$/.test(said.trim()))
    throw cardError("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
}

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
    ...nulls('customer customer_account'),
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

const attached_ = shapeOf<Stripe.PaymentMethodAttachParams>()({ customer: required(text) });
export const paymentMethodRoutes: Routes = {
  'POST /v1/payment_methods/{id}/attach': route(attached_, (world, { customer }, id) => {
    world.store.get('customer', customer, 'customer');
    return attachMethod(world, methodNamed(world, id, 'id'), customer);
  }),
};

const newCustomer = field.shapeOf<Stripe.CustomerCreateParams>()({
  email: field.email,
  name: field.text,
  metadata: field.metadata,
});
const soughtCustomers = field.shapeOf<Stripe.CustomerListParams>()({ ...field.paging, email: field.email });

type NewCustomer = {
  email?: string | null;
  name?: string | null;
  metadata?: Record<string, string>;
};

export function createCustomer(world: World, input: NewCustomer): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    ...nulls('address currency customer_account default_source description discount phone shipping'),
    balance: 0,
    created: world.now(),
    delinquent: false,
    email: input.email ?? null,
    invoice_prefix: newId('x').slice(2, 10).toUpperCase(),
    invoice_settings: nulls('custom_fields default_payment_method footer rendering_options'),
    livemode: false,
    metadata: field.mergeMetadata(null, input.metadata),
    name: input.name ?? null,
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: null,
  };
  world.store.insert(customer);
  world.emit('customer.created', customer);
  return customer;
}

const isDeleted = (customer: Stripe.Customer | Stripe.DeletedCustomer): customer is Stripe.DeletedCustomer =>
  'deleted' in customer && customer.deleted === true;

/** A customer that can still be used; a deleted one is as good as none. */
export function livingCustomer(world: World, id: string, param?: string): Stripe.Customer {
  const customer = world.store.get('customer', id, param);
  if (isDeleted(customer)) throw noSuch('customer', id, param);
  return customer;
}

/** Ends everything that the customer has; what was paid stays on the books. */
function deleteCustomer(world: World, id: string): object {
  const customer = livingCustomer(world, id);
  for (const subscription of world.store.all('subscription', (one) => !hasEnded(one), id)) {
    endSubscription(world, subscription, 'cancellation_requested');
  }
  for (const method of world.store.all('payment_method', () => true, id)) detachMethod(world, method);
  const deleted = { id, object: 'customer', deleted: true } as const;
  world.store.save(deleted as unknown as Stripe.Customer);
  world.emit('customer.deleted', customer);
  return deleted;
}

export const customerRoutes: Routes = {
  'POST /v1/customers': route(newCustomer, createCustomer),
  'GET /v1/customers/{id}': route({}, (world, _, id) => world.store.get('customer', id)),
  'DELETE /v1/customers/{id}': route({}, (world, _, id) => deleteCustomer(world, id)),
  'GET /v1/customers': route(soughtCustomers, (world, { email: of, ...page }) =>
    listPage(
      world,
      'customer',
      '/v1/customers',
      page,
      (one) => !isDeleted(one) && (of === undefined || one.email === of),
    ),
  ),
};
