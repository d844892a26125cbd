import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.ts';

/** What the caller's plan opens. Until it is known, and on any error, there is no premium (spec section 6). */
export function useAccess(): { hasPremium: boolean; seesEstimates: boolean; isKnown: boolean } {
  const isSignedIn = useSession().status === 'signed_in';
  const { data, isPending } = useQuery({
    queryKey: queryKeys.access,
    queryFn: ({ signal }) => call('GET /api/payments/check-premium', { signal }),
    enabled: isSignedIn,
  });
  return {
    hasPremium: isSignedIn && data?.hasPremium === true,
    seesEstimates: isSignedIn && data?.seesEstimates === true,
    isKnown: !isSignedIn || !isPending,
  };
}
