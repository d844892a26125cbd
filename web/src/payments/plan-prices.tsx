import type { ReactNode } from 'react';
import { limits, prices } from '#core/payments/plan.ts';
import { useFormat, useTexts } from '../i18n/language.tsx';
import { InKroner, PaidInEuro } from './in-kroner.tsx';

type Props = { startAction: ReactNode; planAction: ReactNode };

/** "What it costs": the three plans under one ink rule, of which three months stand out, and the rest in lines below. */
export function PlanPrices({ startAction, planAction }: Props) {
  const t = useTexts();
  const format = useFormat();
  const perMonth = format.euro(Math.round(prices.premium_quarterly / 3));
  const saved = format.euro(3 * prices.premium_monthly - prices.premium_quarterly);
  const plans = [
    ['premium_monthly', t.plans.name.premium_monthly, t.plans.monthlyNote],
    ['premium_quarterly', t.plans.name.premium_quarterly, t.plans.quarterlyNote(perMonth, saved)],
    ['lifetime', t.plans.name.lifetime, t.plans.lifetimeNote],
  ] as const;
  const others = [
    ['deal_finder_boost', t.plans.name.deal_finder_boost, t.plans.boostNote(limits.boostDays)],
    ['unlock_price', t.plans.name.unlock_price, t.plans.unlockNote],
  ] as const;
  return (
    <>
      <ul className="mt-10 grid border-t border-ink md:grid-cols-3">
        {plans.map(([plan, name, note]) => {
          const isRecommended = plan === 'premium_quarterly';
          return (
            <li
              key={plan}
              className={`border-rule py-5 max-md:border-b md:border-l md:px-6 md:pb-6 md:first:border-0 md:first:pl-0 ${isRecommended ? 'md:shadow-[inset_0_3px_var(--accent)]' : ''}`}
            >
              <h3 className="text-body">{name}</h3>
              <p className="mt-3 flex items-baseline gap-3 md:mt-5">
                <b
                  className={`text-[64px]/18 font-semibold tracking-[-0.05em] ${isRecommended ? 'text-accent' : ''}`}
                >
                  {format.euro(prices[plan])}
                </b>
                <span className="text-meta text-ink-2">
                  <InKroner cents={prices[plan]} />
                </span>
              </p>
              <p className="mt-2 text-meta text-ink-2">{note}</p>
              <div className="mt-4">{planAction}</div>
            </li>
          );
        })}
      </ul>
      <h3 className="mt-8 text-body">{t.plans.other}</h3>
      <ul className="mt-2 border-t border-rule">
        <Line
          name={t.plans.name.free}
          price={format.euro(0)}
          note={t.plans.freeNote(limits.freeScrapesPerMonth)}
        >
          {startAction}
        </Line>
        {others.map(([offer, name, note]) => (
          <Line
            key={offer}
            name={name}
            price={
              <>
                {format.euro(prices[offer])} · <InKroner cents={prices[offer]} />
              </>
            }
            note={note}
          >
            {planAction}
          </Line>
        ))}
      </ul>
      <p className="mt-4 max-w-[80ch] text-meta text-ink-2">
        <PaidInEuro />
      </p>
    </>
  );
}

type LineProps = { name: string; price: ReactNode; note: string; children: ReactNode };

function Line({ name, price, note, children }: LineProps) {
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 border-b border-rule py-3 text-control md:grid-cols-[200px_160px_1fr_auto]">
      <b className="font-semibold">{name}</b>
      <span>{price}</span>
      <span className="text-ink-2">{note}</span>
      {children}
    </li>
  );
}
