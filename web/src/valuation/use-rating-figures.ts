import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';

/** The accuracy figures of the hourly fit; undefined while loading. */
export function useRatingFigures() {
  const { data, isError } = useQuery({
    queryKey: queryKeys.ratingFigures,
    queryFn: ({ signal }) => call('GET /api/rating-figures', { signal }),
    staleTime: 5 * 60_000,
  });
  return { figures: data, isError };
}
