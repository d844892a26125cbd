import { type FormEvent, useState } from 'react';
import type { NotificationSettingsWire } from '#core/contract/routes/notifications.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AlertAnswer } from './use-alert-settings.ts';

type Format = NonNullable<NotificationSettingsWire['webhook']>['format'];
const formats: readonly Format[] = ['json', 'ntfy'];

type Props = { answer: AlertAnswer; onSave: (settings: NotificationSettingsWire) => void };

/** An address of one's own that each notification is sent to. */
export function WebhookSettings({ answer, onSave }: Props) {
  const t = useInboxTexts();
  const { settings } = answer;
  const [url, setUrl] = useState(settings.webhook?.url ?? '');
  const [format, setFormat] = useState<Format>(settings.webhook?.format ?? 'json');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ ...settings, webhook: url.trim() === '' ? null : { url: url.trim(), format } });
  };
  return (
    <details className="border-t border-rule pt-4" open={settings.webhook !== null}>
      <summary className="cursor-pointer max-md:-my-2.5 max-md:py-2.5 text-h3 font-semibold">
        {t.alerts.webhookTitle}
      </summary>
      <p className="mt-2 text-meta text-ink-2">{t.alerts.webhookText}</p>
      {answer.webhook_state === 'failing' && (
        <div className="mt-3">
          <MessageBox kind="error">{t.alerts.failing}</MessageBox>
        </div>
      )}
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        <TextField
          label={t.alerts.address}
          type="url"
          value={url}
          placeholder="https://"
          onChange={(event) => setUrl(event.target.value)}
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-control font-semibold">
            {t.alerts.format}
          </span>
          <SelectField
            label={t.alerts.format}
            value={format}
            onChange={(value) => setFormat(value as Format)}
          >
            {formats.map((each) => (
              <option key={each} value={each}>
                {t.alerts.formats[each]}
              </option>
            ))}
          </SelectField>
        </div>
        {answer.webhook_secret && (
          <p className="text-meta text-ink-2 wrap-anywhere">
            {t.alerts.secret}: <code>{answer.webhook_secret}</code>
          </p>
        )}
        <button type="submit" className={`${button.secondary} justify-self-start`}>
          {t.alerts.save}
        </button>
      </form>
    </details>
  );
}
