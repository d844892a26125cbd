import type Stripe from 'stripe';
import { hasAll, listPage, newId, nulls, type Routes, retrieve, route, type World } from './store.ts';
import { endSubscription, hasEnded } from './subscription-object.ts';
import * as field from './wire.ts';
import { noSuch, StripeFailure } from './wire.ts';

/** What a test card does; a renewal and a change of plan are off session: nobody is at the screen. */
export type TestCard = {
  number: string;
  behavior: 'pays' | 'declines' | 'asks' | 'declines_off_session';
  declineCode?: string;
  message?: string;
};

const declined = { declineCode: 'generic_decline', message: 'Your card was declined.' };

/** Stripe's own test numbers, those that a shop like ours meets. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behavior: 'pays' },
  { number: '4000000000000002', behavior: 'declines', ...declined },
  {
    number: '4000000000009995',
    behavior: 'declines',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  { number: '4000002500003155', behavior: 'asks' },
  { number: '4000000000000341', behavior: 'declines_off_session', ...declined },
];

const cardError = (message: string, code: string, param: string) =>
  new StripeFailure(402, 'card_error', message, { code, param });

/** Month and year of "12/34" or "12 / 2034"; throws when they are none, or past at `now` (epoch seconds). */
function readExpiry(said: string, now: number): { exp_month: number; exp_year: number } {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(said) ?? [];
  const [exp_month, exp_year] = [Number(month), 2000 + Number(year)];
  if (!(exp_month >= 1 && exp_month <= 12))
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  if (Date.UTC(exp_year, exp_month) / 1000 <= now)
    throw cardError("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  return { exp_month, exp_year };
}

/** A customer's card as it was typed; throws in Stripe's words when something about it is wrong. */
export function typedCard(
  world: World,
  form: URLSearchParams,
  customer: Stripe.Customer,
): Stripe.PaymentMethod {
  const number = (form.get('number') ?? '').replaceAll(/[\s-]/g, '');
  if (!testCards.some((one) => one.number === number))
    throw cardError('Your card number is incorrect.', 'incorrect_number', 'number');
  const expiry = readExpiry(form.get('expiry') ?? '', world.now());
  if (!/^\d{3}$/.test((form.get('securityCode') ?? '').trim()))
    throw cardError("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
  const name = form.get('name')?.trim() || null;
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    ...nulls('customer customer_account'),
    allow_redisplay: 'limited',
    billing_details: { address: null, email: customer.email, name, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'DK',
      display_brand: 'visa',
      ...expiry,
      fingerprint: number.slice(-12),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    livemode: false,
    metadata: {},
    type: 'card',
  };
  return world.store.insert(method);
}

/** The test card behind a method: their last digits differ. */
export const cardOf = ({ card }: Stripe.PaymentMethod): TestCard =>
  testCards.find(({ number }) => number.endsWith(card!.last4)) ?? testCards[0]!;

export function attachMethod(world: World, method: Stripe.PaymentMethod, customer: string): void {
  const attached: Stripe.PaymentMethod = { ...method, customer, allow_redisplay: 'always' };
  world.store.save(attached);
  world.emit('payment_method.attached', attached);
}

const newCustomer = field.shapeOf<Stripe.CustomerCreateParams>()({
  email: field.email,
  metadata: field.metadata,
});
const soughtCustomers = field.shapeOf<Stripe.CustomerListParams>()({ ...field.paging, email: field.email });

function createCustomer(world: World, input: field.Parameters<typeof newCustomer>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    ...nulls('address currency customer_account default_source description discount name phone shipping'),
    balance: 0,
    created: world.now(),
    delinquent: false,
    email: input.email ?? null,
    invoice_prefix: newId('x').slice(2, 10).toUpperCase(),
    invoice_settings: nulls('custom_fields default_payment_method footer rendering_options'),
    livemode: false,
    metadata: input.metadata ?? {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: null,
  };
  world.store.insert(customer);
  world.emit('customer.created', customer);
  return customer;
}

const isDeleted = (customer: Stripe.Customer): boolean => 'deleted' in customer;

/** A customer that can still be used; a deleted one is as good as none. */
export function livingCustomer(world: World, id: string, param?: string): Stripe.Customer {
  const customer = world.store.get('customer', id, param);
  if (isDeleted(customer)) throw noSuch('customer', id, param);
  return customer;
}

/** Ends everything that the customer has; what was paid stays on the books. */
function deleteCustomer(world: World, id: string): object {
  const customer = livingCustomer(world, id);
  for (const subscription of world.store.all('subscription', (one) => !hasEnded(one), id))
    endSubscription(world, subscription, 'cancellation_requested');
  for (const method of world.store.all('payment_method', () => true, id))
    world.store.save({ ...method, customer: null });
  const deleted = { id, object: 'customer', deleted: true } as const;
  world.store.save(deleted as unknown as Stripe.Customer);
  world.emit('customer.deleted', customer);
  return deleted;
}

export const customerRoutes: Routes = {
  'POST /v1/customers': route(newCustomer, createCustomer),
  'GET /v1/customers/{id}': retrieve('customer'),
  'DELETE /v1/customers/{id}': route({}, (world, _, id) => deleteCustomer(world, id)),
  'GET /v1/customers': route(soughtCustomers, (world, { email, ...page }) =>
    listPage(world, 'customer', page, (one) => !isDeleted(one) && hasAll(one, { email })),
  ),
};
