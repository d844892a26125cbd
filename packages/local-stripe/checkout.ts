import type Stripe from 'stripe';
import {
  appliesTo,
  couponDiscount,
  findByCode,
  type Offer,
  openOffer,
  productIdOf,
  redeem,
  unitAmount,
} from './catalog.ts';
import { attachMethod, type CardOwner, createCustomer, livingCustomer } from './customers.ts';
import { markPaid } from './invoices.ts';
import { attemptPayment, type Bill, openIntent, type Presence } from './payments.ts';
import { change, hasAll, listPage, newId, nulls, type Routes, retrieve, route, type World } from './store.ts';
import { lineText } from './subscription-object.ts';
import { activate, openSubscription } from './subscriptions.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

/** What is being bought. */
export type Item = { price: Stripe.Price; quantity: number };

/** What the items cost in cents, and what an offer takes off those that it applies to. */
function totalsOf(items: readonly Item[], offer?: Offer): { subtotal: number; discount: number } {
  const costs = items.map(({ price, quantity }) => ({ price, cents: unitAmount(price) * quantity }));
  const offs = costs.map(({ price, cents }) =>
    offer && appliesTo(offer.coupon, productIdOf(price)) ? couponDiscount(offer.coupon, cents) : 0,
  );
  return {
    subtotal: costs.reduce((sum, { cents }) => sum + cents, 0),
    discount: offs.reduce((sum, off) => sum + off, 0),
  };
}

export const productName = (world: World, price: Stripe.Price): string =>
  world.store.find('product', productIdOf(price))?.name ?? productIdOf(price);

/** What a session remembers beside what it shows. */
export type SessionMemory = {
  items: { price: string; quantity: number }[];
  /** The offer that was applied: a coupon, and the promotion code that named it. */
  offer?: { coupon: string; promotion_code?: string };
  intent?: string;
  /** The card that waits for its owner's confirmation. */
  waiting?: { method: string; email: string };
  subscriptionData?: { metadata?: Record<string, string> };
  paymentData?: { metadata?: Record<string, string> };
};

export function memoryOf(world: World, session: string): SessionMemory {
  return { items: [], ...world.store.hidden<SessionMemory>(session) };
}

export function remember(world: World, session: string, patch: Partial<SessionMemory>): void {
  world.store.setHidden(session, { ...memoryOf(world, session), ...patch });
}

export function rememberedItems(world: World, session: string): Item[] {
  return memoryOf(world, session).items.map(({ price, quantity }) => ({
    price: world.store.get('price', price),
    quantity,
  }));
}

/** The offer on a session, as it was when it was applied. */
export function rememberedOffer(world: World, session: Stripe.Checkout.Session): Offer | undefined {
  const { offer } = memoryOf(world, session.id);
  if (!offer) return undefined;
  const promotionCode = offer.promotion_code
    ? world.store.get('promotion_code', offer.promotion_code)
    : undefined;
  return { coupon: world.store.get('coupon', offer.coupon), ...(promotionCode && { promotionCode }) };
}

const locales = field.choice('auto', 'da', 'en', 'en-GB');

const newSession = field.shapeOf<Stripe.Checkout.SessionCreateParams>()({
  mode: field.required(field.choice('payment', 'subscription')),
  line_items: field.required(
    field.list(field.group({ price: field.required(field.text), quantity: field.whole })),
  ),
  success_url: field.required(field.address),
  cancel_url: field.address,
  customer: field.text,
  client_reference_id: field.text,
  metadata: field.metadata,
  allow_promotion_codes: field.flag,
  subscription_data: field.group({ metadata: field.metadata }),
  payment_intent_data: field.group({ metadata: field.metadata }),
  locale: locales,
});
const soughtSessions = field.shapeOf<Stripe.Checkout.SessionListParams>()({
  ...field.paging,
  customer: field.text,
  status: field.choice('open', 'complete', 'expired'),
});

const openSeconds = 24 * 3600;

