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

/** False while the app takes over a part of a page that was there before it, true from then on. */
const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * What the installation says of itself; undefined until it has answered. Several parts of a page ask, and each is taken over
 * in its own time: one that comes after the answer first shows what was built ahead, without it.
 */
export function useAbout() {
  const isTakenOver = useIsTakenOver();
  const { data } = useQuery(aboutQuery);
  return isTakenOver ? data : undefined;
}
