import type { ReactNode } from 'react';
import { limits, prices } from '#core/payments/plan.ts';
import { useFormat, useTexts } from '../i18n/language.tsx';

type Column = { name: string; cents: number; note: string; action: ReactNode };

type Props = { startAction: ReactNode; planAction: ReactNode };

/** "What it costs": five columns under one ink rule; the three-month plan stands out. */
export function PlanPrices({ startAction, planAction }: Props) {
  const t = useTexts();
  const format = useFormat();
  const perMonth = format.euro(Math.round(prices.premium_quarterly / 3));
  const saved = format.euro(3 * prices.premium_monthly - prices.premium_quarterly);
  const columns: Column[] = [
    {
      name: t.plans.name.free,
      cents: 0,
      note: t.plans.freeNote(limits.freeScrapesPerMonth),
      action: startAction,
    },
    {
      name: t.plans.name.premium_monthly,
      cents: prices.premium_monthly,
      note: t.plans.monthlyNote,
      action: planAction,
    },
    {
      name: t.plans.name.premium_quarterly,
      cents: prices.premium_quarterly,
      note: t.plans.quarterlyNote(perMonth, saved),
      action: planAction,
    },
    { name: t.plans.name.lifetime, cents: prices.lifetime, note: t.plans.lifetimeNote, action: planAction },
    {
      name: t.plans.name.deal_finder_boost,
      cents: prices.deal_finder_boost,
      note: t.plans.boostNote(limits.boostDays),
      action: planAction,
    },
  ];
  return (
    <ul className="mt-10 grid border-t border-ink sm:grid-cols-2 lg:grid-cols-[1.25fr_repeat(4,1fr)]">
      {columns.map((column, place) => (
        <li
          key={column.name}
          className={`border-rule py-5 max-lg:border-b lg:border-l lg:px-5 lg:pb-0 lg:first:border-0 lg:first:pl-0 ${place === 2 ? 'lg:shadow-[inset_0_3px_var(--accent)]' : ''}`}
        >
          <h3 className="text-body">{column.name}</h3>
          <p
            className={`mt-3 text-[64px]/18 font-semibold tracking-[-0.05em] lg:mt-5 ${place === 2 ? 'text-accent' : ''}`}
          >
            {format.euro(column.cents)}
          </p>
          <p className="mt-2 text-meta text-ink-2 lg:min-h-15">{column.note}</p>
          <div className="mt-4">{column.action}</div>
        </li>
      ))}
    </ul>
  );
}
