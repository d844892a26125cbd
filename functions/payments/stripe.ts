import type Stripe from 'stripe';
import type { PaymentWire } from '#core/contract/routes/payments.ts';
import { Failure } from '#core/failure.ts';
import { type ProductKey, productKeys, products } from '#core/payments/plan.ts';
import {
  type Checkout,
  type NewCheckout,
  type PaymentProvider,
  PaymentUnavailable,
} from '#core/payments/provider.ts';
import type { PaymentState, PurchaseFact, StripeFacts, SubscriptionFact } from '#core/payments/stripe.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { readSetSecret } from '#functions/platform/secret.ts';
import { replaced } from '#functions/platform/services.ts';
import { env, setting } from '#functions/platform/settings.ts';
import {
  asking,
  createClient,
  isKeyTaken,
  isMissing,
  isRefused,
  keyFor,
  orConflict,
  unlessOver,
} from './stripe-client.ts';

/** Our products' prices at Stripe, found by their lookup keys. */
export type Prices = {
  idOf(product: ProductKey): string;
  /** Null for a price that is not, or no longer, ours. */
  productOf(priceId: string): ProductKey | null;
};

const cacheMs = 5 * 60_000;
const cache = new WeakMap<Stripe, { prices: Prices; until: number }>();

function pricesOf(found: readonly Stripe.Price[]): Prices {
  const byId = new Map<string, ProductKey>();
  for (const price of found) {
    const product = productKeys.find((key) => products[key].lookupKey === price.lookup_key);
    if (product) byId.set(price.id, product);
  }
  const ids = new Map([...byId].map(([id, product]) => [product, id]));
  return {
    productOf: (priceId) => byId.get(priceId) ?? null,
    idOf(product) {
      const id = ids.get(product);
      // The account lacks this price; `npm run ops -- stripe` creates it.
      if (id === undefined) throw new PaymentUnavailable(`no price ${products[product].lookupKey}`);
      return id;
    },
  };
}

/** Cached for five minutes, so that a changed amount arrives without a deployment. */
export async function readPrices(stripe: Stripe): Promise<Prices> {
  const hit = cache.get(stripe);
  if (hit && hit.until > Date.now()) return hit.prices;
  const lookup_keys = productKeys.map((key) => products[key].lookupKey);
  const { data } = await stripe.prices.list({ lookup_keys, active: true, limit: 100 });
  const prices = pricesOf(data);
  // An incomplete set is not cached: the operator may create the missing prices at any moment.
  if (data.length === productKeys.length) cache.set(stripe, { prices, until: Date.now() + cacheMs });
  return prices;
}

/** Everything Stripe holds about a customer's payments now. */
export type CustomerObjects = {
  subscriptions: Stripe.Subscription[];
  /** Completed checkouts. */
  checkouts: Stripe.Checkout.Session[];
  /** Payments by id, with their charge. */
  payments: ReadonlyMap<string, Stripe.PaymentIntent>;
  invoices: Stripe.Invoice[];
  /** Ids of payments that were refunded in full or disputed, with their state. */
  notable: ReadonlyMap<string, PaymentState>;
  prices: Prices;
};

/** Only a bound against endless loops: nobody buys this much. */
const most = 1000;
const pageSize = 100;

const all = <T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> =>
  list.autoPagingToArray({ limit: most });

export const chargeOf = (payment: Stripe.PaymentIntent | undefined): Stripe.Charge | null =>
  typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;

/** An inquiry is not a dispute yet, and a prevented one never was. */
const noDispute: readonly string[] = [
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] satisfies Stripe.Dispute.Status[];

