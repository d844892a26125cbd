import { lazy, Suspense, useState } from 'react';
import { isRiskyByRegister } from '#core/car/contradictions.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { nearThreshold } from '#core/valuation/thresholds.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { paths } from '../../../paths.ts';
import { button } from '../../../ui/button.ts';
import { dealColor } from '../../../ui/deal-mark.tsx';
import { Link } from '../../../ui/link.tsx';
import { priceLineOf } from '../market-gap.ts';
import { CarsMissing } from './cars-missing.tsx';
import { whySentence } from './why-sentence.ts';

/** For who may see it, and below what is read first: loaded on its own. */
const WhyEvidence = lazy(() => import('./why-evidence.tsx'));

type Props = { car: WireCarDetail; seesEstimates: boolean; className: string };

/** Sentence first, then the pictures of the market, then the numbers for who wants them. */
export function WhyRating({ car, seesEstimates, className }: Props) {
  const t = useCarTexts();
  const [showsNumbers, setShowsNumbers] = useState(false);
  const { text, verdict } = whySentence(car, t);
  const line = priceLineOf(car);
  const comparables = car.why?.comparables ?? [];
  const isRated = car.deal !== 'no_estimate';
  // What an ad remarks on or the register knows moves the border of amazing, and so does a value of the register's alone.
  const isSound = car.cautions.length === 0 && !isRiskyByRegister(car.facts);
  const isPlain = car.deal_reason === 'rated' && isSound && car.why?.source !== 'register';
  const near = line && isPlain ? nearThreshold(line.priceDkk, line) : null;
  return (
    <section className={className}>
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-h2 tracking-[-0.03em]">{t.why.title}</h2>
        {comparables.length > 0 && (
          <button
            type="button"
            aria-expanded={showsNumbers}
            className={`${button.link} text-meta`}
            onClick={() => setShowsNumbers(!showsNumbers)}
          >
            {showsNumbers ? t.why.hideNumbers : t.why.showNumbers}
          </button>
        )}
      </div>
      <p className="mt-4 max-w-[34ch] text-[28px]/[33px] font-medium tracking-[-0.03em] text-balance md:mt-5 md:text-[40px]/[46px] print:mt-2 print:max-w-none print:text-xl/6">
        {text} {verdict && <b className={`font-semibold ${dealColor[car.deal]}`}>{verdict}</b>}
      </p>
      {car.deal_reason === 'small_pool' && <CarsMissing />}
      {isRated && !seesEstimates && (
        <p className="mt-5 max-w-[60ch] text-body text-ink-2 print:hidden">{t.why.unlock}</p>
      )}
      {car.why && (
        <Suspense fallback={<div className="min-h-80" />}>
          <WhyEvidence car={car} why={car.why} line={line} showsNumbers={showsNumbers} />
        </Suspense>
      )}
      {near && (
        <p className="mt-6 text-body text-ink-2">
          {near === 'amazing' ? t.why.near.amazing : t.why.near.poor}
        </p>
      )}
      {isRated && <p className="mt-6 text-meta text-ink-3">{t.why.asking}</p>}
      <p className="mt-2 text-meta print:hidden">
        <Link to={paths.howWeRate} className={button.link}>
          {t.why.howWeRate}
        </Link>
      </p>
    </section>
  );
}
