import type Stripe from 'stripe';
import { drawUpInvoice } from '../billing/draw-up-invoice.ts';
import { markPaid } from '../billing/pay-invoice.ts';
import { activate, lineText, openSubscription } from '../billing/start-subscription.ts';
import { type Offer, openOffer, redeem } from '../catalog/discounts.ts';
import { productIdOf, unitAmount } from '../catalog/prices.ts';
import { createCustomer } from '../customers.ts';
import { attachMethod, type CardOwner } from '../payments/payment-methods.ts';
import type { Bill } from '../payments/payment-objects.ts';
import { attemptPayment, openIntent, type Presence } from '../payments/take-payment.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { memoryOf, remember, rememberedItems } from './session-memory.ts';

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
  const customer = typeof session.customer === 'string' ? session.customer : null;
  return openOffer(world, offer, { customer, cents: session.amount_subtotal ?? 0, products });
}

/** The session's customer; made now where the session is to have one. */
function ensureCustomer(world: World, session: Stripe.Checkout.Session, owner: CardOwner): string | null {
  if (session.customer !== null)
    return typeof session.customer === 'string' ? session.customer : session.customer.id;
  const isWanted =
    session.mode === 'subscription' ||
    session.customer_creation === 'always' ||
    session.invoice_creation?.enabled;
  return isWanted ? createCustomer(world, { email: owner.email, name: owner.name }).id : null;
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
      description: subscriptionData?.description ?? null,
      paymentMethod: method?.id ?? null,
    },
    { offer, session: session.id },
  );
  markPaid(world, invoice, intent);
  return { subscription: activate(world, subscription).id, invoice: invoice.id };
}

function deliverInvoice(
  world: World,
  { session, customer, intent, offer }: Deal,
): Partial<Stripe.Checkout.Session> {
  const discount = offer && redeem(world, offer, { customer, session: session.id });
  if (!session.invoice_creation?.enabled || customer === null) return {};
  const now = world.now();
  const invoice = drawUpInvoice(world, {
    customer: world.store.get('customer', customer),
    currency: session.currency ?? 'eur',
    reason: 'manual',
    lines: rememberedItems(world, session.id).map(({ price, quantity }) => ({
      ...{ cents: unitAmount(price) * quantity, price, quantity },
      description: lineText(world, price, quantity),
      period: { start: now, end: now },
    })),
    discounts: discount ? [discount] : [],
    period: { start: now, end: now },
    metadata: session.metadata ?? {},
  });
  markPaid(world, invoice, intent);
  return { invoice: invoice.id };
}

function finish(world: World, deal: Deal): Stripe.Checkout.Session {
  const { session, customer, method, intent, owner } = deal;
  if (customer !== null && method) attachMethod(world, method, customer);
  const delivered =
    session.mode === 'subscription' ? deliverSubscription(world, deal) : deliverInvoice(world, deal);
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
    description:
      paymentData?.description ??
      (session.mode === 'subscription' ? 'Subscription creation' : lineText(world, item!.price, 1)),
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
