import type Stripe from 'stripe';
import type { AnyObject } from '../object-store.ts';
import { hasEnded } from './end-subscription.ts';
import { periodOf } from './subscription-object.ts';

/** An unpaid first invoice gives up after this long. */
const incompleteSeconds = 23 * 3600;

function subscriptionDue(subscription: Stripe.Subscription): number | null {
  if (hasEnded(subscription)) return null;
  if (subscription.status === 'incomplete') return subscription.created + incompleteSeconds;
  return Math.min(periodOf(subscription).end, subscription.cancel_at ?? Number.POSITIVE_INFINITY);
}

/** When an object will change by itself, in epoch seconds; null when only somebody's doing can change it. */
export function dueOf(object: AnyObject): number | null {
  switch (object.object) {
    case 'subscription':
      return subscriptionDue(object);
    case 'invoice':
      return object.status === 'open' ? object.next_payment_attempt : null;
    case 'checkout.session':
      return object.status === 'open' ? object.expires_at : null;
    default:
      return null;
  }
}
