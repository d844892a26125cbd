import type Stripe from 'stripe';
import { countUse, discountBy, findByCode, unitAmount, usableCode } from './catalog.ts';
import { attachMethod, livingCustomer } from './customers.ts';
import { markPaid } from './invoices.ts';
import { attemptPayment, openIntent, type Presence } from './payments.ts';
import { change, listOf, newId, nulls, type Routes, retrieve, route, type World } from './store.ts';
import { lineText } from './subscription-object.ts';
import { changeSubscription, openSubscription } from './subscriptions.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

/** What a session remembers beside what it shows. */
type SessionMemory = {
  price: string;
  /** The promotion code that was typed. */
  code?: string;
  intent?: string;
  /** The card that waits for its owner's confirmation. */
  waiting?: string;
  /** What the payment or the subscription is to carry. */
  metadata: Record<string, string>;
};

export const memoryOf = (world: World, session: string): SessionMemory =>
  world.store.hidden<SessionMemory>(session) as SessionMemory;

const remember = (
  world: World,
  session: string,
  patch: { [K in keyof SessionMemory]?: SessionMemory[K] | undefined },
) => world.store.setHidden(session, { ...memoryOf(world, session), ...patch });

/** What a session sells. */
export const soldPrice = (world: World, session: Stripe.Checkout.Session): Stripe.Price =>
  world.store.get('price', memoryOf(world, session.id).price);

const item = field.group({
  price: field.required(field.text),
  quantity: field.required(field.choice('1')),
});
const carried = field.group({ metadata: field.metadata });
const newSession = field.shapeOf<Stripe.Checkout.SessionCreateParams>()({
  mode: field.required(field.choice('payment', 'subscription')),
  line_items: field.required(field.only(item)),
  success_url: field.required(field.address),
  cancel_url: field.address,
  customer: field.required(field.text),
  client_reference_id: field.text,
  metadata: field.metadata,
  allow_promotion_codes: field.flag,
  subscription_data: carried,
  payment_intent_data: carried,
  locale: field.choice('da', 'en'),
});
const soughtSessions = field.shapeOf<Stripe.Checkout.SessionListParams>()({
  customer: field.text,
  status: field.choice('open', 'complete', 'expired'),
});

function priceIn(world: World, input: field.Parameters<typeof newSession>): Stripe.Price {
  const param = 'line_items[0][price]';
  const price = world.store.get('price', input.line_items.price, param);
  if (!price.active) {
    const words = 'The price specified is inactive. This field only accepts active prices.';
    throw badRequest(words, param, 'price_inactive');
  }
  if ((input.mode === 'subscription') !== (price.recurring !== null))
    throw badRequest(`A price of the type ${price.type} does not fit the mode ${input.mode}.`, 'mode');
  return price;
}

function createSession(world: World, input: field.Parameters<typeof newSession>): Stripe.Checkout.Session {
  const isOnce = input.mode === 'payment';
  const unfit = isOnce ? 'subscription_data' : 'payment_intent_data';
  if (input[unfit]) throw badRequest(`You can not pass \`${unfit}\` in \`${input.mode}\` mode.`, unfit);
  const customer = livingCustomer(world, input.customer, 'customer');
  const price = priceIn(world, input);
  const id = newId('cs_test');
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    ...nulls('after_expiration allowed_payment_method_types billing_address_collection client_secret'),
    ...nulls('collected_information consent consent_collection currency_conversion customer_account'),
    ...nulls('customer_details customer_email integration_identifier invoice managed_payments'),
    ...nulls('origin_context payment_intent payment_link payment_method_configuration_details permissions'),
    ...nulls('recovered_from saved_payment_method_options setup_intent shipping_address_collection'),
    ...nulls('shipping_cost submit_type subscription wallet_options'),
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: input.allow_promotion_codes || null,
    amount_subtotal: unitAmount(price),
    amount_total: unitAmount(price),
    automatic_tax: { enabled: false, ...nulls('liability provider status') },
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    created: world.now(),
    currency: 'eur',
    custom_fields: [],
    custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
    customer: customer.id,
    customer_creation: isOnce ? 'if_required' : null,
    discounts: [],
    expires_at: world.now() + 24 * 3600,
    invoice_creation: isOnce ? { enabled: false, invoice_data: noInvoice } : null,
    livemode: false,
    locale: input.locale ?? null,
    metadata: input.metadata ?? {},
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
  const metadata = (isOnce ? input.payment_intent_data : input.subscription_data)?.metadata ?? {};
  return world.store.insert(session, { price: price.id, metadata } satisfies SessionMemory);
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
  'GET /v1/checkout/sessions': listOf('checkout.session', soughtSessions),
};

