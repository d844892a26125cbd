import { ApiError } from '../../api/api-error.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';

/**
 * The sentence for a payment call that failed (docs/spec.md 8): the service's own words, in Danish ours by its code, and
 * `fallback` where it gave no reason.
 */
export function usePaymentFailure(): (error: unknown, fallback: string) => string {
  const { language } = useLanguage();
  const t = useAccountTexts();
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback;
    if (error.code === 'not_authenticated') return t.payments.notAuthenticated;
    if (error.code === 'offline') return `${fallback}. ${t.failures.offline}`;
    if (language === 'en') return error.serverMessage ?? fallback;
    return error.code === 'internal' ? fallback : (t.failures[error.code] ?? fallback);
  };
}
