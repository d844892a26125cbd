import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { useGo } from '../../ui/navigation.ts';
import { AlertChannels } from './alert-channels.tsx';
import { NotificationsError } from './notifications-error.tsx';
import { PushDevices } from './push-devices.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { useAlertSettings, useSaveAlerts } from './use-alert-settings.ts';
import { WebhookSettings } from './webhook-settings.tsx';

/** What a person is told, on which channels, and when not. */
export default function AlertSettings() {
  const t = useInboxTexts();
  const go = useGo();
  const { data, error } = useAlertSettings();
  const save = useSaveAlerts();
  return (
    <div className="column max-w-3xl! py-8 md:py-14">
      <button type="button" className={`${button.link} text-control`} onClick={() => go(-1)}>
        <Icon name="back" size={18} />
        {t.notifications.back}
      </button>
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
