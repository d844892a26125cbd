import { PaymentResult } from '../../features/payments/payment-result.tsx';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useTitle } from '../../ui/use-title.ts';

/** Where checkout leads when the reader turns back: nothing was charged. */
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