async function stateOf(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<PaymentState> {
  const charge = chargeOf(payment);
  if (charge?.refunded) return 'refunded';
  if (!charge?.disputed) return 'stands';
  const { data } = await stripe.disputes.list({ payment_intent: payment.id, limit: pageSize });
  const states = data
    .filter(({ status }) => !noDispute.includes(status))
    .map(({ status }) => (status === 'lost' || status === 'won' ? status : 'disputed'));
  return (['disputed', 'lost', 'won'] as const).find((state) => states.includes(state)) ?? 'stands';
}

async function notableAmong(
  stripe: Stripe,
  payments: readonly Stripe.PaymentIntent[],
): Promise<Map<string, PaymentState>> {
  const notable = new Map<string, PaymentState>();
  for (const payment of payments) {
    const state = await stateOf(stripe, payment);
    if (state !== 'stands') notable.set(payment.id, state);
  }
  return notable;
}

export async function readCustomerObjects(stripe: Stripe, customer: string): Promise<CustomerObjects> {
  const page = { customer, limit: pageSize };
  const [prices, subscriptions, checkouts, payments, invoices] = await Promise.all([
    readPrices(stripe),
    all(stripe.subscriptions.list({ ...page, status: 'all', expand: ['data.latest_invoice.payments'] })),
    all(stripe.checkout.sessions.list({ ...page, status: 'complete' })),
    all(stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge'] })),
    all(stripe.invoices.list({ ...page, expand: ['data.payments'] })),
  ]);
  return {
    ...{ prices, subscriptions, checkouts, invoices },
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    notable: await notableAmong(stripe, payments),
  };
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** The payment that settled an invoice; null when none did. */
export function paymentOf(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find((one) => one.status === 'paid');
  return idOf(paid?.payment.payment_intent);
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  return {
    id: session.id,
    product: productKeys.find((key) => key === session.metadata?.product) ?? null,
    status: (['complete', 'expired'] as const).find((status) => status === session.status) ?? 'open',
    language: session.locale,
    url: session.url,
  };
}

/** The parameters of a product's checkout page: product, customer and return addresses. */
function checkoutParams(wish: NewCheckout, price: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { userId: wish.userId, product: wish.product };
  const isSubscription = products[wish.product].recurring !== null;
  const pages = `${wish.origin}/${isSubscription ? 'subscription' : 'payment'}`;
  return {
    mode: isSubscription ? 'subscription' : 'payment',
    customer: wish.customerId,
    client_reference_id: wish.userId,
    line_items: [{ price, quantity: 1 }],
    allow_promotion_codes: true,
    locale: wish.language,
    metadata,
    ...(isSubscription ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    success_url: `${pages}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${pages}/cancelled`,
  };
}

export function checkouts(stripe: Stripe) {
  return {
    async readCheckouts(customer: string) {
      const { data } = await stripe.checkout.sessions.list({ customer, limit: 20 });
      const open = data.filter((session) => session.status === 'open').map(toCheckout);
      return { open, newestId: data[0]?.id ?? null };
    },
    async readCheckout(checkoutId: string) {
      try {
        const session = await stripe.checkout.sessions.retrieve(checkoutId);
        const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid';
        return { customerId: idOf(session.customer), isPaid, product: toCheckout(session).product };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async createCheckout(wish: NewCheckout) {
      const price = (await readPrices(stripe)).idOf(wish.product);
      const key = keyFor(wish.idempotencyKey);
      return orConflict(isKeyTaken, async () =>
        toCheckout(await stripe.checkout.sessions.create(checkoutParams(wish, price), key)),
      );
    },
    async expireCheckout(checkoutId: string) {
      await orConflict(isRefused, () => stripe.checkout.sessions.expire(checkoutId));
    },
  };
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const factsStateOf = (paymentId: string | null, { notable }: CustomerObjects): PaymentState =>
  (paymentId === null ? undefined : notable.get(paymentId)) ?? 'stands';

// When a price's amount was changed, the new price took over its lookup key; the interval still identifies the product.
function subscribedProduct(price: Stripe.Price, { prices }: CustomerObjects): SubscriptionFact['product'] {
  const known = prices.productOf(price.id);
  if (known === 'premium_monthly' || known === 'premium_quarterly') return known;
  if (price.recurring?.interval !== 'month') return 'premium';
  return (
    { 1: 'premium_monthly' as const, 3: 'premium_quarterly' as const }[price.recurring.interval_count] ??
    'premium'
  );
}

function subscriptionFact(one: Stripe.Subscription, objects: CustomerObjects): SubscriptionFact | null {
  const item = one.items.data[0];
  if (!item) return null;
  const invoice = typeof one.latest_invoice === 'object' ? one.latest_invoice : null;
  const paymentId = invoice && paymentOf(invoice);
  const endsAt = one.cancel_at ?? (one.cancel_at_period_end ? item.current_period_end : null);
  return {
    id: one.id,
    itemId: item.id,
    product: subscribedProduct(item.price, objects),
    status: one.status,
    startedAt: iso(one.start_date),
    periodEnd: iso(item.current_period_end),
    endsAt: endsAt === null ? null : iso(endsAt),
    endedAt: one.ended_at === null ? null : iso(one.ended_at),
    paymentId,
    payment: factsStateOf(paymentId, objects),
  };
}

const boughtOnce = (name: string | undefined): PurchaseFact['product'] | null => {
  const product = productKeys.find((key) => key === name);
  return product === 'lifetime' || product === 'deal_finder_boost' || product === 'unlock_price'
    ? product
    : null;
};

/** A paid checkout; null while it is unpaid (some payment methods take days). */
function checkoutFact(one: Stripe.Checkout.Session, objects: CustomerObjects): PurchaseFact | null {
  const product = boughtOnce(one.metadata?.product);
  if (one.mode !== 'payment' || product === null || one.payment_status === 'unpaid') return null;
  const paymentId = idOf(one.payment_intent);
  const charge = paymentId === null ? null : chargeOf(objects.payments.get(paymentId));
  return {
    id: one.id,
    product,
    paidAt: iso(charge?.created ?? one.created),
    paymentId,
    payment: factsStateOf(paymentId, objects),
  };
}

/** A product booked with a promotion code: an invoice over zero. */
function redemptionFact(invoice: Stripe.Invoice): PurchaseFact | null {
  const product = boughtOnce(invoice.metadata?.product);
  const paidAt = invoice.status_transitions.paid_at;
  if (product === null || invoice.status !== 'paid' || paidAt === null) return null;
  return { id: invoice.id, product, paidAt: iso(paidAt), paymentId: null, payment: 'stands' };
}

const isFact = <T>(fact: T | null): fact is T => fact !== null;

export function factsOf(objects: CustomerObjects): StripeFacts {
  return {
    subscriptions: objects.subscriptions.map((one) => subscriptionFact(one, objects)).filter(isFact),
    purchases: [
      ...objects.checkouts.map((one) => checkoutFact(one, objects)),
      ...objects.invoices.map(redemptionFact),
    ].filter(isFact),
  };
}

const named = (name: string | undefined): ProductKey | null =>
  productKeys.find((key) => key === name) ?? null;

function statusOf(paymentId: string | null, objects: CustomerObjects): PaymentWire['status'] {
  const payment = paymentId === null ? undefined : objects.payments.get(paymentId);
  const charge = chargeOf(payment);
  if (charge?.refunded) return 'refunded';
  const state = paymentId === null ? undefined : objects.notable.get(paymentId);
  if (state === 'disputed' || state === 'lost') return 'disputed';
  if (charge && charge.amount_refunded > 0) return 'partially_refunded';
  return payment?.status === 'processing' ? 'pending' : 'paid';
}

function checkoutRow(one: Stripe.Checkout.Session, objects: CustomerObjects): PaymentWire | null {
  if (one.mode !== 'payment') return null;
  const product = named(one.metadata?.product);
  const paymentId = idOf(one.payment_intent);
  const charge = paymentId === null ? null : chargeOf(objects.payments.get(paymentId));
  return {
    id: one.id,
    description: product ? products[product].name : 'Payment',
    product,
    amount: (one.amount_total ?? 0) / 100,
    currency: one.currency ?? '',
    status: one.payment_status === 'unpaid' ? 'pending' : statusOf(paymentId, objects),
    created_at: iso(charge?.created ?? one.created),
    receipt_url: charge?.receipt_url ?? null,
  };
}

// The invoice of a changed plan has a credit line for the old one: the largest line is the product bought.
function productOf(invoice: Stripe.Invoice, { prices }: CustomerObjects): ProductKey | null {
  const line = invoice.lines.data.toSorted((a, b) => b.amount - a.amount)[0];
  const price = idOf(line?.pricing?.price_details?.price);
  return named(invoice.metadata?.product) ?? (price === null ? null : prices.productOf(price));
}

function invoiceStatus(invoice: Stripe.Invoice, objects: CustomerObjects): PaymentWire['status'] {
  if (invoice.status === 'paid') return statusOf(paymentOf(invoice), objects);
  if (invoice.status === 'void') return 'void';
  if (invoice.status === 'uncollectible') return 'failed';
  return invoice.attempted ? 'failed' : 'open';
}

function invoiceRow(invoice: Stripe.Invoice, objects: CustomerObjects): PaymentWire | null {
  if (invoice.status === 'draft') return null;
  const product = productOf(invoice, objects);
  return {
    id: invoice.id,
    description: product
      ? products[product].name
      : (invoice.lines.data[0]?.description ?? invoice.description ?? 'Invoice'),
    product,
    amount: (invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due) / 100,
    currency: invoice.currency,
    status: invoiceStatus(invoice, objects),
    created_at: iso(invoice.created),
    receipt_url: invoice.hosted_invoice_url ?? null,
  };
}

/** Invoices and one-time payments in one list, newest first. */
export function historyOf(objects: CustomerObjects, limit: number): PaymentWire[] {
  const rows = [
    ...objects.checkouts.map((one) => checkoutRow(one, objects)),
    ...objects.invoices.map((one) => invoiceRow(one, objects)),
  ];
  return rows
    .filter((row) => row !== null)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
    .slice(0, limit);
}

type Redemption = Parameters<PaymentProvider['redeem']>[0];

/** Creates an invoice for the product with the code's discount; it is finalized only if nothing is left to pay. */
async function bookFree(stripe: Stripe, redemption: Redemption, promotionCodeId: string): Promise<boolean> {
  const { customerId, product } = redemption;
  const price = (await readPrices(stripe)).idOf(product);
  // The keys make one invoice per person and code, however often the request is repeated.
  const key = (step: string) => keyFor(`redeem-${step}-${customerId}-${promotionCodeId}`);
  const draft = await stripe.invoices.create(
    {
      customer: customerId,
      collection_method: 'charge_automatically',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      discounts: [{ promotion_code: promotionCodeId }],
      metadata: { product },
    },
    key('invoice'),
  );
  const item = { customer: customerId, invoice: draft.id, pricing: { price } };
  await stripe.invoiceItems.create(item, key('item'));
  const { total, status } = await stripe.invoices.retrieve(draft.id);
  if (status === 'paid') return true;
  if (total !== 0) {
    await stripe.invoices.del(draft.id);
    return false;
  }
  const booked = await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false });
  return booked.status === 'paid';
}

/** Books a product at no charge; false when the code is unknown, used up or does not cover the whole price. */
export async function redeemCode(stripe: Stripe, redemption: Redemption): Promise<boolean> {
  const { data } = await stripe.promotionCodes.list({ code: redemption.code, active: true, limit: 1 });
  const promotionCode = data[0];
  if (!promotionCode) return false;
  try {
    return await bookFree(stripe, redemption, promotionCode.id);
  } catch (error) {
    // The code is not for this customer or product, or was used up meanwhile.
    if (isRefused(error)) return false;
    throw error;
  }
}

function portal(stripe: Stripe) {
  return {
    async portalUrl({ customerId, language, origin }: Parameters<PaymentProvider['portalUrl']>[0]) {
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        locale: language,
        return_url: `${origin}/profile`,
      });
      return session.url;
    },
    async switchUrl(change: Parameters<PaymentProvider['switchUrl']>[0]) {
      const price = (await readPrices(stripe)).idOf(change.product);
      const { customerId, subscriptionId, itemId, language, origin } = change;
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        locale: language,
        return_url: `${origin}/profile`,
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: subscriptionId,
            items: [{ id: itemId, price, quantity: 1 }],
          },
          after_completion: {
            type: 'redirect',
            redirect: { return_url: `${origin}/subscription/success?plan=${change.product}` },
          },
        },
      });
      return session.url;
    },
  };
}

