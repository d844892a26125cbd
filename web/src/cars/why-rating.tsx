import { lazy, Suspense, useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { hasOutlook } from '#core/valuation/outlook.ts';
import { gapToMarket } from '#core/valuation/valuation.ts';
import { formatKroner } from '../i18n/format.ts';
import { type CarTexts, useCarTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button, button } from '../ui/button.tsx';
import { dealColor } from '../ui/deal-badge.tsx';
import { Link } from '../ui/link.tsx';
import { useRatingFigures } from '../valuation/use-rating-figures.ts';
import { countAround, priceLineOf } from './car-card.tsx';
import { remarksOn } from './evidence-remarks.ts';

/** How many cars this installation is short of before it rates any; nothing when it is not known. */
function CarsMissing() {
  const t = useCarTexts();
  const { figures } = useRatingFigures();
  const missing = figures ? figures.least_pool - figures.pool : 0;
  if (missing <= 0) return null;
  return <p className="mt-4 text-body text-ink-2">{t.why.carsMissing(missing)}</p>;
}

/** What is said of a rating: the sentence, and its end in the deal's colour. */
type WhySentence = { text: string; verdict: string | null };

type Comparables = NonNullable<WireCarDetail['why']>['comparables'];

/**
 * How many of the similar cars, made comparable, ask more than a cheap car or less than a dear one, and whether any does: a value
 * that rests on all cars may lie on the other side of the few that are shown.
 */
function comparison(comparables: Comparables, price: number, isBelow: boolean, t: CarTexts) {
  const total = comparables.length;
  if (total === 0) return { text: '', isBorneOut: true };
  const { dearer, cheaper, alike } = countAround(
    comparables.map(({ adjusted_price }) => adjusted_price),
    price,
  );
  const isBorneOut = (isBelow ? dearer : cheaper) > 0 || alike === total;
  const tellsDearer = isBelow === isBorneOut;
  const text = tellsDearer ? t.why.askMore(dearer, total, alike) : t.why.askLess(cheaper, total, alike);
  return { text, isBorneOut };
}

/** A car of one's own teaches the market nothing, and nobody rates it again. */
function reasonOf({ deal_reason: reason, is_private: isPrivate }: WireCarDetail, t: CarTexts): string {
  if (reason === 'small_pool' && isPrivate) return t.why.smallPoolPrivate;
  return t.why.reason[reason] || t.why.reason.uncertain;
}

function verdictOf(gap: number, isBorneOut: boolean, model: string, amount: string, t: CarTexts): string {
  if (gap === 0) return t.why.gapNone(model);
  if (gap < 0) return isBorneOut ? t.why.gapBelow(model, amount) : t.why.yetBelow(model, amount);
  return isBorneOut ? t.why.gapAbove(model, amount) : t.why.yetAbove(model, amount);
}

/** One plain sentence for every reason, with numbers where the reader may see them. */
export function whySentence(car: WireCarDetail, t: CarTexts): WhySentence {
  if (car.deal === 'no_estimate') return { text: reasonOf(car, t), verdict: null };
  const line = priceLineOf(car);
  if (!car.why || !line) {
    const doubt = car.rated_despite && t.why.despite[car.rated_despite];
    return { text: [t.why[car.deal], doubt].filter(Boolean).join(' '), verdict: null };
  }
  const gap = gapToMarket(line.priceDkk, line.avgDkk);
  // In letters as large as these an amount that ends one line and begins the next is read wrong.
  const amount = formatKroner(Math.abs(gap)).replace(' ', '\u00a0');
  // "This 3" and "this 500" are nothing without the make.
  const model = [car.brand, car.model].filter(Boolean).join(' ') || car.title;
  const verdict = verdictOf(gap, true, model, amount, t);
  const reason = t.why.reason[car.deal_reason];
  if (car.why.source === 'register')
    return { text: [reason, t.why.despite.value_of_register].filter(Boolean).join(' '), verdict };
  if (car.deal_reason !== 'rated') return { text: reason, verdict };
  const { text, isBorneOut } = comparison(car.why.comparables, car.price, gap < 0, t);
  return { text, verdict: verdictOf(gap, isBorneOut, model, amount, t) };
}

/** For who may see it, and below what is read first: loaded on its own. */
const WhyEvidence = lazy(() => import('./why-evidence.tsx'));

const UnratedOutlook = lazy(() => import('./unrated-outlook.tsx'));

type Props = { car: WireCarDetail; seesEstimates: boolean; className: string; onUpgrade: OpenUpgrade };

/** Sentence first, then the pictures of the market, then the numbers for who wants them. */
export function WhyRating({ car, seesEstimates, className, onUpgrade }: Props) {
  const t = useCarTexts();
  const [showsNumbers, setShowsNumbers] = useState(false);
  const { text, verdict } = whySentence(car, t);
  const line = priceLineOf(car);
  const comparables = car.why?.comparables ?? [];
  const isRated = car.deal !== 'no_estimate';
  const remarks = remarksOn(car, t);
  return (
    <section className={className}>
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-h2 tracking-[-0.03em]">{isRated ? t.why.title : t.why.titleUnrated}</h2>
        {comparables.length > 0 && (
          <Button
            aria-expanded={showsNumbers}
            look="link"
            className="text-meta"
            onClick={() => setShowsNumbers(!showsNumbers)}
          >
            {showsNumbers ? t.why.hideNumbers : t.why.showNumbers}
          </Button>
        )}
      </div>
      <p className="mt-4 max-w-[34ch] text-[28px]/[33px] font-medium tracking-[-0.03em] text-balance md:mt-5 md:text-[40px]/[46px] print:mt-2 print:max-w-none print:text-xl/6">
        {text} {verdict && <b className={`font-semibold ${dealColor[car.deal]}`}>{verdict}</b>}
      </p>
      {car.deal_reason === 'small_pool' && <CarsMissing />}
      {/* A car that was looked up by its plate is no car of the list. */}
      {hasOutlook(car.deal_reason) && !isRated && car.item_url !== '' && (
        <Suspense fallback={<div className="min-h-40" />}>
          <UnratedOutlook car={car} onUpgrade={onUpgrade} />
        </Suspense>
      )}
      {isRated && !seesEstimates && (
        <p className="mt-5 max-w-[60ch] text-body text-ink-2 print:hidden">
          {car.rated_despite === 'value_of_register' ? t.why.unlockGap : t.why.unlock}
        </p>
      )}
      {car.why && (
        <Suspense fallback={<div className="min-h-80" />}>
          <WhyEvidence car={car} why={car.why} line={line} showsNumbers={showsNumbers} />
        </Suspense>
      )}
      {remarks.length > 0 && (
        <div className="mt-6 grid gap-1 text-body text-ink-2">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </div>
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
