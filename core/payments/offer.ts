import type { FailureCode } from '#core/failure.ts';
import type { ProductKey } from './plan.ts';
import {
  isReversed,
  openSubscription,
  ownedLifetime,
  type StripeFacts,
  type SubscriptionFact,
} from './stripe.ts';

/** What happens when a person wants to buy a product. */
export type Offer =
  | { kind: 'checkout' }
  /** A subscription is running: its price is changed, because there is never a second one. */
  | { kind: 'switch'; subscription: SubscriptionFact }
  /** A renewal could not be charged and must be paid first. */
  | { kind: 'settle-debt' }
  | { kind: 'refused'; code: FailureCode; message: string };

const owned: Offer = { kind: 'refused', code: 'already_owned', message: 'You already own this.' };
const subscribed: Offer = {
  kind: 'refused',
  code: 'already_subscribed',
  message: 'You already have this plan.',
};

/** What buying a product means for a person with this state at Stripe. */
export function offerFor(product: ProductKey, facts: StripeFacts): Offer {
  if (ownedLifetime(facts)) return owned;
  const isUnlocked = facts.purchases.some((one) => one.product === 'unlock_price' && !isReversed(one));
  if (product === 'unlock_price') return isUnlocked ? owned : { kind: 'checkout' };
  if (product === 'lifetime' || product === 'deal_finder_boost') return { kind: 'checkout' };
  const subscription = openSubscription(facts);
  if (!subscription) return { kind: 'checkout' };
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return { kind: 'settle-debt' };
  return subscription.product === product ? subscribed : { kind: 'switch', subscription };
}
