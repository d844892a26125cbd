import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { newestCatalogVersion } from '../api/catalog-version.ts';
import { queryKeys } from '../api/queries.ts';
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
 * One page of the list; the previous page stays on screen until it arrives. `pollMs` is set while an import runs. The request
 * starts during rendering, because React may show a new screen up to 300 ms after the last and a query would start only then.
 */
export function useCarList(state: ListState, pollMs: number | false = false) {
  const client = useQueryClient();
  const options = carListQuery(state);
  if (!client.getQueryState(options.queryKey)) void client.prefetchQuery(options);
  return useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

export function useCounts() {
  return useQuery({
    queryKey: queryKeys.counts,
    queryFn: ({ signal }) => call('GET /api/counts', { signal }),
  });
}
