import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useLanguage } from '../i18n/language.tsx';
import { importTexts, useFailureText } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { notify } from '../ui/notices.tsx';

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
