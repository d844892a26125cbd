import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationSettingsWire } from '#core/contract/routes/alerts.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useFailureText, useInboxTexts } from '../i18n/text-parts.ts';
import { notify } from '../ui/notices.tsx';

export type AlertAnswer = CallResponse<'GET /api/notification-settings'>;

/** The complete new settings and related requests. */
export type SettingsChange = NotificationSettingsWire & {
  /** Resume stopped mails. */
  resume_mails?: true;
  renew_webhook_secret?: true;
  test_webhook?: true;
};

const settingsKey = [...queryKeys.notifications, 'settings'] as const;

export function useAlertSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call('GET /api/notification-settings', { signal }),
  });
}

/**
 * Saves a whole new choice, shown at once and taken back when the service refuses it: said by `onRefused`, where there is a
 * place for it, else in a notice.
 */
export function useSaveAlerts(onRefused?: (reason: string) => void) {
  const client = useQueryClient();
  const failureText = useFailureText();
  const t = useInboxTexts();
  return useMutation({
    mutationFn: (body: SettingsChange) => call('PUT /api/notification-settings', { body }),
    onMutate: ({ resume_mails, renew_webhook_secret, test_webhook, ...settings }) => {
      const before = client.getQueryData<AlertAnswer>(settingsKey);
      if (before) client.setQueryData<AlertAnswer>(settingsKey, { ...before, settings });
      return before;
    },
    onSuccess: (answer) => {
      client.setQueryData(settingsKey, answer);
      notify(t.alerts.saved);
    },
    onError: (error, _settings, before) => {
      if (before) client.setQueryData(settingsKey, before);
      (onRefused ?? notify)(failureText(error));
    },
  });
}

export function useRefreshAlerts(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: settingsKey });
}
