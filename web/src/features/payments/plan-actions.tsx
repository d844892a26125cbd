import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { refreshPlan } from '../../api/refresh-plan.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat, useLanguage } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAccess } from './use-access.ts';
import { usePaymentFailure } from './use-payment-failure.ts';
import { isRecurring, usePlan } from './use-plan.ts';

export type PlanResult = { kind: 'success' | 'error'; text: string };
export type PlanActionsProps = { onUpgrade: () => void; onResult: (result: PlanResult) => void };

/** Upgrade for free readers; change, manage, cancel or reactivate for those whose plan renews; nothing for lifetime. */
export function PlanActions({ onUpgrade, onResult }: PlanActionsProps) {
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
      {hasPremium && isRecurring(plan) && plan.cancel_at_period_end && (
        <button
          type="button"
          className={button.primary}
          disabled={isBusy}
          onClick={() => act.mutate('reactivate')}
        >
          {t.profile.reactivate}
        </button>
      )}
      <button
        type="button"
        className={hasPremium ? button.secondary : button.primary}
        disabled={isBusy}
        onClick={onUpgrade}
      >
        {hasPremium ? t.profile.changePlan : t.shell.upgrade}
      </button>
      {isRecurring(plan) && (
        <button
          type="button"
          className={plan.status === 'past_due' ? button.primary : button.secondary}
          disabled={isBusy}
          onClick={() => act.mutate('manage')}
        >
          {t.profile.manage}
        </button>
      )}
      {hasPremium && isRecurring(plan) && !plan.cancel_at_period_end && (
        <button type="button" className={button.quiet} disabled={isBusy} onClick={() => setAsks(true)}>
          {t.profile.cancel}
        </button>
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
