import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { useAccess } from './use-access.ts';
import { useSubscription } from './use-usage.ts';

/** The plan in force. When it cannot be loaded the free plan stands in (spec section 4). */
export function PlanCard({ onUpgrade }: { onUpgrade: () => void }) {
  const t = useAccountTexts();
  const format = useFormat();
  const { data } = useSubscription();
  const { hasPremium, isKnown } = useAccess();
  const plan = data?.plan_type ?? 'free';
  const rows: [string, string][] = [
    [t.profile.currentPlan, t.payments.plan[plan]],
    [t.common.status, !data || data.status === 'active' ? t.profile.active : t.profile.inactive],
    ...(data?.current_period_end && plan !== 'lifetime'
      ? [[t.profile.periodEnd, format.date(data.current_period_end)] as [string, string]]
      : []),
  ];
  return (
    <section>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.plan}</h2>
      <dl className="text-control">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.75">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {data?.cancel_at_period_end && (
        <div className="mt-4">
          <MessageBox kind="error">{t.profile.endsAtPeriod}</MessageBox>
        </div>
      )}
      {isKnown && !hasPremium && (
        <button type="button" className={`${button.primary} mt-5`} onClick={onUpgrade}>
          {t.shell.upgrade}
        </button>
      )}
    </section>
  );
}
