import { useQuery } from '@tanstack/react-query';
import type { UsageWire } from '#core/contract/routes/payments.ts';
import { limits } from '#core/plan/plans.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.ts';

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
