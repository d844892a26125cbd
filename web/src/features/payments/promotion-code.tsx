import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { call } from '../../api/call.ts';
import { refreshPlan } from '../../api/refresh-plan.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';

import { usePaymentFailure } from './use-payment-failure.ts';

/** A field for the code that unlocks market values without paying. */
export function PromotionCode() {
  const t = useAccountTexts();
  const id = useId();
  const client = useQueryClient();
  const failureText = usePaymentFailure();
  const redeem = useMutation({
    mutationFn: (code: string) => call('POST /api/payments/redeem-code', { body: { code } }),
    onSuccess: () => refreshPlan(client),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    redeem.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  };
  if (redeem.isSuccess) return <MessageBox kind="success">{t.payments.redeemed}</MessageBox>;
  return (
    <details>
      <summary className={`${button.quiet} list-none`}>{t.payments.haveCode}</summary>
      <form onSubmit={submit} className="mt-3 grid gap-3">
        <label htmlFor={id} className="sr-only">
          {t.payments.code}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="code"
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={t.payments.code}
            className="h-10 max-md:h-11 w-full min-w-0 rounded-lg border border-field bg-surface px-3 text-control uppercase placeholder:normal-case placeholder:text-ink-3"
          />
          <button type="submit" className={button.secondary} disabled={redeem.isPending}>
            {t.payments.redeem}
          </button>
        </div>
        {redeem.error && (
          <MessageBox kind="error">{failureText(redeem.error, t.payments.redeemFailed)}</MessageBox>
        )}
      </form>
    </details>
  );
}
