import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** How well cars are valued here, by the hourly fit itself; undefined until it is known. */
export function useRatingFigures() {
  const { data, isError } = useQuery({
    queryKey: queryKeys.ratingFigures,
    queryFn: ({ signal }) => call('GET /api/rating-figures', { signal }),
    staleTime: 5 * 60_000,
  });
  return { figures: data, isError };
}