function subscriptions(stripe: Stripe) {
  return {
    async setEndsWithPeriod(subscriptionId: string, endsWithPeriod: boolean) {
      const one = await stripe.subscriptions.retrieve(subscriptionId);
      // A date set elsewhere (by the portal, for some accounts) must be removed as a date.
      const isDated = !endsWithPeriod && !one.cancel_at_period_end && one.cancel_at !== null;
      const change = isDated ? { cancel_at: '' as const } : { cancel_at_period_end: endsWithPeriod };
      await stripe.subscriptions.update(subscriptionId, change);
    },
    async endSubscription(subscriptionId: string) {
      await unlessOver(() => stripe.subscriptions.cancel(subscriptionId));
    },
    async refund(paymentId: string) {
      const params = { payment_intent: paymentId, reason: 'duplicate' as const };
      await unlessOver(() => stripe.refunds.create(params, keyFor(`refund-${paymentId}`)));
    },
    async customerOfPayment(paymentId: string) {
      try {
        return idOf((await stripe.paymentIntents.retrieve(paymentId)).customer);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

function customers(stripe: Stripe) {
  return {
    async createCustomer({ userId, email }: { userId: string; email: string }) {
      const params = { email, metadata: { userId } };
      const create = (intent: string) => stripe.customers.create(params, keyFor(intent));
      try {
        return (await create(`customer-${userId}`)).id;
      } catch (error) {
        if (!isKeyTaken(error)) throw error;
        // The e-mail address changed within an hour of the first try, so the idempotency key does not fit.
        return (await create(`customer-${userId}-${email}`)).id;
      }
    },
    async deleteCustomer(customerId: string) {
      await unlessOver(() => stripe.customers.del(customerId));
    },
    readFacts: async (customerId: string) => factsOf(await readCustomerObjects(stripe, customerId)),
    readHistory: async (customerId: string, limit: number) =>
      historyOf(await readCustomerObjects(stripe, customerId), limit),
    redeem: (redemption: Parameters<PaymentProvider['redeem']>[0]) => redeemCode(stripe, redemption),
  };
}

export function createStripeProvider(stripe: Stripe): PaymentProvider {
  const calls: PaymentProvider = {
    ...customers(stripe),
    ...checkouts(stripe),
    ...portal(stripe),
    ...subscriptions(stripe),
  };
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    (...input: never[]) => asking(() => (call as (...input: never[]) => Promise<unknown>)(...input)),
  ]);
  return Object.fromEntries(guarded) as PaymentProvider;
}

/** A secret that an operator has set. @throws Failure 503 while it holds its placeholder */
export async function configuredSecret(arn: string): Promise<string> {
  const value = await readSetSecret(arn);
  if (value === null) throw new Failure(503, 'not_configured', 'Payments are not configured.');
  return value;
}

/** Checks the switch that stops new purchases; existing ones are unaffected. @throws Failure 503 */
export function requirePaymentsOn(): void {
  if (setting('PAYMENTS_ENABLED') === 'false')
    throw new Failure(503, 'unavailable', 'Payments are switched off at the moment. Please try again later.');
}

let kept: { key: string; provider: PaymentProvider } | undefined;

async function getPayments(): Promise<PaymentProvider> {
  if (replaced.payments) return replaced.payments();
  const key = await configuredSecret(env('STRIPE_SECRET_ARN'));
  // A rotated key arrives with the secret; until then the client is kept with its connections.
  if (kept?.key !== key)
    kept = { key, provider: createStripeProvider(await createClient(key, setting('STRIPE_API_URL'))) };
  return kept.provider;
}

/** Calls the payment provider for a request. @throws Failure 503 when it cannot be reached or is not set up */
export async function withPayments<T>(ask: (payments: PaymentProvider) => Promise<T>): Promise<T> {
  try {
    return await ask(await getPayments());
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    log.failure('the payment service did not answer', error);
    countMetric('PaymentsUnavailable', 1);
    throw new Failure(
      503,
      'unavailable',
      'The payment service is not available right now. Please try again.',
    );
  }
}
