import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';

/** A car whose photos are being searched for a plate is asked for again so often, and so many times at most. */
const unreadEveryMs = 3_000;
const mostLooks = 40;

export function carQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.car(id),
    queryFn: ({ signal }) => call('GET /api/cars/{id}', { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.locked === false &&
      data.register_state === 'unread' &&
      dataUpdateCount < mostLooks &&
      unreadEveryMs,
  });
}

export function useCar(id: string) {
  return useQuery(carQuery(id));
}
