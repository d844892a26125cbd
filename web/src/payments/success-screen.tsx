import { type ProductKey, productKeys } from '#core/payments/plan.ts';
import { useFormat } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { useTitle } from '../ui/messages.tsx';
import { useSearch } from '../ui/navigation.ts';
import { PaymentResult, useConfirmation } from './payment-result.tsx';
import { usePlan } from './use-plan.ts';

/** Shown after checkout. The payment event may arrive later, so the page waits for it. */
export default function PaymentSuccess() {
  const t = useAccountTexts();
  const search = useSearch();
  const sessionId = search.get('session_id');
  const planType = productKeys.find((key) => key === search.get('plan'));
  const { confirmation, product } = useConfirmation(
    sessionId ? { sessionId } : planType ? { planType } : null,
  );
  const { plan } = usePlan();
  const format = useFormat();
  const bought: Partial<Record<ProductKey, string>> = {
    lifetime: t.payments.successLifetime,
    deal_finder_boost: t.payments.successBoost(format.date(plan.boost_until)),
    unlock_price: t.payments.successUnlock,
  };
  const text = {
    unasked: sessionId ? t.payments.successUnasked : t.payments.successText,
    done: (product && bought[product]) ?? t.payments.successText,
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
      reference={sessionId && `${t.payments.sessionId}: ${sessionId}`}
    >
      <p>{text}</p>
    </PaymentResult>
  );
}
