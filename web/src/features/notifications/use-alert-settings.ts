import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationSettingsWire } from '#core/contract/routes/notifications.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { notify } from '../../ui/notices.tsx';

export type AlertAnswer = CallResponse<'GET /api/notification-settings'>;

/** All settings as they are to be; with `resume_mails` the mails that were stopped begin again. */
export type SettingsChange = NotificationSettingsWire & { resume_mails?: true };

const settingsKey = [...queryKeys.notifications, 'settings'] as const;

export function useAlertSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call('GET /api/notification-settings', { signal }),
  });
}

/** Saves a whole new choice, shown at once and taken back when the service refuses it. */
export function useSaveAlerts() {
  const client = useQueryClient();
  const failureText = useFailureText();
  const t = useInboxTexts();
  return useMutation({
    mutationFn: (body: SettingsChange) => call('PUT /api/notification-settings', { body }),
    onMutate: ({ resume_mails, ...settings }) => {
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
      notify(failureText(error));
    },
  });
}

export function useRefreshAlerts(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: settingsKey });
}
