import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SubscriptionWire, UsageWire } from '#core/contract/routes/payments.ts';
import { limits, type PlanType } from '#core/payments/plan.ts';
import type { Language } from '#core/shared.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys, refreshPlan } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useAccountTexts, useFailureText } from '../i18n/text-parts.ts';
import type { PlanOffer, QuickOffer } from './plan-offers.tsx';

/** What stands in while nothing better is known (docs/spec.md 4). */
const freeSubscription: SubscriptionWire = {
  plan_type: 'free',
  status: 'active',
  current_period_end: null,
  cancel_at_period_end: false,
  boost_until: null,
  price_unlocked: false,
};

type SubscriptionState = {
  plan: SubscriptionWire;
  /** Until the plan is `known`, and when it has `failed` to load, `plan` is the free one. */
  state: 'loading' | 'known' | 'failed';
  reload: () => void;
};

/** The caller's plan, with its loading state. */
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

/** Whether the plan renews by itself, cancelled or not: only such plans can be cancelled and reactivated. */
export const isRecurring = (plan: SubscriptionWire): boolean => renewing.includes(plan.plan_type);

/** Whether the next charge is at the end of the period; the date of an overdue payment is unknown. */
export const renews = (plan: SubscriptionWire): boolean =>
  isRecurring(plan) && plan.status === 'active' && !plan.cancel_at_period_end;

export function useUsage() {
  const isSignedIn = useSession().status === 'signed_in';
  return useQuery({
    queryKey: queryKeys.usage,
    queryFn: ({ signal }) => call('GET /api/payments/usage', { signal }),
    enabled: isSignedIn,
  });
}

/** What stands in when usage cannot be loaded: the free plan's default (docs/spec.md 4 and 6). */
export const defaultUsage: Pick<
  UsageWire,
  'scrapes_used' | 'scrapes_limit' | 'subscriptions_used' | 'subscriptions_limit'
> = {
  scrapes_used: 0,
  scrapes_limit: limits.freeScrapesPerMonth,
  subscriptions_used: 0,
  subscriptions_limit: 0,
};

/** A premium check that the service could not answer fails like any call, so that it is retried. */
async function checkPremium(signal: AbortSignal) {
  const access = await call('GET /api/payments/check-premium', { signal });
  if (access.reason === 'database_error')
    throw new ApiError(503, 'unavailable', 'Failed to check premium access');
  return access;
}

/** What the caller's plan opens. Until it is known, and on any error, there is no premium (docs/spec.md 6). */
export function useAccess(): { hasPremium: boolean; seesEstimates: boolean; isKnown: boolean } {
  const isSignedIn = useSession().status === 'signed_in';
  const { data, isPending } = useQuery({
    queryKey: queryKeys.access,
    queryFn: ({ signal }) => checkPremium(signal),
    enabled: isSignedIn,
  });
  return {
    hasPremium: isSignedIn && data?.hasPremium === true,
    seesEstimates: isSignedIn && data?.seesEstimates === true,
    isKnown: !isSignedIn || !isPending,
  };
}

/**
 * The sentence for a payment call that failed (docs/spec.md 8): the service's own words, in Danish ours by its code, and
 * `fallback` where it gave no reason.
 */
export function usePaymentFailure(): (error: unknown, fallback: string) => string {
  const t = useAccountTexts();
  const failureText = useFailureText();
  return (error, fallback) => {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'not_authenticated') return t.payments.notAuthenticated;
    return code === 'offline' ? `${fallback}. ${t.failures.offline}` : failureText(error, fallback);
  };
}

/** The service's clock may be a little behind ours. */
const graceMs = 2_000;
/** Timers of more than 24 days overflow: a longer wait is taken in steps. */
const longestMs = 24 * 60 * 60_000;

/**
 * Refetches everything that depends on the plan when its period ends, because no message announces that. Mounted while
 * somebody is signed in.
 */
export function usePlanExpiry(): void {
  const client = useQueryClient();
  const end = usePlan().plan.current_period_end;
  useEffect(() => {
    if (end === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const leftMs = Date.parse(end) + graceMs - Date.now();
      // Already over: the service has just been asked and knows better than this clock.
      if (!(leftMs > 0)) return;
      const isLastStep = leftMs <= longestMs;
      timer = setTimeout(() => (isLastStep ? void refreshPlan(client) : wait()), Math.min(leftMs, longestMs));
    };
    wait();
    return () => clearTimeout(timer);
  }, [client, end]);
}

const isQuick = (offer: PlanOffer | QuickOffer): offer is QuickOffer =>
  offer === 'deal_finder_boost' || offer === 'unlock_price';

function openCheckout(offer: PlanOffer | QuickOffer, language: Language): Promise<{ url: string }> {
  return isQuick(offer)
    ? call('POST /api/payments/create-microtransaction-checkout', {
        body: { transactionType: offer, language },
      })
    : call('POST /api/payments/create-subscription-checkout', { body: { planType: offer, language } });
}

/**
 * Opens the checkout page of an offer. `opening` is the offer being opened; it stays set until the page has changed, so that
 * nobody pays twice by pressing twice.
 */
export function useCheckout() {
  const { language } = useLanguage();
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: (offer: PlanOffer | QuickOffer) => openCheckout(offer, language),
    onSuccess: ({ url }) => location.assign(url),
  });
  useEffect(() => {
    // Back from the checkout page the browser may show this page as it was left: the buttons wake up again.
    const wake = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, [reset]);
  return { buy: mutate, opening: isPending || isSuccess ? (variables ?? null) : null, error };
}
