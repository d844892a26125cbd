import { type ChannelName, channelNames } from '#core/notification/channel-names.ts';
import { type NotificationKind, notificationKinds } from '#core/notification/kinds.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import type { AlertAnswer, SettingsChange } from './use-alert-settings.ts';

type Props = { answer: AlertAnswer; onSave: (change: SettingsChange) => void };

/** A row per kind, a column per channel. */
export function AlertChannels({ answer, onSave }: Props) {
  const t = useInboxTexts();
  const { settings, email_state: emailState } = answer;
  const isClosed: Record<ChannelName, boolean> = {
    in_app: false,
    email: emailState !== 'ok',
    push: answer.push.devices.length === 0,
    webhook: settings.webhook === null,
  };
  const set = (kind: NotificationKind, channel: ChannelName, isOn: boolean) =>
    onSave({
      ...settings,
      kinds: { ...settings.kinds, [kind]: { ...settings.kinds[kind], [channel]: isOn } },
    });
  return (
    <div className="-mx-5 overflow-x-auto px-5">
      <table className="w-full text-control">
        <thead>
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
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind} className="border-b border-rule">
              <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                {t.alerts.kinds[kind]}
              </th>
              {channelNames.map((channel) => (
                <td key={channel} className="text-center md:px-2">
                  <label className="inline-grid size-11 place-items-center">
                    <input
                      type="checkbox"
                      className="size-5 accent-accent disabled:opacity-40"
                      aria-label={`${t.alerts.kinds[kind]}: ${t.alerts.channels[channel]}`}
                      checked={settings.kinds[kind]?.[channel] === true && !isClosed[channel]}
                      disabled={isClosed[channel]}
                      onChange={(event) => set(kind, channel, event.target.checked)}
                    />
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
            <button
              type="button"
              className={button.secondary}
              onClick={() => onSave({ ...settings, resume_mails: true })}
            >
              {t.alerts.resumeMails}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
