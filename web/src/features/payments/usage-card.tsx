import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { defaultUsage, useUsage } from './use-usage.ts';

/** Usage this month, as bars capped at 100 % (docs/spec.md 9). */
export function UsageCard() {
  const t = useAccountTexts();
  const format = useFormat();
  const { data, isError, isPending } = useUsage();
  const usage = data ?? defaultUsage;
  return (
    <section aria-busy={isPending}>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.usage}</h2>
      {isPending ? (
        <div className="skeleton mt-4 h-18" />
      ) : (
        <>
          <UsageBar label={t.profile.scrapes} used={usage.scrapes_used} limit={usage.scrapes_limit} />
          <UsageBar
            label={t.profile.searches}
            used={usage.subscriptions_used}
            limit={usage.subscriptions_limit}
          />
        </>
      )}
      <p className="mt-4 min-h-5 text-meta text-ink-3">
        {data && t.profile.resets(format.date(data.period_end))}
        {isError && !data && <span className="text-poor">{t.profile.usageFailed}</span>}
      </p>
    </section>
  );
}

type BarProps = { label: string; used: number; limit: number | null };

function UsageBar({ label, used, limit }: BarProps) {
  const t = useAccountTexts();
  const percent = limit === null || used === 0 ? 0 : Math.min(100, (used / Math.max(1, limit)) * 100);
  return (
    <div className="mt-4">
      <div className="flex justify-between gap-4 text-control">
        <span className="text-ink-2">{label}</span>
        <b className="font-semibold">
          {limit === null ? t.profile.usedUnlimited(used) : t.profile.used(used, limit)}
        </b>
      </div>
      {limit !== null && (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          className="mt-2 h-1 bg-band"
        >
          <div
            className={`h-full ${percent >= 100 ? 'bg-poor' : 'bg-accent'}`}
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
    </div>
  );
}
