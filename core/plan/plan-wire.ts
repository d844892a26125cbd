import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { hasPriceUnlock, type Plan, planInForce } from '#core/plan/access.ts';

/** A plan as the contract tells it: what is in force now, whatever was stored when. */
export function planWire(plan: Plan, now: Date): SubscriptionWire {
  const inForce = planInForce(plan, now);
  return {
    plan_type: inForce.type,
    status: inForce.status,
    current_period_end: inForce.currentPeriodEnd,
    cancel_at_period_end: inForce.cancelAtPeriodEnd,
    boost_until: inForce.boostUntil,
    price_unlocked: hasPriceUnlock(plan, now),
  };
}
