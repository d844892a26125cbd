import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ProductKey } from '#core/plan/plans.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { refreshPlan } from '../../api/refresh-plan.ts';
import { useSession } from '../../api/session.ts';

const askEveryMs = 2_000;
const lateAfterMs = 30_000;

/** What the success page was opened for: a checkout, or a change to another plan, which has none. */
export type Purchase = { sessionId: string } | { planType: ProductKey };

/**
 * `unasked`: nobody is signed in or no purchase is named, so that there is nothing to follow. `unknown`: the service
 * knows no such purchase of the caller's.
 */
export type Confirmation = 'unasked' | 'waiting' | 'late' | 'unknown' | 'done';

const isRefusal = (error: unknown) => error instanceof ApiError && [400, 403, 404].includes(error.status);

/**
 * Follows a purchase until the service has applied it, whether Stripe's event came before us or not. All that the plan
 * decides is asked again on load, and once more when the payment is there.
 */
export function useConfirmation(purchase: Purchase | null): {
  confirmation: Confirmation;
  /** What is bought, once it is paid; null for a product that is none of ours. */
  product: ProductKey | null;
} {
  const client = useQueryClient();
  const { status } = useSession();
  const isSignedIn = status === 'signed_in';
  // Back from checkout the page has just loaded: until the session is known, it waits for that as well.
  const isAsked = status !== 'signed_out' && purchase !== null;
  const { data, error } = useQuery({
    queryKey: ['purchase', purchase],
    queryFn: purchase ? () => call('POST /api/payments/confirm-checkout', { body: purchase }) : skipToken,
    enabled: isAsked && isSignedIn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.isPaid || isRefusal(state.error) ? false : askEveryMs),
  });
  const paid = data?.isPaid ? data : null;
  useEffect(() => {
    if (isSignedIn) void refreshPlan(client);
  }, [client, isSignedIn]);
  useEffect(() => {
    if (!paid) return;
    client.setQueryData(queryKeys.subscription, paid.subscription);
    void refreshPlan(client);
  }, [client, paid]);
  const isWaiting = isAsked && !paid && !isRefusal(error);
  const isLate = useLate(isWaiting);
  const waiting = isLate ? 'late' : 'waiting';
  const unpaid = isWaiting ? waiting : 'unknown';
  const asked = paid ? 'done' : unpaid;
  return { confirmation: isAsked ? asked : 'unasked', product: paid?.product ?? null };
}

/** True once something has been waited for longer than a reader expects. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
