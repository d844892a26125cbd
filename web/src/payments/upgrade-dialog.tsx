import { useEffect, useRef, useState } from 'react';
import { limits, prices } from '#core/payments/plan.ts';
import { useSession } from '../api/session.ts';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { Modal } from '../ui/modal.tsx';
import { PaidInEuro } from './in-kroner.tsx';
import {
  BuyButton,
  ComparisonTable,
  OfferItem,
  type PlanOffer,
  PlanOffers,
  PromotionCode,
  type QuickOffer,
} from './plan-offers.tsx';
import type { UpgradeReason } from './upgrade-reason.ts';
import { useAccess, useCheckout, usePaymentFailure, usePlan } from './use-plan.ts';

type QuickOffersProps = {
  isSignedIn: boolean;
  hasPremium: boolean;
  isUnlocked: boolean;
  opening: PlanOffer | QuickOffer | null;
  onBuy: (offer: QuickOffer) => void;
};

/** Ten days of premium, and market values alone: bought once, nothing renews. */
function QuickOffers({ isSignedIn, hasPremium, isUnlocked, opening, onBuy }: QuickOffersProps) {
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
        name={t.plans.name.unlock_price}
        cents={prices.unlock_price}
        unit={t.payments.once}
        note={t.plans.unlockNote}
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

type UpgradeDialogProps = { reason: UpgradeReason | null; onClose: () => void };

/** Plans, quick upgrades and the comparison, beginning with the sentence for what the reader reached for. */
export default function UpgradeDialog({ reason, onClose }: UpgradeDialogProps) {
  const t = useAccountTexts();
  const isSignedIn = useSession().status === 'signed_in';
  const { plan } = usePlan();
  const { hasPremium, seesEstimates } = useAccess();
  const { buy, opening, error } = useCheckout();
  const [asksToSignIn, setAsksToSignIn] = useState(false);
  const start = (offer: PlanOffer | QuickOffer) => (isSignedIn ? buy(offer) : setAsksToSignIn(true));
  const current = hasPremium ? plan.plan_type : 'free';
  return (
    <Modal title={hasPremium ? t.payments.changeTitle : t.payments.title} onClose={onClose} wide>
      <p className="max-w-[60ch] text-body text-pretty text-ink-2">
        {reason && <b className="block text-h3 font-semibold text-ink">{t.payments.reason[reason]}</b>}
        {t.payments.lead}
      </p>
      {asksToSignIn && <SignInFirst onLeave={onClose} />}
      {error && <CheckoutFault error={error} />}
      <h3 className="mt-7 border-b border-ink pb-2.5 text-h3">{t.payments.plansHeading}</h3>
      <PlanOffers current={current} opening={opening} onBuy={start} />
      <h3 className="mt-4 border-b border-ink pb-2.5 text-h3">{t.plans.other}</h3>
      <QuickOffers {...{ isSignedIn, hasPremium, opening }} isUnlocked={seesEstimates} onBuy={start} />
      <h3 className="mt-6 text-h3">{t.payments.compareHeading}</h3>
      <ComparisonTable />
      <p className="mt-6 max-w-[80ch] text-meta text-pretty text-ink-2">
        <PaidInEuro /> {t.payments.terms}{' '}
        <a href={paths.terms} target="_blank" rel="noopener" className="underline underline-offset-3">
          {t.payments.termsLink}
        </a>
      </p>
    </Modal>
  );
}

/** Scrolls an error into view, since the buttons may be far below. */
function useIntoSight<T extends HTMLElement>(change: unknown) {
  const element = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is brought into sight
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [change]);
  return element;
}

function CheckoutFault({ error }: { error: unknown }) {
  const t = useAccountTexts();
  const failureText = usePaymentFailure();
  const element = useIntoSight<HTMLDivElement>(error);
  return (
    <div ref={element} className="mt-4 scroll-mt-8">
      <MessageBox kind="error">{failureText(error, t.payments.checkoutFailed)}</MessageBox>
    </div>
  );
}

/** Visitors are asked to sign in before they buy. */
function SignInFirst({ onLeave }: { onLeave: () => void }) {
  const t = useAccountTexts();
  const element = useIntoSight<HTMLDivElement>(null);
  return (
    <div ref={element} className="mt-4 scroll-mt-8">
      <MessageBox kind="error">
        <b className="block font-semibold">{t.payments.notAuthenticated}</b>
        {t.payments.signInFirst}
      </MessageBox>
      <div className="mt-3 flex gap-3">
        <Link to={paths.register} className={button.primary} onClick={onLeave}>
          {t.shell.getStarted}
        </Link>
        <Link to={paths.login} className={button.secondary} onClick={onLeave}>
          {t.shell.logIn}
        </Link>
      </div>
    </div>
  );
}
