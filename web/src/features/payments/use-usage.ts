import { useQuery } from '@tanstack/react-query';
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

export function useSubscription() {
  const isSignedIn = useSession().status === 'signed_in';
  return useQuery({
    queryKey: queryKeys.subscription,
    queryFn: ({ signal }) => call('GET /api/payments/subscription', { signal }),
    enabled: isSignedIn,
  });
}
