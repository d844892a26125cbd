import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { newestCatalogVersion } from '../../api/catalog-version.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { type ListState, toCarQuery } from './list-state.ts';

export function carListQuery(state: ListState) {
  const query = toCarQuery(state);
  return queryOptions({
    queryKey: [...queryKeys.carLists, query],
    queryFn: ({ signal }) =>
      call('GET /api/cars', { query: { ...query, catalogVersion: newestCatalogVersion() }, signal }),
  });
}

/** One page of the list; the page before stays on screen until the next one is there. `pollMs` while an import fills it. */
export function useCarList(state: ListState, pollMs: number | false = false, isEnabled = true) {
  return useQuery({
    ...carListQuery(state),
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
