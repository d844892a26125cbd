import type Stripe from 'stripe';
import { badRequest } from '../wire/stripe-failure.ts';
import type { World } from '../world.ts';

export type EndReason = 'cancellation_requested' | 'payment_failed';

export const hasEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Ends a subscription at this moment, for good. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: EndReason,
  details: {
    comment?: string | null;
    feedback?: Stripe.Subscription.CancellationDetails.Feedback | null;
  } = {},
): Stripe.Subscription {
  if (hasEnded(subscription)) {
    const words = `No such subscription: '${subscription.id}'`;
    throw badRequest(words, 'id', 'resource_missing');
  }
  const now = world.now();
  const wasNeverPaid = subscription.status === 'incomplete';
  const ended: Stripe.Subscription = {
    ...subscription,
    status: wasNeverPaid ? 'incomplete_expired' : 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancel_at: null,
    cancellation_details: {
      comment: details.comment ?? subscription.cancellation_details?.comment ?? null,
      feedback: details.feedback ?? subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
  };
  world.store.save(ended);
  world.emit('customer.subscription.deleted', ended);
  return ended;
}
