import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The caller's address, language and since when they are a member. */
export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => call('GET /api/account', { signal }),
    staleTime: 10 * 60_000,
  });
}
