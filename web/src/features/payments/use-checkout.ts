import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Language } from '#core/language.ts';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../i18n/language.tsx';
import type { PlanOffer, QuickOffer } from './offers.ts';

const isQuick = (offer: PlanOffer | QuickOffer): offer is QuickOffer =>
  offer === 'deal_finder_boost' || offer === 'unlock_price';

function openCheckout(offer: PlanOffer | QuickOffer, language: Language): Promise<{ url: string }> {
  return isQuick(offer)
    ? call('POST /api/payments/create-microtransaction-checkout', {
        body: { transactionType: offer, language },
      })
    : call('POST /api/payments/create-subscription-checkout', { body: { planType: offer, language } });
}

/**
 * Leads the browser to the checkout page of an offer. `opening` is the offer on its way there; it stays until the page
 * has changed, so that nobody pays twice by pressing twice.
 */
export function useCheckout() {
  const { language } = useLanguage();
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: (offer: PlanOffer | QuickOffer) => openCheckout(offer, language),
    onSuccess: ({ url }) => location.assign(url),
  });
  useEffect(() => {
    // Back from the checkout page the browser may show this page as it was left: the buttons wake up again.
    const wake = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, [reset]);
  return { buy: mutate, opening: isPending || isSuccess ? (variables ?? null) : null, error };
}
