import { limits, prices } from '#core/plan/plans.ts';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { BuyButton } from './buy-button.tsx';
import { OfferItem } from './offer-item.tsx';
import type { PlanOffer, QuickOffer } from './offers.ts';
import { PromotionCode } from './promotion-code.tsx';

type Props = {
  isSignedIn: boolean;
  hasPremium: boolean;
  isUnlocked: boolean;
  opening: PlanOffer | QuickOffer | null;
  onBuy: (offer: QuickOffer) => void;
};

/** Ten days of premium, and market values alone: bought once, nothing renews. */
export function QuickOffers({ isSignedIn, hasPremium, isUnlocked, opening, onBuy }: Props) {
  const t = useAccountTexts();
  const boostName = t.plans.name.deal_finder_boost;
  const buy = (offer: QuickOffer, label: string) => (
    <BuyButton
      look="secondary"
      label={label}
      isOpening={opening === offer}
      isDisabled={opening !== null}
      onBuy={() => onBuy(offer)}
    />
  );
  return (
    <ul className="grid md:grid-cols-2">
      <OfferItem
        name={boostName}
        cents={prices.deal_finder_boost}
        unit={t.payments.once}
        note={hasPremium ? t.payments.boostOnTop(limits.boostDays) : t.plans.boostNote(limits.boostDays)}
      >
        {buy('deal_finder_boost', t.payments.buy(boostName))}
      </OfferItem>
      <OfferItem
        name={t.payments.unlockName}
        cents={prices.unlock_price}
        unit={t.payments.once}
        note={t.payments.unlockNote}
      >
        {isUnlocked ? (
          <p className="py-2.5 text-control font-semibold text-accent">{t.payments.unlocked}</p>
        ) : (
          <div className="grid gap-3">
            {buy('unlock_price', t.payments.unlockAction)}
            {isSignedIn && <PromotionCode />}
          </div>
        )}
      </OfferItem>
    </ul>
  );
}
