import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveMessage } from '#core/contract/messages.ts';
import { noteCatalogVersion } from '../api/catalog-version.ts';
import { queryKeys, refreshPlan } from '../api/queries.ts';
import { openLiveFeed, setLiveConnection } from './live-feed.ts';

/** Cars arrive in bursts: the list is refetched at most this often. */
const refreshEveryMs = 1_000;

/** What is pushed when it changes, and may have changed between its answer and the opened socket. */
const pushed = [
  queryKeys.scrapeStatus,
  queryKeys.access,
  queryKeys.subscription,
  queryKeys.usage,
  queryKeys.payments,
  queryKeys.notifications,
] as const;
/** The list is large, and the status says whether cars are still to come: it is asked for again only after a gap. */
const missed = [...pushed, queryKeys.carLists];

/** Handles a pushed message; each is only a hint to refetch. */
export function receiveMessage(message: LiveMessage, client: QueryClient, refreshCars: () => void): void {
  if (message.type === 'scrape_status')
    client.setQueryData(queryKeys.scrapeStatus, { status: message.status });
  if (message.type === 'scrape_status_removed') client.setQueryData(queryKeys.scrapeStatus, { status: null });
  if (message.type === 'car') {
    noteCatalogVersion(message.catalogVersion);
    refreshCars();
  }
  if (message.type === 'notification' || message.type === 'notifications_changed')
    void client.invalidateQueries({ queryKey: queryKeys.notifications });
  if (message.type === 'plan_changed') void refreshPlan(client);
}

/** Holds the live feed open; mounted while somebody is signed in. */
export function useLiveFeed(): void {
  const client = useQueryClient();
  useEffect(() => {
    let wasOpen = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshCars = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: queryKeys.carLists });
        void client.invalidateQueries({ queryKey: queryKeys.counts });
      }, refreshEveryMs);
    };
    const close = openLiveFeed({
      onMessage: (message) => receiveMessage(message, client, refreshCars),
      onConnection: (isOpen) => {
        setLiveConnection(isOpen);
        if (!isOpen) return;
        for (const queryKey of wasOpen ? missed : pushed) void client.invalidateQueries({ queryKey });
        wasOpen = true;
      },
    });
    return () => {
      clearTimeout(timer);
      close();
      setLiveConnection(false);
    };
  }, [client]);
}
