import { useState } from 'react';
import { call } from '../../api/call.ts';
import { formatDate } from '../../i18n/format.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { notify } from '../../ui/notices.tsx';
import { canReceivePush, deviceName, subscribeToPush } from './push.ts';
import { type AlertAnswer, useRefreshAlerts } from './use-alert-settings.ts';

/** The devices that receive pushes, and a way to make this one of them. */
export function PushDevices({ push }: { push: AlertAnswer['push'] }) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const failureText = useFailureText();
  const refresh = useRefreshAlerts();
  const [problem, setProblem] = useState('');
  const turnOn = async () => {
    setProblem('');
    try {
      const subscription = await subscribeToPush(push.public_key);
      if (!subscription) {
        setProblem(t.alerts.pushDenied);
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
              <button
                type="button"
                className={button.icon}
                aria-label={t.alerts.removeDevice(device.label)}
                onClick={() => remove(device.id)}
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canReceivePush() ? (
        <button type="button" className={`${button.secondary} mt-3`} onClick={() => void turnOn()}>
          <Icon name="bell" size={18} />
          {t.alerts.pushOn}
        </button>
      ) : (
        <p className="mt-2 text-meta text-ink-2">{t.alerts.pushUnsupported}</p>
      )}
      {problem && (
        <div className="mt-3">
          <MessageBox kind="error">{problem}</MessageBox>
        </div>
      )}
    </section>
  );
}
