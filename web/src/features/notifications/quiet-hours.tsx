import type { NotificationSettingsWire } from '#core/contract/routes/notifications.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { CheckBox } from '../../ui/check-box.tsx';

const usual = { from: '22:00', to: '07:00' };

type Props = { settings: NotificationSettingsWire; onSave: (settings: NotificationSettingsWire) => void };

export function QuietHours({ settings, onSave }: Props) {
  const t = useInboxTexts();
  const hours = settings.quiet_hours;
  const ends = [
    ['from', t.alerts.from],
    ['to', t.alerts.to],
  ] as const;
  return (
    <section>
      <h2 className="text-h3 font-semibold">{t.alerts.quietTitle}</h2>
      <CheckBox
        className="mt-2 flex min-h-11 cursor-pointer text-control"
        isChecked={hours !== null}
        onChange={(isOn) => onSave({ ...settings, quiet_hours: isOn ? usual : null })}
      >
        {t.alerts.quiet}
      </CheckBox>
      {hours && (
        <div className="mt-1 flex flex-wrap gap-4">
          {ends.map(([end, name]) => (
            <label key={end} className="flex items-center gap-2 text-control">
              {name}
              <input
                type="time"
                value={hours[end]}
                className="h-11 rounded-lg border border-field bg-surface px-3"
                onChange={(event) =>
                  event.target.value &&
                  onSave({ ...settings, quiet_hours: { ...hours, [end]: event.target.value } })
                }
              />
            </label>
          ))}
        </div>
      )}
      <p className="mt-2 text-meta text-ink-2">{t.alerts.quietText}</p>
    </section>
  );
}
