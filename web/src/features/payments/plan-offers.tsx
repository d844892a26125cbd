import { type PlanType, prices } from '#core/plan/plans.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { BuyButton } from './buy-button.tsx';
import { OfferItem } from './offer-item.tsx';
import { type PlanOffer, planOffers, type QuickOffer, standingOf } from './offers.ts';

type Props = {
  current: PlanType;
  opening: PlanOffer | QuickOffer | null;
  onBuy: (offer: PlanOffer) => void;
};

/** The three plans. The three-month one stands out; the reader's own says so. */
export function PlanOffers({ current, opening, onBuy }: Props) {
  const t = useAccountTexts();
  const format = useFormat();
  const quarterNote = t.plans.quarterlyNote(
    format.euro(Math.round(prices.premium_quarterly / 3)),
    format.euro(3 * prices.premium_monthly - prices.premium_quarterly),
  );
  const about: Record<PlanOffer, { unit: string; note: string; verb: (name: string) => string }> = {
    premium_monthly: {
      unit: t.payments.perMonth,
      note: t.payments.monthlyNote,
      verb: t.payments.choose,
    },
    premium_quarterly: { unit: t.payments.perQuarter, note: quarterNote, verb: t.payments.choose },
    lifetime: { unit: t.payments.once, note: t.payments.lifetimeNote, verb: t.payments.buy },
  };
  return (
    <ul className="grid md:grid-cols-3">
      {planOffers.map((offer) => {
        const { unit, note, verb } = about[offer];
        const name = t.plans.name[offer];
        const standing = standingOf(offer, current);
        const isRecommended = offer === 'premium_quarterly' && standing !== 'below';
        return (
          <OfferItem key={offer} {...{ name, unit, note, isRecommended }} cents={prices[offer]}>
            {standing === 'current' && (
              <p className="py-2.5 text-control font-semibold text-accent">{t.payments.yourPlan}</p>
            )}
            {(standing === 'choose' || standing === 'switch') && (
              <BuyButton
                look={isRecommended ? 'primary' : 'secondary'}
                label={(standing === 'switch' ? t.payments.switchTo : verb)(name)}
                isOpening={opening === offer}
                isDisabled={opening !== null}
                onBuy={() => onBuy(offer)}
              />
            )}
          </OfferItem>
        );
      })}
    </ul>
  );
}
