import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Only what may heal by itself is asked again: a refusal stays a refusal, and without a connection the connection's return asks. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || !onlineManager.isOnline()) return false;
  return ['offline', 'unavailable', 'internal'].includes(error.code);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a connection a question fails at once and says so, instead of waiting behind grey cards.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  });
}
