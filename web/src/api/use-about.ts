import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const never = () => () => {};

export const aboutQuery = queryOptions({
  queryKey: queryKeys.about,
  queryFn: ({ signal }) => call('GET /api/about', { signal }),
  staleTime: 5 * 60_000,
});

/** False while hydrating a prerendered part of the page, then true. */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * What the installation says about itself; undefined until it has answered. Parts of a prerendered page hydrate at different
 * times: a late one first renders without the answer, as it was prerendered.
 */
export function useAbout() {
  const isTakenOver = useIsTakenOver();
  const { data } = useQuery(aboutQuery);
  return isTakenOver ? data : undefined;
}
