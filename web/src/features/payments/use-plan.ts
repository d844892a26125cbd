import { useQuery } from '@tanstack/react-query';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import type { PlanType } from '#core/plan/plans.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.ts';

/** What stands in while nothing better is known (docs/spec.md 4). */
const freeSubscription: SubscriptionWire = {
  plan_type: 'free',
  status: 'active',
  current_period_end: null,
  cancel_at_period_end: false,
  boost_until: null,
  price_unlocked: false,
};

export type SubscriptionState = {
  plan: SubscriptionWire;
  /** Until the plan is `known`, and when it has `failed` to load, `plan` is the free one. */
  state: 'loading' | 'known' | 'failed';
  reload: () => void;
};

/** The caller's plan. */
export function usePlan(): SubscriptionState {
  const isSignedIn = useSession().status === 'signed_in';
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.subscription,
    queryFn: ({ signal }) => call('GET /api/payments/subscription', { signal }),
    enabled: isSignedIn,
  });
  return {
    plan: data ?? freeSubscription,
    state: data ? 'known' : isError ? 'failed' : 'loading',
    reload: () => void refetch(),
  };
}

const renewing: readonly PlanType[] = ['premium', 'premium_monthly', 'premium_quarterly'];

/** Whether the plan is one that renews by itself, cancelled or not: those can be cancelled and reactivated. */
export const isRecurring = (plan: SubscriptionWire): boolean => renewing.includes(plan.plan_type);

/** Whether money will be taken again at the end of the period; an overdue payment is tried again at no date we know. */
export const renews = (plan: SubscriptionWire): boolean =>
  isRecurring(plan) && plan.status === 'active' && !plan.cancel_at_period_end;
