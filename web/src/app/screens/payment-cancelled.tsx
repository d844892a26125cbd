import { PaymentResult } from '../../features/payments/payment-result.tsx';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { Link } from '../../ui/link.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** Where checkout leads when the reader turns back: nothing was charged. */
export default function PaymentCancelled() {
  const t = useAccountTexts();
  useTitle(t.payments.cancelledTitle);
  return (
    <PaymentResult
      mark="cancelled"
      title={t.payments.cancelledTitle}
      actions={
        <>
          <Link to={paths.home} className={button.large}>
            {t.common.backToHome}
          </Link>
          <Link to={paths.profile} className={`${button.largeSecondary} h-14!`}>
            {t.payments.tryAgain}
          </Link>
        </>
      }
    >
      <p>{t.payments.cancelledText}</p>
    </PaymentResult>
  );
}
