import type Stripe from 'stripe';
import { StripeFailure } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { chargeOf } from './charge-object.ts';
import { openDispute } from './disputes.ts';
import { cardOf } from './payment-methods.ts';
import { type Bill, paymentIntentOf } from './payment-objects.ts';
import type { TestCard } from './test-cards.ts';

/** Whether the person is at the screen, and whether they have confirmed at their bank where a card asks for it. */
export type Presence = { onSession: boolean; hasConfirmed?: boolean };

/** How an attempt to pay ended. `failure` is what Stripe's error would say. */
export type PaymentOutcome = {
  status: 'succeeded' | 'failed' | 'requires_action';
  intent: Stripe.PaymentIntent;
  failure?: StripeFailure;
};

function refusalOf(card: TestCard, { onSession }: Presence): TestCard | null {
  if (card.behavior === 'declines') return card;
  if (card.behavior === 'declines_off_session' && !onSession) return card;
  return null;
}

function decline(
  world: World,
  bill: Bill,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal: TestCard,
): PaymentOutcome {
  const charge = chargeOf(world, bill, { intent: intent.id, method, refusal });
  world.store.insert(charge);
  const failed: Stripe.PaymentIntent = {
    ...intent,
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
    last_payment_error: {
      charge: charge.id,
      code: 'card_declined',
      decline_code: refusal.declineCode ?? 'generic_decline',
      message: refusal.message ?? 'Your card was declined.',
      payment_method: method,
      type: 'card_error',
    },
  };
  world.store.save(failed);
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', failed);
  const failure = new StripeFailure(402, 'card_error', refusal.message ?? 'Your card was declined.', {
    code: refusal.code ?? 'card_declined',
    decline_code: refusal.declineCode ?? 'generic_decline',
    charge: charge.id,
    payment_intent: failed,
  });
  return { status: 'failed', intent: failed, failure };
}

/** Takes one attempt at an intent with a method. Every outcome leaves its objects and events behind. */
export function attemptPayment(
  world: World,
  bill: Bill,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  presence: Presence,
): PaymentOutcome {
  const card = cardOf(world, method.id);
  const refusal = refusalOf(card, presence);
  if (refusal) return decline(world, bill, intent, method, refusal);
  if (card.behavior === 'asks' && presence.onSession && !presence.hasConfirmed) {
    const waiting: Stripe.PaymentIntent = { ...intent, payment_method: method.id, status: 'requires_action' };
    world.store.save(waiting);
    world.emit('payment_intent.requires_action', waiting);
    return { status: 'requires_action', intent: waiting };
  }
  const charge = chargeOf(world, bill, { intent: intent.id, method, refusal: null });
  world.store.insert(charge);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_received: bill.cents,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'succeeded',
  };
  world.store.save(paid);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', paid);
  if (card.behavior === 'is_disputed') openDispute(world, charge.id, 'fraudulent');
  return { status: 'succeeded', intent: paid };
}

export function openIntent(world: World, bill: Bill): Stripe.PaymentIntent {
  const intent = paymentIntentOf(world, bill);
  world.store.insert(intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

/** A new intent and its first attempt. */
export function takePayment(
  world: World,
  bill: Bill,
  method: Stripe.PaymentMethod,
  presence: Presence,
): PaymentOutcome {
  return attemptPayment(world, bill, openIntent(world, bill), method, presence);
}

export function cancelIntent(world: World, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  return change(world, 'payment_intent.canceled', intent, {
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: 'abandoned',
  });
}
