import { useEffect, useRef } from 'react';
import { BeforeYouBuy, CarStory, Headline } from '../cars/car-page.tsx';
import { Specifications } from '../cars/specifications.tsx';
import { WhyRating } from '../cars/why-rating.tsx';
import { useCheckTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { button } from '../ui/button.ts';
import { DealBadge } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import type { CheckedCar as Car } from './check-form.tsx';

type Props = { car: Car; seesEstimates: boolean; onUpgrade: OpenUpgrade };

/** What a car is worth that was looked up by its plate. It comes into sight, and is read out, when it has come. */
export default function CheckedCar({ car, seesEstimates, onUpgrade }: Props) {
  const t = useCheckTexts();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const rule = 'mt-12 border-t border-rule pt-8 md:mt-18';
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t.check.result}
      className="mt-12 scroll-mt-4 border-t border-ink pt-8 outline-none"
    >
      {car.locked ? (
        <>
          <div className="max-w-[60ch]">
            <DealBadge deal="amazing" size={16} />
            <h2 className="mt-3 text-[40px]/[46px] tracking-[-0.03em]">{t.check.lockedTitle}</h2>
            <p className="mt-4 text-lead text-ink-2">{t.check.lockedText}</p>
            <button type="button" className={`${button.large} mt-6`} onClick={() => onUpgrade('locked_car')}>
              <Icon name="lock" />
              {t.card.unlock}
            </button>
          </div>
          {car.told && (
            <>
              <BeforeYouBuy car={car.told} className={rule} />
              <CarStory car={car.told} className={rule} />
            </>
          )}
        </>
      ) : (
        <>
          {/* On a car's own page a phone shows the rating on its photo. */}
          <div className="mb-3 md:hidden">
            <DealBadge deal={car.deal} size={16} />
          </div>
          <div className="max-w-[520px] max-md:-mx-5">
            <Headline car={car} seesEstimates={seesEstimates} onUpgrade={onUpgrade} />
          </div>
          <WhyRating car={car} seesEstimates={seesEstimates} className={rule} />
          <BeforeYouBuy car={car} className={rule} />
          <CarStory car={car} className={rule} />
          <Specifications car={car} isSignedIn isWithoutAd onUpgrade={onUpgrade} className={rule} />
        </>
      )}
    </section>
  );
}
