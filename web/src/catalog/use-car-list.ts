import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { newestCatalogVersion } from '../api/catalog-version.ts';
import { queryKeys } from '../api/query-keys.ts';
import { type ListState, toCarQuery } from './list-state.ts';

export function carListQuery(state: ListState) {
  const query = toCarQuery(state);
  return queryOptions({
    queryKey: [...queryKeys.carLists, query],
    queryFn: ({ signal }) =>
      call('GET /api/cars', { query: { ...query, catalogVersion: newestCatalogVersion() }, signal }),
  });
}

/**
 * One page of the list; the page before stays on screen until the next one is there. `pollMs` while an import fills it. It is
 * asked for while the screen is being made: React shows a new one up to 300 ms after the one before it, and a query would
 * begin only then.
 */
export function useCarList(state: ListState, pollMs: number | false = false, isEnabled = true) {
  const client = useQueryClient();
  const options = carListQuery(state);
  if (isEnabled && !client.getQueryState(options.queryKey)) void client.prefetchQuery(options);
  return useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    enabled: isEnabled,
  });
}

export function useCounts() {
  return useQuery({
    queryKey: queryKeys.counts,
    queryFn: ({ signal }) => call('GET /api/counts', { signal }),
  });
}
