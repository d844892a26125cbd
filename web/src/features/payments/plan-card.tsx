import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { PlanActions, type PlanActionsProps } from './plan-actions.tsx';
import { PlanBadge } from './plan-badge.tsx';
import { useAccess } from './use-access.ts';
import { renews, usePlan } from './use-plan.ts';

/** The plan in force and what can be done with it. When it cannot be loaded the free plan stands in (docs/spec.md 4). */
export function PlanCard(props: PlanActionsProps) {
  const t = useAccountTexts();
  const { plan, state, reload } = usePlan();
  const { hasPremium } = useAccess();
  const facts = usePlanFacts(plan);
  return (
    <section aria-busy={state === 'loading'}>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.plan}</h2>
      {state === 'loading' ? (
        <div className="skeleton mt-4 h-32" />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-4">
            <p className="text-[30px]/9 font-semibold tracking-[-0.03em]">{t.plans.name[plan.plan_type]}</p>
            {hasPremium && <PlanBadge isLifetime={plan.plan_type === 'lifetime'} />}
          </div>
          <FactList rows={facts} />
          <PlanWarnings plan={plan} />
        </>
      )}
      {state === 'failed' && (
        <p className="mt-4 flex flex-wrap gap-x-3 text-control text-poor">
          {t.profile.planFailed}
          <button type="button" className={button.quiet} onClick={reload}>
            {t.common.tryAgain}
          </button>
        </p>
      )}
      {state === 'known' && <PlanActions {...props} />}
    </section>
  );
}

function usePlanFacts(plan: SubscriptionWire): [string, string][] {
  const t = useAccountTexts();
  const format = useFormat();
  const statuses: Record<string, string> = t.profile.statuses;
  const facts: [string, string][] = [[t.common.status, statuses[plan.status] ?? t.profile.inactive]];
  const { current_period_end: end, boost_until: boostEnd } = plan;
  if (end && plan.plan_type !== 'lifetime') facts.push([t.profile.periodEnd, format.date(end)]);
  if (renews(plan)) facts.push([t.profile.nextBilling, format.date(end)]);
  if (boostEnd && plan.plan_type !== 'deal_finder_boost')
    facts.push([t.profile.boostUntil, format.date(boostEnd)]);
  if (plan.price_unlocked) facts.push([t.profile.priceUnlock, t.profile.unlocked]);
  return facts;
}

function PlanWarnings({ plan }: { plan: SubscriptionWire }) {
  const t = useAccountTexts();
  const format = useFormat();
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {plan.status === 'past_due' && <MessageBox kind="error">{t.profile.pastDue}</MessageBox>}
      {plan.cancel_at_period_end && (
        <MessageBox kind="warning">{t.profile.endsAtPeriod(format.date(plan.current_period_end))}</MessageBox>
      )}
    </div>
  );
}
