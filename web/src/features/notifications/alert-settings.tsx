import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { AlertChannels } from './alert-channels.tsx';
import { BackButton } from './back-button.tsx';
import { NotificationsError } from './notifications-error.tsx';
import { PushDevices } from './push-devices.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { useAlertSettings, useSaveAlerts } from './use-alert-settings.ts';
import { WebhookSettings } from './webhook-settings.tsx';

/** What a person is told, on which channels, and when not. */
export default function AlertSettings() {
  const t = useInboxTexts();
  const { data, error } = useAlertSettings();
  const save = useSaveAlerts();
  return (
    <div className="column max-w-3xl! py-8 md:py-14">
      <BackButton />
      <h1 className="mt-5 text-h2 tracking-[-0.03em]">{t.alerts.title}</h1>
      <p className="mt-1 text-control text-ink-2">{t.alerts.lead}</p>
      {error && <NotificationsError error={error} />}
      {!data && !error && <p className="py-10 text-ink-2">{t.common.loading}</p>}
      {data && (
        <div className="mt-8 grid gap-10">
          <AlertChannels answer={data} onSave={save.mutate} />
          <QuietHours settings={data.settings} onSave={save.mutate} />
          <PushDevices push={data.push} />
          <WebhookSettings answer={data} onSave={save.mutate} />
        </div>
      )}
    </div>
  );
}
