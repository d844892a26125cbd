import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Retries only errors that may be temporary; refusals are final, and offline requests are retried on reconnect. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || !onlineManager.isOnline()) return false;
  return ['offline', 'unavailable', 'internal'].includes(error.code);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline requests fail at once with a message instead of showing grey cards.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      // Else a press without a network would wait for one, and be carried out when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}
