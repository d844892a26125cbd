import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '#core/contract/table.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useLanguage } from '../i18n/language.tsx';
import { importTexts, useFailureText, useInboxTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { notify } from '../ui/notices.tsx';

export type Searches = CallResponse<'GET /api/subscriptions/{id}'>;
export type Search = Searches['subscriptions'][number];

/** Refetched often, because the next run is minutes away. */
const refreshMs = 60_000;

export function useSearches(userId: string) {
  const { language } = useLanguage();
  return useQuery({
    // The service names searches by their filters in this language.
    queryKey: [...queryKeys.searches, userId, language],
    queryFn: ({ signal }) =>
      call('GET /api/subscriptions/{id}', { params: { id: userId }, query: { language }, signal }),
    refetchInterval: refreshMs,
  });
}

export function useChangeSearch() {
  const client = useQueryClient();
  const t = useInboxTexts();
  const reason = useFailureText();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: queryKeys.searches });
    void client.invalidateQueries({ queryKey: queryKeys.usage });
  };
  const extend = useMutation({
    mutationFn: (id: string) => call('PUT /api/subscriptions/{id}/prolong', { params: { id }, body: {} }),
    onSuccess: () => {
      refresh();
      notify(t.searches.extended);
    },
    onError: (error) => notify(reason(error, t.searches.extendFailed)),
  });
  const cancel = useMutation({
    mutationFn: (id: string) => call('DELETE /api/subscriptions/{id}', { params: { id }, query: {} }),
    onSuccess: () => {
      refresh();
      notify(t.searches.cancelled);
    },
    onError: () => notify(t.searches.cancelFailed),
  });
  const changeInterval = useMutation({
    mutationFn: ({ search_url: searchUrl, minutes }: Pick<Search, 'search_url'> & { minutes: number }) =>
      call('POST /api/subscriptions', { body: { searchUrl, browserIntervalMinutes: minutes } }),
    onSuccess: () => {
      refresh();
      notify(t.searches.browser.intervalChanged);
    },
    onError: (error) => notify(reason(error, t.searches.browser.intervalFailed)),
  });
  return {
    extend: extend.mutate,
    /** Of a search that the reader's browser watches, and that has not expired: an expired one would start anew. */
    changeInterval: changeInterval.mutate,
    cancel: cancel.mutate,
    /** Renames a search; null restores the name made from its filters. Resolves once the new name is on screen. Throws ApiError. */
    rename: async (id: string, name: string | null) => {
      await call('PUT /api/subscriptions/{id}', { params: { id }, body: { name } });
      await client.invalidateQueries({ queryKey: queryKeys.searches });
    },
    isBusy: extend.isPending || cancel.isPending || changeInterval.isPending,
  };
}

/** A link that the reader's own browser is to open again. */
type OwnWatch = { searchUrl: string; browserIntervalMinutes: number };
const isWatch = (wanted: object): wanted is OwnWatch => 'browserIntervalMinutes' in wanted;

/**
 * Repeats a link or filters every hour for a week, or has the reader's browser watch a link, and reports the result; at the
 * limit it opens the plans.
 */
export function useStartSearch(onUpgrade: OpenUpgrade) {
  const client = useQueryClient();
  const { language } = useLanguage();
  const reason = useFailureText();
  return useMutation({
    mutationFn: (wanted: string | Record<string, string> | OwnWatch) => {
      if (typeof wanted === 'string') return call('POST /api/subscriptions', { body: { searchUrl: wanted } });
      return call('POST /api/subscriptions', { body: isWatch(wanted) ? wanted : { filters: wanted } });
    },
    onSuccess: ({ subscription }) => {
      void client.invalidateQueries({ queryKey: queryKeys.searches });
      void client.invalidateQueries({ queryKey: queryKeys.usage });
      void importTexts
        .load(language)
        .then((t) => notify(subscription.kind === 'browser' ? t.watch.started : t.imports.followed));
    },
    onError: (error) => {
      void importTexts
        .load(language)
        .then((t) => notify(t.imports.followFailed(reason(error, t.imports.followCreateFailed))));
      if (error instanceof ApiError && error.code === 'limit_reached') onUpgrade('automated_searches');
    },
  });
}
