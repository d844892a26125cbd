import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PaymentWire } from '#core/contract/routes/payments.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { formatEuroExact } from '../i18n/format.ts';
import { useFormat, useLanguage } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** How many payments are asked for (docs/spec.md 9). */
const limit = '10';

/** What was paid, newest first, each with its receipt. A failure is only logged (docs/spec.md 8). */
export function PaymentHistory() {
  const t = useAccountTexts();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.payments,
    queryFn: ({ signal }) => call('GET /api/payments/history', { query: { limit }, signal }),
  });
  useEffect(() => {
    if (error) console.warn('Failed to get payment history', error);
  }, [error]);
  return (
    <section aria-busy={isPending}>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.payments}</h2>
      {isPending && <PaymentSkeleton />}
      {data?.length === 0 && <p className="py-4 text-control text-ink-2">{t.profile.noPayments}</p>}
      {error && !data && (
        <p className="flex flex-wrap gap-x-3 py-4 text-control text-ink-2">
          {t.profile.paymentsLater}
          <Button look="quiet" onClick={() => void refetch()}>
            {t.common.tryAgain}
          </Button>
        </p>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Statuses that need attention; all others look quiet. */
const troubled: readonly PaymentWire['status'][] = ['open', 'failed', 'disputed'];

function PaymentRow({ payment }: { payment: PaymentWire }) {
  const t = useAccountTexts();
  const format = useFormat();
  const { language } = useLanguage();
  const name = useProductName(payment);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 border-b border-rule py-3">
      <p className="text-control font-semibold">{name}</p>
      <p className="text-right text-control font-semibold">{formatEuroExact(payment.amount, language)}</p>
      <p className="flex flex-wrap gap-x-3 self-start text-meta text-ink-2">
        {format.date(payment.created_at)}
        {payment.receipt_url && (
          <a
            href={payment.receipt_url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 max-md:-my-3 max-md:py-3 underline underline-offset-3 hover:text-ink"
          >
            {t.profile.receipt}
            <span className="sr-only">{t.profile.receiptOf(name, format.date(payment.created_at))}</span>
            <Icon name="external" size={14} />
          </a>
        )}
      </p>
      <p className={`text-right text-meta ${troubled.includes(payment.status) ? 'text-poor' : 'text-ink-2'}`}>
        {t.profile.paymentStatus[payment.status]}
      </p>
    </li>
  );
}

function useProductName({ product, description }: PaymentWire): string {
  const t = useAccountTexts();
  return product === null ? description : t.plans.name[product];
}

function PaymentSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3 py-4">
      <div className="skeleton h-10" />
      <div className="skeleton h-10" />
    </div>
  );
}
