import { type FormEvent, useState } from 'react';
import { isMailed, type NotificationKind, notificationKinds } from '#core/alerts/alert.ts';
import { type ChannelName, channelNames } from '#core/alerts/settings.ts';
import type { NotificationSettingsWire } from '#core/contract/routes/alerts.ts';
import { call } from '../api/call.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useFailureText, useInboxTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { CheckBox, LabelledSelect, TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorBox, MessageBox } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';
import { NotificationsError } from './notification-item.tsx';
import { canReceivePush, deviceName, subscribeToPush } from './push.ts';
import { BackButton } from './unsubscribe.tsx';
import {
  type AlertAnswer,
  type SettingsChange,
  useAlertSettings,
  useRefreshAlerts,
  useSaveAlerts,
} from './use-alert-settings.ts';

type AlertChannelsProps = { answer: AlertAnswer; onSave: (change: SettingsChange) => void };

/** A row per kind, a column per channel. On a phone the channels stand under the kind: its words need the width. */
function AlertChannels({ answer, onSave }: AlertChannelsProps) {
  const t = useInboxTexts();
  const { settings, email_state: emailState } = answer;
  const notes: Partial<Record<NotificationKind, string>> = t.alerts.kindNotes;
  /** Channels that the person cannot choose, because they lack the address, the device or the plan. */
  const closedFor = (kind: NotificationKind): Partial<Record<ChannelName, boolean>> => ({
    email: emailState !== 'ok' && (emailState !== 'premium_only' || !isMailed(kind, false)),
    push: answer.push.devices.length === 0,
    webhook: settings.webhook === null,
  });
  const set = (kind: NotificationKind, channel: ChannelName, isOn: boolean) =>
    onSave({
      ...settings,
      kinds: { ...settings.kinds, [kind]: { ...settings.kinds[kind], [channel]: isOn } },
    });
  return (
    <div className="-mx-5 overflow-x-auto px-5">
      <table className="w-full text-control max-md:block">
        <thead className="max-md:hidden">
          <tr className="border-b border-ink text-left text-meta">
            <th scope="col" className="py-2.5 pr-3 font-semibold">
              {t.alerts.kind}
            </th>
            {channelNames.map((channel) => (
              <th key={channel} scope="col" className="px-1 py-2.5 text-center font-semibold md:px-2">
                {t.alerts.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {notificationKinds.map((kind) => (
            <tr
              key={kind}
              className="border-b border-rule max-md:grid max-md:grid-cols-2 max-md:gap-x-2 max-md:py-3"
            >
              <th scope="row" className="py-2.5 text-left font-normal max-md:col-span-2 max-md:py-0 md:pr-3">
                {t.alerts.kinds[kind]}
                {notes[kind] && <span className="mt-0.5 block text-meta text-ink-2">{notes[kind]}</span>}
              </th>
              {channelNames.map((channel) => (
                <td key={channel} className="md:px-2 md:text-center">
                  <label className="flex min-h-11 items-center gap-2.5 text-meta md:inline-grid md:size-11 md:place-items-center">
                    <input
                      type="checkbox"
                      className="tick rounded-[5px]"
                      aria-label={`${t.alerts.kinds[kind]}: ${t.alerts.channels[channel]}`}
                      checked={settings.kinds[kind]?.[channel] === true && !closedFor(kind)[channel]}
                      disabled={closedFor(kind)[channel]}
                      onChange={(event) => set(kind, channel, event.target.checked)}
                    />
                    <span className="md:hidden">{t.alerts.channels[channel]}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {emailState !== 'ok' && (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-meta text-ink-2">
          {t.alerts.emailStates[emailState]}
          {emailState !== 'premium_only' && (
            <Button look="secondary" onClick={() => onSave({ ...settings, resume_mails: true })}>
              {t.alerts.resumeMails}
            </Button>
          )}
        </p>
      )}
      <h2 className="mt-6 text-control font-semibold">{t.alerts.untoldTitle}</h2>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-meta text-ink-2">
        {Object.values(t.alerts.untold).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

/** The devices that receive pushes, and a way to make this one of them. */
function PushDevices({ push }: { push: AlertAnswer['push'] }) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const failureText = useFailureText();
  const refresh = useRefreshAlerts();
  const [problem, setProblem] = useState('');
  const turnOn = async () => {
    setProblem('');
    try {
      const subscription = await subscribeToPush(push.public_key);
      if (typeof subscription === 'string') {
        setProblem(t.alerts.pushRefused[subscription]);
        return;
      }
      await call('POST /api/push-subscriptions', {
        body: { ...subscription, label: deviceName(navigator.userAgent) },
      });
      notify(t.alerts.pushAdded);
      refresh();
    } catch (error) {
      setProblem(failureText(error));
    }
  };
  const remove = (id: string) => {
    call('DELETE /api/push-subscriptions/{id}', { params: { id } }).then(refresh, (error: unknown) =>
      setProblem(failureText(error)),
    );
  };
  return (
    <section>
      <h2 className="text-h3 font-semibold">{t.alerts.pushTitle}</h2>
      {push.devices.length > 0 && (
        <ul className="mt-2">
          {push.devices.map((device) => (
            <li key={device.id} className="flex items-center gap-3 border-b border-rule py-1.5 text-control">
              <span className="grow">
                {device.label}
                <span className="ml-2 text-caption text-ink-3">
                  {t.alerts.since(formatDate(device.created_at, language))}
                </span>
              </span>
              <Button
                look="icon"
                aria-label={t.alerts.removeDevice(device.label)}
                onClick={() => remove(device.id)}
              >
                <Icon name="close" size={18} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canReceivePush() ? (
        <Button look="secondary" className="mt-3" onClick={() => void turnOn()}>
          <Icon name="bell" size={18} />
          {t.alerts.pushOn}
        </Button>
      ) : (
        <p className="mt-2 text-meta text-ink-2">{t.alerts.pushUnsupported}</p>
      )}
      <ErrorBox className="mt-3">{problem}</ErrorBox>
    </section>
  );
}

const usual = { from: '22:00', to: '07:00' };

type TimesProps = {
  settings: NotificationSettingsWire;
  onSave: (settings: NotificationSettingsWire) => void;
};

function QuietHours({ settings, onSave }: TimesProps) {
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

const usualDigest = '18:00';

/** All news of cars in one delivery a day. */
function DailyDigest({ settings, onSave }: TimesProps) {
  const t = useInboxTexts();
  const { daily_digest: at } = settings;
  return (
    <section>
      <h2 className="text-h3 font-semibold">{t.alerts.digestTitle}</h2>
      <CheckBox
        className="mt-2 flex min-h-11 cursor-pointer text-control"
        isChecked={at !== null}
        onChange={(isOn) => onSave({ ...settings, daily_digest: isOn ? usualDigest : null })}
      >
        {t.alerts.digest}
      </CheckBox>
      {at !== null && (
        <label className="mt-1 flex items-center gap-2 text-control">
          {t.alerts.digestAt}
          <input
            type="time"
            value={at}
            className="h-11 rounded-lg border border-field bg-surface px-3"
            onChange={({ target }) => target.value && onSave({ ...settings, daily_digest: target.value })}
          />
        </label>
      )}
      <p className="mt-2 text-meta text-ink-2">{t.alerts.digestText}</p>
    </section>
  );
}

type Format = NonNullable<NotificationSettingsWire['webhook']>['format'];
const formats: readonly Format[] = ['json', 'ntfy', 'discord', 'slack'];

type WebhookSettingsProps = { answer: AlertAnswer };

/** A webhook address that receives each notification. */
function WebhookSettings({ answer }: WebhookSettingsProps) {
  const t = useInboxTexts();
  const { settings } = answer;
  const saved = settings.webhook;
  const [url, setUrl] = useState(saved?.url ?? '');
  const [format, setFormat] = useState<Format>(saved?.format ?? 'json');
  const [refusal, setRefusal] = useState('');
  const save = useSaveAlerts(setRefusal);
  const typed = url.trim() === '' ? null : { url: url.trim(), format };
  const isSaved = saved !== null && saved.url === typed?.url && saved.format === format;
  const send = (asked: Pick<SettingsChange, 'test_webhook' | 'renew_webhook_secret'> = {}) => {
    setRefusal('');
    save.mutate({ ...settings, webhook: typed, ...asked });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const test = isSaved && !save.isPending ? save.data?.webhook_test : undefined;
  return (
    <details className="border-t border-rule pt-4" open={settings.webhook !== null}>
      <summary className="cursor-pointer max-md:-my-2.5 max-md:py-2.5 text-h3 font-semibold">
        {t.alerts.channels.webhook}
      </summary>
      <p className="mt-2 text-meta text-ink-2">{t.alerts.webhookText}</p>
      <ErrorBox className="mt-3">{answer.webhook_state === 'failing' && t.alerts.failing}</ErrorBox>
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        <TextField
          label={t.alerts.address}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          placeholder="https://"
          error={refusal}
          onChange={(event) => {
            setUrl(event.target.value);
            setRefusal('');
          }}
        />
        <LabelledSelect
          label={t.alerts.format}
          value={format}
          options={formats.map((each) => [each, t.alerts.formats[each]])}
          onChange={setFormat}
        />
        {answer.webhook_secret && (
          <div className="text-meta text-ink-2">
            <p className="wrap-anywhere">
              {t.alerts.secret}: <code>{answer.webhook_secret}</code>
            </p>
            <p className="mt-1">{t.alerts.secretStays}</p>
            <Button
              look="link"
              className="mt-1"
              disabled={save.isPending || typed === null}
              onClick={() => send({ renew_webhook_secret: true })}
            >
              {t.alerts.renewSecret}
            </Button>
          </div>
        )}
        {test && (
          <MessageBox kind={test.is_taken ? 'success' : 'error'}>
            {t.alerts.tested(test.status, test.is_taken)}
          </MessageBox>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="secondary" disabled={save.isPending}>
            {t.alerts.save}
          </Button>
          {typed && (
            <Button look="secondary" disabled={save.isPending} onClick={() => send({ test_webhook: true })}>
              {isSaved ? t.alerts.test : t.alerts.saveAndTest}
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}

/** What is reported, on which channels, and the quiet hours. */
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
          <DailyDigest settings={data.settings} onSave={save.mutate} />
          <PushDevices push={data.push} />
          <WebhookSettings answer={data} />
        </div>
      )}
    </div>
  );
}
