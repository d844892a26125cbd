import { kronerOf, kronerPerEuro } from '#core/payments/plan.ts';
import { formatKroner, formatNumber } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';

/** What a price in euro is in kroner, about. */
export function InKroner({ cents }: { cents: number }) {
  const t = useTexts();
  return t.plans.aboutKroner(formatKroner(kronerOf(cents)));
}

/** That euro are charged, and what the kroner are reckoned by. */
export function PaidInEuro() {
  const t = useTexts();
  return t.plans.inEuro(formatNumber(kronerPerEuro, 2));
}
