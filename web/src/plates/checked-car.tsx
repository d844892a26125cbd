import { useEffect, useRef } from 'react';
import type { CheckedCarWire, WireCarDetail, WireOnList } from '#core/contract/routes/cars.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { priceText } from '../cars/car-card.tsx';
import { BeforeYouBuy, CarStory, Headline } from '../cars/car-page.tsx';
import { Equipment, Specifications, VehicleInformation } from '../cars/specifications.tsx';
import { ComparablesTable } from '../cars/why-evidence.tsx';
import { WhyRating } from '../cars/why-rating.tsx';
import { formatKroner, formatMileage } from '../i18n/format.ts';
import { useCarTexts, useCheckTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { HeavyFindings } from '../register/findings.tsx';
import { Button } from '../ui/button.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';

type Props = { car: CheckedCarWire; isSignedIn: boolean; seesEstimates: boolean; onUpgrade: OpenUpgrade };

/** The value of a car found by its plate. It scrolls into view and is announced when it arrives. */
export default function CheckedCar({ car, isSignedIn, seesEstimates, onUpgrade }: Props) {
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
      {car.on_list && <OnList car={car.on_list} asked={car.locked ? null : car} />}
      {car.locked ? (
        <>
          <div className="max-w-[60ch]">
            <DealBadge deal="amazing" size={16} />
            <h2 className="mt-3 text-[40px]/[46px] tracking-[-0.03em]">{t.check.lockedTitle}</h2>
            {car.told && <HeavyFindings car={car.told} />}
            <p className="mt-4 text-lead text-ink-2">{t.check.lockedText}</p>
            {car.rated_despite && <p className="mt-4 text-body">{t.why.despite[car.rated_despite]}</p>}
            <Button look="large" className="mt-6" onClick={() => onUpgrade('locked_car')}>
              <Icon name="lock" />
              {t.card.unlock}
            </Button>
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
          {car.price > 0 ? (
            <>
              {/* On a car's own page a phone shows the rating on its photo. */}
              <div className="mb-3 md:hidden">
                <DealBadge deal={car.deal} size={16} />
              </div>
              <div className="max-w-[520px] max-md:-mx-5">
                <Headline {...{ car, isSignedIn, seesEstimates, onUpgrade }} />
              </div>
            </>
          ) : (
            <Value {...{ car, isSignedIn, seesEstimates, onUpgrade }} />
          )}
          <BeforeYouBuy car={car} className={rule} />
          {car.price > 0 && <WhyRating {...{ car, seesEstimates, onUpgrade }} className={rule} />}
          <CarStory car={car} className={rule} />
          <Specifications car={car} onUpgrade={onUpgrade} className={rule} />
          <Equipment car={car} className={rule} />
        </>
      )}
    </section>
  );
}

type ValueProps = Omit<Props, 'car'> & { car: WireCarDetail };

/** The value of a car without an asking price: its range, and the similar cars that it rests on. */
function Value({ car, isSignedIn, seesEstimates, onUpgrade }: ValueProps) {
  const t = useCheckTexts();
  const { deal_reason: reason, valuation_low: low, valuation_avg: middle, valuation_high: high } = car;
  const facts = [car.year, car.mileage === null ? null : formatMileage(car.mileage)].filter(Boolean);
  const isKnown = reason === 'no_price' || reason === 'uncertain';
  const range =
    low !== null && high !== null && ([low, high].map(toHundreds).map(formatKroner) as [string, string]);
  return (
    <div className="max-w-[60ch]">
      <h2 className="text-2xl/7 tracking-[-0.025em] md:text-[30px]/[34px]">{car.title}</h2>
      <p className="mt-2 text-control text-ink-2">{facts.join(' · ')}</p>
      <h3 className="mt-8 text-h3">{t.check.valueTitle}</h3>
      {middle !== null && reason === 'no_price' && (
        <p className="mt-1 text-[60px]/15 font-semibold tracking-[-0.055em]">
          {formatKroner(toHundreds(middle))}
        </p>
      )}
      {range && (
        <p className="mt-2 text-body">
          {(reason === 'uncertain' ? t.check.roughValue : t.check.value)(...range)} {t.check.asking}
        </p>
      )}
      {isKnown && !seesEstimates && (
        <p className="mt-2 text-body text-ink-2">
          {t.check.valueLocked}{' '}
          <Button look="link" onClick={() => onUpgrade('unlock_price')}>
            {t.car.unlock}
          </Button>
        </p>
      )}
      {!isKnown && (
        <p className="mt-2 text-body">
          {t.check.noValue[reason as keyof typeof t.check.noValue] ?? t.check.noValue.few_comparables}
        </p>
      )}
      <HeavyFindings car={car} />
      {car.why && car.why.comparables.length > 0 && (
        <ComparablesTable comparables={car.why.comparables} car={car} />
      )}
      <VehicleInformation car={car} isSignedIn={isSignedIn} />
    </div>
  );
}

/** The car of the list that has the plate: what its ad asks and says where that is not what was typed, and its page. */
function OnList({ car, asked }: { car: WireOnList; asked: Pick<WireOnList, 'price' | 'mileage'> | null }) {
  const t = useCheckTexts();
  const words = useCarTexts();
  const isOtherMileage = asked !== null && asked.mileage !== car.mileage;
  return (
    <div className="mb-8 max-w-[60ch]">
      <h2 className="text-xl/7 tracking-[-0.02em]">{t.check.onListTitle}</h2>
      <p className="mt-2">
        <Link to={paths.car(car.id)} className="font-semibold text-accent underline underline-offset-3">
          {car.title}
        </Link>
      </p>
      <p className="mt-1 text-control text-ink-2">
        {t.check.onListPrice(priceText(car, words), words.deals[car.deal])}
        {asked &&
          asked.price > 0 &&
          asked.price !== car.price &&
          ` ${t.check.otherPrice(formatKroner(asked.price))}`}
        {!asked && car.deal !== 'amazing' && ` ${t.check.typedPrice}`}
        {isOtherMileage &&
          ` ${t.check.otherMileage(formatMileage(asked.mileage), car.mileage === null ? null : formatMileage(car.mileage))}`}
      </p>
    </div>
  );
}
