import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export function useCar(id: string) {
  return useQuery({
    queryKey: queryKeys.car(id),
    queryFn: ({ signal }) => call('GET /api/cars/{id}', { params: { id }, signal }),
  });
}
