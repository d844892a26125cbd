import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { useUsage } from './use-usage.ts';

/** Usage this month, as bars capped at 100 % (spec section 9). */
export function UsageCard() {
  const t = useAccountTexts();
  const format = useFormat();
  const failureText = useFailureText();
  const { data, error } = useUsage();
  return (
    <section>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.usage}</h2>
      {error && <MessageBox kind="error">{failureText(error)}</MessageBox>}
      {data && (
        <>
          <UsageBar label={t.profile.scrapes} used={data.scrapes_used} limit={data.scrapes_limit} />
          <UsageBar
            label={t.profile.searches}
            used={data.subscriptions_used}
            limit={data.subscriptions_limit}
          />
          <p className="mt-4 text-meta text-ink-3">{t.profile.resets(format.date(data.period_end))}</p>
        </>
      )}
    </section>
  );
}

function UsageBar({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const t = useAccountTexts();
  const share = limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  const text = limit === null ? t.profile.usedUnlimited(used) : t.profile.used(used, limit);
  return (
    <div className="mt-4">
      <div className="flex justify-between gap-4 text-control">
        <span className="text-ink-2">{label}</span>
        <b className="font-semibold">{text}</b>
      </div>
      {limit !== null && (
        <div aria-hidden="true" className="mt-2 h-1 bg-band">
          <div
            className={`h-full ${share >= 100 ? 'bg-poor' : 'bg-accent'}`}
            style={{ width: `${share}%` }}
          />
        </div>
      )}
    </div>
  );
}
