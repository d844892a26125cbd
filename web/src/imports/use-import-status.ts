import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useImportTexts } from '../i18n/text-parts.ts';
import { useLiveConnection } from '../live/live-feed.ts';
import { notify } from '../ui/notices.tsx';

/** Spec section 9; with the live feed open a slow look now and then guards against a lost message. */
const pollMs = 2_000;
const slowPollMs = 15_000;

export function isRunning(status: ScrapeStatusWire | null | undefined): boolean {
  return (
    status !== null && status !== undefined && status.status !== 'completed' && status.status !== 'failed'
  );
}

/** The caller's running or just ended import, or null. */
export function useImportStatus(): ScrapeStatusWire | null {
  const isSignedIn = useSession().status === 'signed_in';
  const isLive = useLiveConnection();
  const { data } = useQuery({
    queryKey: queryKeys.scrapeStatus,
    queryFn: ({ signal }) => call('GET /api/scrape-status', { signal }),
    enabled: isSignedIn,
    refetchInterval: (query) => {
      if (!isRunning(query.state.data?.status)) return false;
      return isLive ? slowPollMs : pollMs;
    },
  });
  return (isSignedIn && data?.status) || null;
}

/** Removes an ended import here and on the service. */
export function clearImportStatus(client: QueryClient): void {
  client.setQueryData(queryKeys.scrapeStatus, { status: null });
  // A row that could not be removed expires by itself.
  call('DELETE /api/scrape-status').catch(() => undefined);
}

/**
 * An import that ended without all its cars, and the screen on which that is told; null once its message was closed. It is
 * kept until its reader looks at their imports or starts another one.
 */
type ToldEnd = { status: ScrapeStatusWire; at: string | null };

/** What is being told of an import that has ended; the service has forgotten it already. */
export function useToldEnd(): ToldEnd | null {
  const { data } = useQuery<ToldEnd | null>({ queryKey: queryKeys.toldEnd, queryFn: skipToken });
  return data ?? null;
}

export function tellEnd(client: QueryClient, end: ToldEnd): void {
  client.setQueryData(queryKeys.toldEnd, end);
}

/** Closes the message; the mark at the imports stays. */
export function closeToldEnd(client: QueryClient): void {
  client.setQueryData<ToldEnd | null>(queryKeys.toldEnd, (told) => told && { ...told, at: null });
}

/** Called when the reader looks at their imports or starts another one. */
export function forgetToldEnd(client: QueryClient): void {
  client.setQueryData(queryKeys.toldEnd, null);
}

/** When an import ends: what it changed is asked for again, and a completed one says how many cars it brought and goes. */
export function useImportEnd(status: ScrapeStatusWire | null): void {
  const client = useQueryClient();
  const t = useImportTexts();
  const ended = status && !isRunning(status) ? status.jobId : null;
  const hasCars = status?.status === 'completed' && status.failure === null;
  const cars = status?.carsDone ?? 0;
  const failed = status?.carsFailed ?? 0;
  // A late answer may report the end again.
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (ended === null) return;
    const changed = [queryKeys.carLists, queryKeys.counts, queryKeys.history, queryKeys.usage];
    for (const queryKey of changed) void client.invalidateQueries({ queryKey });
    if (!hasCars) return;
    if (told.current !== ended)
      notify([t.imports.checked(cars), failed > 0 && t.imports.unread(failed)].filter(Boolean).join('. '));
    told.current = ended;
    clearImportStatus(client);
  }, [ended, hasCars, cars, failed, client, t]);
}