function itemsOf(world: World, input: field.Parameters<typeof newSession>): Item[] {
  if (input.line_items.length === 0)
    throw badRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const items = input.line_items.map((line, index) => {
    const name = `line_items[${index}]`;
    const price = world.store.get('price', line.price, `${name}[price]`);
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

function createSession(world: World, input: field.Parameters<typeof newSession>): Stripe.Checkout.Session {
  for (const [name, mode] of [
    ['subscription_data', 'subscription'],
    ['payment_intent_data', 'payment'],
  ] as const)
    if (input[name] !== undefined && input.mode !== mode)
      throw badRequest(`You can not pass \`${name}\` in \`${input.mode}\` mode.`, name);
  const isOnce = input.mode === 'payment';
  const customer = input.customer ? livingCustomer(world, input.customer, 'customer') : null;
  const items = itemsOf(world, input);
  const { subtotal } = totalsOf(items);
  const id = newId('cs_test');
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    ...nulls('after_expiration allowed_payment_method_types billing_address_collection client_secret'),
    ...nulls('collected_information consent consent_collection currency_conversion customer_account'),
    ...nulls(
      'customer_details customer_email integration_identifier invoice managed_payments origin_context',
    ),
    ...nulls('payment_intent payment_link payment_method_configuration_details permissions recovered_from'),
    ...nulls(
      'saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type',
    ),
    ...nulls('subscription wallet_options'),
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: input.allow_promotion_codes || null,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    automatic_tax: { enabled: false, ...nulls('liability provider status') },
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    created: world.now(),
    currency: items[0]?.price.currency ?? 'eur',
    custom_fields: [],
    custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
    customer: customer?.id ?? null,
    customer_creation: isOnce ? 'if_required' : null,
    discounts: [],
    expires_at: world.now() + openSeconds,
    invoice_creation: isOnce ? { enabled: false, invoice_data: noInvoice } : null,
    livemode: false,
    locale: input.locale ?? null,
    metadata: field.mergeMetadata(null, input.metadata),
    mode: input.mode,
    payment_method_collection: isOnce ? 'if_required' : 'always',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    success_url: input.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin()}/c/pay/${id}`,
  };
  const memory: SessionMemory = {
    items: items.map(({ price, quantity }) => ({ price: price.id, quantity })),
    ...(input.subscription_data && { subscriptionData: input.subscription_data }),
    ...(input.payment_intent_data && { paymentData: input.payment_intent_data }),
  };
  return world.store.insert(session, memory);
}

const noInvoice: Stripe.Checkout.Session.InvoiceCreation.InvoiceData = {
  ...nulls('account_tax_ids custom_fields description footer rendering_options'),
  issuer: { type: 'self' },
  metadata: {},
};

export const sessionRoutes: Routes = {
  'POST /v1/checkout/sessions': route(newSession, createSession),
  'GET /v1/checkout/sessions/{id}': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/{id}/expire': route({}, (world, _, id) => {
    const session = world.store.get('checkout.session', id);
    if (session.status !== 'open') {
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return change(world, 'checkout.session.expired', session, { status: 'expired', url: null });
  }),
  'GET /v1/checkout/sessions': route(soughtSessions, (world, { customer, status, ...page }) =>
    listPage(
      world,
      'checkout.session',
      '/v1/checkout/sessions',
      page,
      (one) => hasAll(one, { status }),
      customer,
    ),
  ),
};

function withTotals(
  world: World,
  session: Stripe.Checkout.Session,
  patch: Partial<Stripe.Checkout.Session>,
  discount: number,
): Stripe.Checkout.Session {
  const subtotal = session.amount_subtotal ?? 0;
  return world.store.save({
    ...session,
    ...patch,
    amount_total: subtotal - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
  });
}

/** Puts the promotion code that a person typed on an open session. Throws in Stripe's words when it cannot be used. */
export function applyCode(
  world: World,
  session: Stripe.Checkout.Session,
  code: string,
): Stripe.Checkout.Session {
  const promotionCode = session.allow_promotion_codes ? findByCode(world, code.trim()) : undefined;
  if (!promotionCode) throw badRequest('This code is invalid.', 'promotion_code');
  const items = rememberedItems(world, session.id);
  const offer = openOffer(
    world,
    { promotion_code: promotionCode.id },
    items.map(({ price }) => productIdOf(price)),
  );
  remember(world, session.id, { offer: { coupon: offer.coupon.id, promotion_code: promotionCode.id } });
  const discounts = [{ coupon: null, promotion_code: promotionCode.id }];
  return withTotals(world, session, { discounts }, totalsOf(items, offer).discount);
}

/** Takes a typed code off again. */
export function removeCode(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { offer: _offer, ...rest } = memoryOf(world, session.id);
  world.store.setHidden(session.id, rest);
  return withTotals(world, session, { discounts: [] }, 0);
}

export type Completion = { status: 'complete' | 'requires_action'; session: Stripe.Checkout.Session };

/** Refuses a session that can no longer be paid. */
function payable(world: World, id: string): Stripe.Checkout.Session {
  const session = world.store.get('checkout.session', id);
  if (session.status === 'open' && session.expires_at > world.now()) return session;
  throw badRequest(`This Checkout Session is ${session.status === 'complete' ? 'already paid' : 'expired'}.`);
}

/** The offer once more: between typing a code and paying, somebody else may have used it up. */
function checkedOffer(world: World, session: Stripe.Checkout.Session): Offer | undefined {
  const { offer } = memoryOf(world, session.id);
  if (!offer) return undefined;
  const products = rememberedItems(world, session.id).map(({ price }) => productIdOf(price));
  return openOffer(world, offer, products);
}

/** The session's customer; made now where the session is to have one. */
function ensureCustomer(world: World, session: Stripe.Checkout.Session, owner: CardOwner): string | null {
  if (session.customer !== null)
    return typeof session.customer === 'string' ? session.customer : session.customer.id;
  return session.mode === 'subscription'
    ? createCustomer(world, { email: owner.email, name: owner.name }).id
    : null;
}

/** One intent per session, however often its card is changed. */
function intentFor(world: World, session: Stripe.Checkout.Session, bill: Bill): Stripe.PaymentIntent {
  const { intent: known } = memoryOf(world, session.id);
  const intent = known ? world.store.get('payment_intent', known) : openIntent(world, bill);
  if (intent.amount !== bill.cents) {
    return world.store.save({ ...intent, amount: bill.cents });
  }
  remember(world, session.id, { intent: intent.id });
  return intent;
}

type Deal = {
  session: Stripe.Checkout.Session;
  customer: string | null;
  method: Stripe.PaymentMethod | null;
  intent: Stripe.PaymentIntent | null;
  offer: Offer | undefined;
  owner: CardOwner;
};

function deliverSubscription(
  world: World,
  { session, customer, method, intent, offer }: Deal,
): Partial<Stripe.Checkout.Session> {
  const [item] = rememberedItems(world, session.id);
  const { subscriptionData } = memoryOf(world, session.id);
  const { subscription, invoice } = openSubscription(
    world,
    {
      customer: customer!,
      price: item!.price,
      quantity: item!.quantity,
      metadata: subscriptionData?.metadata ?? {},
      paymentMethod: method?.id ?? null,
    },
    { offer, session: session.id },
  );
  markPaid(world, invoice, intent);
  return { subscription: activate(world, subscription).id, invoice: invoice.id };
}

function finish(world: World, deal: Deal): Stripe.Checkout.Session {
  const { session, customer, method, intent, owner } = deal;
  if (customer !== null && method) attachMethod(world, method, customer);
  const isSubscription = session.mode === 'subscription';
  const delivered = isSubscription ? deliverSubscription(world, deal) : {};
  if (!isSubscription && deal.offer) redeem(world, deal.offer, { customer, session: session.id });
  const { email, name } = owner;
  const completed: Stripe.Checkout.Session = {
    ...session,
    ...delivered,
    customer,
    customer_details: {
      ...{ address: null, business_name: null, individual_name: null, phone: null },
      ...{ email, name, tax_exempt: 'none', tax_ids: [] },
    },
    payment_intent: session.mode === 'payment' ? (intent?.id ?? null) : null,
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    url: null,
  };
  world.store.save(completed);
  world.emit('checkout.session.completed', completed);
  return completed;
}

function billFor(
  world: World,
  session: Stripe.Checkout.Session,
  customer: string | null,
  email: string | null,
): Bill {
  const { paymentData } = memoryOf(world, session.id);
  const [item] = rememberedItems(world, session.id);
  return {
    cents: session.amount_total ?? 0,
    currency: session.currency ?? 'eur',
    customer,
    description: session.mode === 'subscription' ? 'Subscription creation' : lineText(world, item!.price, 1),
    metadata: paymentData?.metadata ?? {},
    receiptEmail: email,
  };
}

/**
 * Pays a session: with a card, or without one when nothing is due. A declined card throws and stays on the books; a card
 * that asks for its owner's confirmation leaves the session open until it is completed with `hasConfirmed`.
 */
export function completeSession(
  world: World,
  id: string,
  payer: { method: Stripe.PaymentMethod | null; owner: CardOwner },
  presence: Presence,
): Completion {
  const session = payable(world, id);
  const offer = checkedOffer(world, session);
  const customer = ensureCustomer(world, session, payer.owner);
  const holder = { ...session, customer };
  const deal = { session: holder, customer, method: payer.method, offer, owner: payer.owner };
  if (session.amount_total === 0)
    return { status: 'complete', session: finish(world, { ...deal, intent: null }) };
  if (!payer.method) throw badRequest('A card is needed.', 'payment_method', 'parameter_missing');
  const bill = billFor(world, session, customer, payer.owner.email);
  const intent = intentFor(world, session, bill);
  if (customer !== session.customer) world.store.save(holder);
  const outcome = attemptPayment(world, bill, intent, payer.method, presence);
  if (outcome.failure) throw outcome.failure.keepingWork();
  if (outcome.status === 'requires_action') {
    remember(world, id, { waiting: { method: payer.method.id, email: payer.owner.email ?? '' } });
    return { status: 'requires_action', session: holder };
  }
  return { status: 'complete', session: finish(world, { ...deal, intent: outcome.intent }) };
}

/** A person gave up while paying: nothing was bought, the session stays open. */
export function leaveConfirmation(world: World, id: string): void {
  const { waiting: _waiting, intent, ...rest } = memoryOf(world, id);
  world.store.setHidden(id, { ...rest, ...(intent && { intent }) });
  const waiting = intent ? world.store.find('payment_intent', intent) : undefined;
  if (waiting?.status !== 'requires_action') return;
  change(world, 'payment_intent.payment_failed', waiting, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  });
}
