import type Stripe from 'stripe';
import { openOffer } from '../catalog/discounts.ts';
import { createPrice, productIdOf, recurring, unitAmount } from '../catalog/prices.ts';
import { livingCustomer } from '../customers.ts';
import * as field from '../wire/parameters.ts';
import { hasAll, listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { rememberedItems, rememberedOffer } from './session-memory.ts';
import { type SessionMemory, sessionOf } from './session-object.ts';
import { type Item, lineItems } from './session-totals.ts';

const priceData = field.group({
  currency: field.required(field.choice('eur', 'dkk')),
  unit_amount: field.required(field.amount),
  product: field.text,
  product_data: field.group({ name: field.required(field.text), metadata: field.metadata }),
  recurring,
  tax_behavior: field.choice('inclusive', 'exclusive', 'unspecified'),
});
const locales = field.choice('auto', 'da', 'en', 'en-GB');

const create = field.shapeOf<Stripe.Checkout.SessionCreateParams>()({
  mode: field.required(field.choice('payment', 'subscription')),
  line_items: field.required(
    field.list(field.group({ price: field.text, price_data: priceData, quantity: field.whole })),
  ),
  success_url: field.required(field.address),
  cancel_url: field.address,
  customer: field.text,
  customer_email: field.email,
  customer_creation: field.choice('always', 'if_required'),
  client_reference_id: field.text,
  metadata: field.metadata,
  allow_promotion_codes: field.flag,
  discounts: field.list(field.group({ coupon: field.text, promotion_code: field.text })),
  subscription_data: field.group({ metadata: field.metadata, description: field.text }),
  payment_intent_data: field.group({
    metadata: field.metadata,
    description: field.text,
    receipt_email: field.email,
  }),
  invoice_creation: field.group({ enabled: field.required(field.flag) }),
  payment_method_collection: field.choice('always', 'if_required'),
  locale: locales,
  expires_at: field.whole,
  submit_type: field.choice('auto', 'pay', 'subscribe'),
  custom_text: field.group({ submit: field.group({ message: field.required(field.text) }) }),
  billing_address_collection: field.choice('auto'),
  ui_mode: field.choice('hosted_page'),
});
const update = field.shapeOf<Stripe.Checkout.SessionUpdateParams>()({ metadata: field.metadata });
const find = field.shapeOf<Stripe.Checkout.SessionListParams>()({
  ...field.paging,
  customer: field.text,
  payment_intent: field.text,
  subscription: field.text,
  status: field.choice('open', 'complete', 'expired'),
});

const [shortest, longest] = [30 * 60, 24 * 3600];

function expiryOf(world: World, asked: number | undefined): number {
  if (asked === undefined) return world.now() + longest;
  // A minute of grace: the asking clock is not ours.
  if (asked < world.now() + shortest - 60 || asked > world.now() + longest + 60) {
    throw badRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  return asked;
}

function itemsOf(world: World, input: field.Parameters<typeof create>): Item[] {
  if (input.line_items.length === 0)
    throw badRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const items = input.line_items.map((line, index) => {
    const name = `line_items[${index}]`;
    if ((line.price === undefined) === (line.price_data === undefined)) {
      throw badRequest(`You must provide one of price or price_data for each line item.`, name);
    }
    const price = line.price
      ? world.store.get('price', line.price, `${name}[price]`)
      : createPrice(world, line.price_data!);
    if (!price.active)
      throw badRequest(
        `The price specified is inactive. This field only accepts active prices.`,
        `${name}[price]`,
        'price_inactive',
      );
    if (line.quantity === undefined || line.quantity < 1)
      throw badRequest('Quantity is required. Add `quantity`.', `${name}[quantity]`, 'parameter_missing');
    return { price, quantity: line.quantity };
  });
  const isRecurring = items.filter(({ price }) => price.recurring).length;
  if (input.mode === 'payment' && isRecurring > 0) {
    throw badRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    );
  }
  if (input.mode === 'subscription' && (isRecurring !== 1 || items.length !== 1)) {
    throw badRequest(
      'You must provide exactly one recurring price in `subscription` mode.',
      'line_items[0][price]',
    );
  }
  return items;
}

/** Parameters that Stripe refuses together or in the wrong mode. */
function checkCombination(input: field.Parameters<typeof create>): void {
  const exclusive = (a: keyof typeof input, b: keyof typeof input) => {
    if (input[a] === undefined || input[b] === undefined) return;
    throw badRequest(`You may only specify one of these parameters: ${a}, ${b}.`, a, 'parameters_exclusive');
  };
  exclusive('customer', 'customer_email');
  exclusive('customer', 'customer_creation');
  exclusive('allow_promotion_codes', 'discounts');
  const only = (name: keyof typeof input, mode: string) => {
    if (input[name] !== undefined && input.mode !== mode)
      throw badRequest(`You can not pass \`${name}\` in \`${input.mode}\` mode.`, name);
  };
  only('subscription_data', 'subscription');
  only('payment_method_collection', 'subscription');
  only('payment_intent_data', 'payment');
  only('invoice_creation', 'payment');
  only('customer_creation', 'payment');
  only('submit_type', 'payment');
  if ((input.discounts?.length ?? 0) > 1) throw badRequest('At most one discount can be given.', 'discounts');
}

function createSession(world: World, input: field.Parameters<typeof create>): Stripe.Checkout.Session {
  checkCombination(input);
  const customer = input.customer ? livingCustomer(world, input.customer, 'customer') : null;
  const items = itemsOf(world, input);
  const [asked] = input.discounts ?? [];
  const cents = items.reduce((sum, { price, quantity }) => sum + unitAmount(price) * quantity, 0);
  const products = items.map(({ price }) => productIdOf(price));
  const offer = asked && openOffer(world, asked, { customer: customer?.id ?? null, cents, products });
  const session = sessionOf(world, {
    mode: input.mode,
    items,
    offer,
    customer: customer?.id ?? null,
    email: input.customer_email ?? null,
    makesCustomer: input.customer_creation === 'always',
    makesInvoice: input.invoice_creation?.enabled ?? false,
    takesCodes: input.allow_promotion_codes ?? false,
    reference: input.client_reference_id ?? null,
    metadata: field.mergeMetadata(null, input.metadata),
    locale: input.locale ?? null,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url ?? null,
    expiresAt: expiryOf(world, input.expires_at),
    collection: input.payment_method_collection ?? 'always',
    submitType: input.submit_type ?? null,
    submitText: input.custom_text?.submit?.message ?? null,
  });
  const memory: SessionMemory = {
    items: items.map(({ price, quantity }) => ({ price: price.id, quantity })),
    ...(offer && {
      offer: {
        coupon: offer.coupon.id,
        ...(offer.promotionCode && { promotion_code: offer.promotionCode.id }),
      },
    }),
    isOfferFixed: offer !== undefined,
    ...(input.subscription_data && { subscriptionData: input.subscription_data }),
    ...(input.payment_intent_data && { paymentData: input.payment_intent_data }),
  };
  return world.store.insert(session, memory);
}

export function sessionLineItems(world: World, session: Stripe.Checkout.Session): object {
  const data = lineItems(world, rememberedItems(world, session.id), rememberedOffer(world, session));
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${session.id}/line_items` };
}

export const sessionRoutes: Routes = {
  'POST /v1/checkout/sessions': route(create, createSession),
  'GET /v1/checkout/sessions/{id}': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/{id}': route(update, (world, input, id) => {
    const session = world.store.get('checkout.session', id);
    return world.store.save({ ...session, metadata: field.mergeMetadata(session.metadata, input.metadata) });
  }),
  'POST /v1/checkout/sessions/{id}/expire': route({}, (world, _, id) => {
    const session = world.store.get('checkout.session', id);
    if (session.status !== 'open') {
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return change(world, 'checkout.session.expired', session, { status: 'expired', url: null });
  }),
  'GET /v1/checkout/sessions/{id}/line_items': route(field.paging, (world, _, id) =>
    sessionLineItems(world, world.store.get('checkout.session', id)),
  ),
  'GET /v1/checkout/sessions': route(
    find,
    (world, { customer, payment_intent, subscription, status, ...page }) =>
      listPage(
        world,
        'checkout.session',
        '/v1/checkout/sessions',
        page,
        (one) => hasAll(one, { payment_intent, subscription, status }),
        customer,
      ),
  ),
};