/** Puts a promotion code on an open session, or takes it off again. */
function setCode(
  world: World,
  session: Stripe.Checkout.Session,
  code: string | undefined,
  discount: number,
): void {
  remember(world, session.id, { code });
  world.store.save({
    ...session,
    discounts: code === undefined ? [] : [{ coupon: null, promotion_code: code }],
    amount_total: (session.amount_subtotal ?? 0) - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
  });
}

/** Takes the code that a person typed. Throws in Stripe's words when it cannot be used. */
export function applyCode(world: World, session: Stripe.Checkout.Session, typed: string): void {
  const found = session.allow_promotion_codes ? findByCode(world, typed.trim()) : undefined;
  if (!found) throw badRequest('This code is invalid.', 'promotion_code');
  const discount = discountBy(world, found.id, soldPrice(world, session));
  if (discount === 0) throw badRequest('This promotion code does not apply to this purchase.');
  setCode(world, session, found.id, discount);
}

export const removeCode = (world: World, session: Stripe.Checkout.Session): void =>
  setCode(world, session, undefined, 0);

/** One intent per session, however often its card is changed. */
function intentFor(world: World, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const { intent: known, metadata } = memoryOf(world, session.id);
  if (known) {
    const intent = world.store.get('payment_intent', known);
    return world.store.save({ ...intent, amount: session.amount_total ?? 0 });
  }
  const isOnce = session.mode === 'payment';
  const customer = livingCustomer(world, String(session.customer));
  const intent = openIntent(world, {
    cents: session.amount_total ?? 0,
    customer: customer.id,
    description: isOnce ? lineText(world, soldPrice(world, session)) : 'Subscription creation',
    metadata,
    receiptEmail: customer.email,
  });
  remember(world, session.id, { intent: intent.id });
  return intent;
}

function deliverSubscription(
  world: World,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod,
  intent: Stripe.PaymentIntent | null,
): Partial<Stripe.Checkout.Session> {
  const { code, metadata } = memoryOf(world, session.id);
  const given = { customer: String(session.customer), price: soldPrice(world, session), metadata };
  const { subscription, invoice } = openSubscription(world, { ...given, paymentMethod: method.id }, code);
  markPaid(world, invoice, intent);
  changeSubscription(world, subscription, { status: 'active' });
  return { subscription, invoice: invoice.id };
}

function finish(
  world: World,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod | null,
  intent: Stripe.PaymentIntent | null,
): void {
  const { email } = livingCustomer(world, String(session.customer));
  const { code } = memoryOf(world, session.id);
  if (method) attachMethod(world, method, String(session.customer));
  const isOnce = session.mode === 'payment';
  if (isOnce && code !== undefined) countUse(world, usableCode(world, code));
  const completed: Stripe.Checkout.Session = {
    ...session,
    ...(!isOnce && method && deliverSubscription(world, session, method, intent)),
    customer_details: {
      ...nulls('address business_name individual_name phone'),
      ...{ email, name: method?.billing_details.name ?? null, tax_exempt: 'none', tax_ids: [] },
    },
    payment_intent: isOnce ? (intent?.id ?? null) : null,
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    url: null,
  };
  world.store.save(completed);
  world.emit('checkout.session.completed', completed);
}

/** Whether a session is paid by card: a subscription always, one payment where something is due. */
export const needsCard = ({ mode, amount_total: total }: Stripe.Checkout.Session): boolean =>
  mode === 'subscription' || total !== 0;

/**
 * Pays an open session: with a card, or without one where none is needed. Gives why the card was declined, which stays on
 * the books. A card that asks for its owner's confirmation leaves the session open until it comes again as `confirmed`.
 */
export function completeSession(
  world: World,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod | null,
  presence: Presence,
): string | undefined {
  const { code } = memoryOf(world, session.id);
  // Between typing a code and paying, somebody else may have used it up.
  if (code !== undefined) usableCode(world, code);
  if (session.amount_total === 0 || !method) {
    finish(world, session, method, null);
    return undefined;
  }
  const { status, intent, refusal } = attemptPayment(world, intentFor(world, session), method, presence);
  if (status === 'succeeded') finish(world, session, method, intent);
  if (status === 'requires_action') remember(world, session.id, { waiting: method.id });
  return refusal;
}

/** A person gave up while paying: nothing was bought, the session stays open. */
export function leaveConfirmation(world: World, id: string): void {
  const { intent } = memoryOf(world, id);
  remember(world, id, { waiting: undefined });
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
