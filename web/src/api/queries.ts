import { onlineManager, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

/** Cache keys that more than one subject invalidates. */
export const queryKeys = {
  carLists: ['cars'],
  car: (id: string) => ['car', id],
  similarCars: ['similar-cars'],
  carCost: (id: string, km: number) => ['car-cost', id, km],
  outlook: (id: string) => ['outlook', id],
  compared: ['compared'],
  counts: ['counts'],
  scrapeStatus: ['scrape-status'],
  toldEnd: ['told-end'],
  history: ['history'],
  subscription: ['subscription'],
  usage: ['usage'],
  access: ['access'],
  payments: ['payments'],
  account: ['account'],
  about: ['about'],
  ratingFigures: ['rating-figures'],
  hunt: ['hunt'],
  lists: ['lists'],
  savedSearches: ['saved-searches'],
  notifications: ['notifications'],
  searches: ['searches'],
  tokens: ['tokens'],
} as const;

/** Retries only errors that may be temporary; refusals are final, and offline requests are retried on reconnect. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || !onlineManager.isOnline()) return false;
  return ['offline', 'unavailable', 'internal'].includes(error.code);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline requests fail at once with a message instead of showing grey cards.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      // Else a press without a network would wait for one, and be carried out when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Refetches everything that depends on the plan: access, limits, payments and visible cars. */
export async function refreshPlan(client: QueryClient): Promise<void> {
  const { access, subscription, usage, payments, carLists } = queryKeys;
  await Promise.all(
    [access, subscription, usage, payments, carLists, ['car']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

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
