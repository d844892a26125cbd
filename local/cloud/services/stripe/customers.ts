import type Stripe from 'stripe';
import { endSubscription, hasEnded } from './billing/end-subscription.ts';
import { newId } from './object-store.ts';
import { detachMethod } from './payments/payment-methods.ts';
import * as field from './wire/parameters.ts';
import { listPage, type Routes, route } from './wire/route.ts';
import { badRequest, noSuch } from './wire/stripe-failure.ts';
import { change, type World } from './world.ts';

const invoiceSettings = field.group(
  field.shapeOf<Stripe.CustomerUpdateParams.InvoiceSettings>()({
    default_payment_method: field.clearable(field.text),
  }),
);
const create = field.shapeOf<Stripe.CustomerCreateParams>()({
  email: field.email,
  name: field.text,
  description: field.text,
  phone: field.text,
  preferred_locales: field.list(field.text),
  metadata: field.metadata,
});
const update = field.shapeOf<Stripe.CustomerUpdateParams>()({
  email: field.clearable(field.email),
  name: field.clearable(field.text),
  description: field.clearable(field.text),
  phone: field.clearable(field.text),
  preferred_locales: field.list(field.text),
  invoice_settings: invoiceSettings,
  metadata: field.metadata,
});
const find = field.shapeOf<Stripe.CustomerListParams>()({ ...field.paging, email: field.email });

type NewCustomer = {
  email?: string | null;
  name?: string | null;
  description?: string;
  phone?: string;
  preferred_locales?: string[];
  metadata?: Record<string, string>;
};

export function createCustomer(world: World, input: NewCustomer): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: newId('x').slice(2, 10).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: field.mergeMetadata(null, input.metadata),
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: input.preferred_locales ?? [],
    shipping: null,
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

function updateCustomer(world: World, id: string, input: field.Parameters<typeof update>): Stripe.Customer {
  const customer = livingCustomer(world, id);
  const { metadata: sent, invoice_settings: settings, ...fields } = input;
  const methodId = settings?.default_payment_method;
  if (
    methodId &&
    world.store.get('payment_method', methodId, 'invoice_settings[default_payment_method]').customer !== id
  ) {
    const words = `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`;
    throw badRequest(words, 'invoice_settings[default_payment_method]', 'resource_missing');
  }
  return change(world, 'customer.updated', customer, {
    ...fields,
    ...(methodId !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
    }),
    metadata: field.mergeMetadata(customer.metadata, sent),
  });
}

export const customerRoutes: Routes = {
  'POST /v1/customers': route(create, createCustomer),
  'GET /v1/customers/{id}': route({}, (world, _, id) => world.store.get('customer', id)),
  'POST /v1/customers/{id}': route(update, (world, input, id) => updateCustomer(world, id, input)),
  'DELETE /v1/customers/{id}': route({}, (world, _, id) => deleteCustomer(world, id)),
  'GET /v1/customers': route(find, (world, { email: of, ...page }) =>
    listPage(
      world,
      'customer',
      '/v1/customers',
      page,
      (one) => !isDeleted(one) && (of === undefined || one.email === of),
    ),
  ),
};
