import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.ts';

/** A check that the service could not make is asked for again, like any call that failed. */
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
