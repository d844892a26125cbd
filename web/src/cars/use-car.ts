import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';

export function carQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.car(id),
    queryFn: ({ signal }) => call('GET /api/cars/{id}', { params: { id }, signal }),
  });
}

export function useCar(id: string) {
  return useQuery(carQuery(id));
}
