import { useAccountTexts } from '../i18n/text-parts.ts';
import { useTitle } from '../ui/messages.tsx';
import { PaymentResult } from './payment-result.tsx';

/** Shown after an abandoned checkout: nothing was charged. */
export default function PaymentCancelled() {
  const t = useAccountTexts();
  useTitle(t.payments.cancelledTitle);
  return (
    <PaymentResult
      mark="cancelled"
      title={t.payments.cancelledTitle}
      toHome={t.common.backToHome}
      toProfile={t.payments.tryAgain}
    >
      <p>{t.payments.cancelledText}</p>
    </PaymentResult>
  );
}
