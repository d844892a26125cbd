import { productKeys } from '#core/plan/plans.ts';
import { PaymentResult } from '../../features/payments/payment-result.tsx';
import { useConfirmation } from '../../features/payments/use-confirmation.ts';
import { usePlan } from '../../features/payments/use-plan.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useSearch } from '../../ui/navigation.ts';
import { useTitle } from '../../ui/use-title.ts';

/** Where checkout leads back to. The event of the payment may be slower than the reader: then the page waits for it. */
export default function PaymentSuccess() {
  const t = useAccountTexts();
  const search = useSearch();
  const sessionId = search.get('session_id');
  const planType = productKeys.find((key) => key === search.get('plan'));
  const confirmation = useConfirmation(sessionId ? { sessionId } : planType ? { planType } : null);
  const { plan } = usePlan();
  const unlocksPricesOnly = confirmation === 'done' && plan.plan_type === 'free' && plan.price_unlocked;
  const text = {
    unasked: t.payments.successText,
    done: unlocksPricesOnly ? t.payments.successUnlock : t.payments.successText,
    waiting: t.payments.successWaiting,
    late: t.payments.successLate,
    unknown: t.payments.successUnknown,
  }[confirmation];
  const isWaiting = confirmation === 'waiting' || confirmation === 'late';
  const isUnknown = confirmation === 'unknown';
  const title = isWaiting
    ? t.payments.waitingTitle
    : isUnknown
      ? t.payments.unknownTitle
      : t.payments.successTitle;
  useTitle(title);
  return (
    <PaymentResult
      mark={isWaiting ? 'waiting' : isUnknown ? 'cancelled' : 'done'}
      title={title}
      toHome={t.payments.startFinding}
      toProfile={t.payments.viewProfile}
    >
      <p>{text}</p>
      {sessionId && (
        <p className="text-meta wrap-anywhere text-ink-3">
          {t.payments.sessionId}: {sessionId}
        </p>
      )}
    </PaymentResult>
  );
}
