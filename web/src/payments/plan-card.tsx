import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { call } from '../api/call.ts';
import { queryKeys, refreshPlan } from '../api/queries.ts';
import { useFormat, useLanguage } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FactList, MessageBox } from '../ui/messages.tsx';
import { ConfirmDialog } from '../ui/modal.tsx';
import {
  defaultUsage,
  isRecurring,
  renews,
  useAccess,
  usePaymentFailure,
  usePlan,
  useUsage,
} from './use-plan.ts';

export type PlanResult = { kind: 'success' | 'error'; text: string };
type PlanActionsProps = { onUpgrade: () => void; onResult: (result: PlanResult) => void };

/**
 * Upgrade for free readers; change, manage, cancel or reactivate for those whose plan renews; nothing for lifetime. What was
 * ended at Stripe cannot be reactivated, though it may still be in force.
 */
function PlanActions({ onUpgrade, onResult }: PlanActionsProps) {
  const t = useAccountTexts();
  const { plan } = usePlan();
  const { hasPremium } = useAccess();
  const [asks, setAsks] = useState(false);
  const act = usePlanCalls(onResult);
  if (plan.plan_type === 'lifetime')
    return <p className="mt-4 text-meta text-ink-2">{t.profile.lifetimeNote}</p>;
  const isBusy = act.isPending;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      {hasPremium && isRecurring(plan) && plan.cancel_at_period_end && plan.status !== 'canceled' && (
        <Button look="primary" disabled={isBusy} onClick={() => act.mutate('reactivate')}>
          {t.profile.reactivate}
        </Button>
      )}
      <Button look={hasPremium ? 'secondary' : 'primary'} disabled={isBusy} onClick={onUpgrade}>
        {hasPremium ? t.profile.changePlan : t.shell.upgrade}
      </Button>
      {isRecurring(plan) && (
        <Button
          look={plan.status === 'past_due' ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => act.mutate('manage')}
        >
          {t.profile.manage}
        </Button>
      )}
      {hasPremium && isRecurring(plan) && !plan.cancel_at_period_end && (
        <Button look="quiet" disabled={isBusy} onClick={() => setAsks(true)}>
          {t.profile.cancel}
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          title={t.profile.cancelTitle}
          text={t.profile.cancelConfirm}
          confirm={t.profile.cancel}
          keep={t.profile.keep}
          onClose={() => setAsks(false)}
          onConfirm={() => act.mutate('cancel')}
        />
      )}
    </div>
  );
}

type PlanCall = 'cancel' | 'reactivate' | 'manage';

/** The calls behind the buttons; what came of one is said in the profile's banner (docs/spec.md 8). */
function usePlanCalls(onResult: (result: PlanResult) => void) {
  const t = useAccountTexts();
  const format = useFormat();
  const { language } = useLanguage();
  const client = useQueryClient();
  const failureText = usePaymentFailure();
  return useMutation({
    mutationFn: async (what: PlanCall) => {
      if (what === 'manage') {
        const { url } = await call('POST /api/payments/portal', { body: { language } });
        location.assign(url);
        return;
      }
      const route = what === 'cancel' ? 'cancel-subscription' : 'reactivate-subscription';
      const { subscription } = await call(`POST /api/payments/${route}`);
      client.setQueryData(queryKeys.subscription, subscription);
      const end = format.date(subscription.current_period_end);
      onResult({
        kind: 'success',
        text: what === 'cancel' ? t.profile.cancelled(end) : t.profile.reactivated(end),
      });
      await refreshPlan(client);
    },
    onError: (error, what) => onResult({ kind: 'error', text: failureText(error, t.profile.failed[what]) }),
  });
}

/** "Lifetime" or "Premium", beside the plan's name. */
function PlanBadge({ isLifetime }: { isLifetime: boolean }) {
  const t = useAccountTexts();
  return (
    <span className="inline-flex items-center gap-1.5 rounded-md border border-accent px-2 py-0.5 text-meta font-semibold text-accent">
      <Icon name={isLifetime ? 'star' : 'check'} size={14} filled={isLifetime} />
      {isLifetime ? t.profile.badgeLifetime : t.plans.name.premium}
    </span>
  );
}

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
          <Button look="quiet" onClick={reload}>
            {t.common.tryAgain}
          </Button>
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
            label={t.list.subscriptions}
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
