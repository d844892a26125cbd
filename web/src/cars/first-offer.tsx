import { findingsIn } from '#core/cars/findings.ts';
import { type FirstOffer, firstOffer } from '#core/cars/first-offer.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { type CutRow, chanceOfCut } from '#core/cars/price-cuts.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { gapToMarket, toHundreds } from '#core/valuation/valuation.ts';
import { formatKroner } from '../i18n/format.ts';
import { type CarTexts, useCarTexts } from '../i18n/text-parts.ts';
import { findableOf } from '../register/findings.tsx';
import { useRatingFigures } from '../valuation/use-rating-figures.ts';

type OfferTexts = CarTexts['firstOffer'];

/** The first offer for a car; `heavy` where a serious finding must be cleared up first; null where there is no estimate. */
export function offerFor(
  car: WireCarDetail,
  { usualDays, today }: { usualDays: number | null; today: string },
): FirstOffer | 'heavy' | null {
  const { price, deal, why, valuation_low: lowDkk, valuation_avg: avgDkk, valuation_high: highDkk } = car;
  if (!isOffered(car.availability) || deal === 'no_estimate' || price <= 0) return null;
  if (!why || lowDkk === null || avgDkk === null || highDkk === null) return null;
  const found = findingsIn(findableOf(car), today);
  const offer = firstOffer({
    priceDkk: price,
    interval: { lowDkk, avgDkk, highDkk },
    comparables: why.comparables.map((other) => ({
      adjustedDkk: other.adjusted_price,
      factor: other.adjusted_price / other.price,
      isGone: other.gone_after_days !== null,
    })),
    daysListed: car.days_listed,
    isAgeKnown: car.is_age_known,
    usualDays,
    droppedDkk: car.price_drop?.amount ?? 0,
    findings: found.map(({ kind }) => kind),
    hasHeavyFinding: found.some(({ weight }) => weight === 'heavy'),
    text: `${car.title}\n${car.description}`,
  });
  return offer ?? 'heavy';
}

/** The reasons of an offer, each from what was seen of this car and of similar ones. */
export function reasonsFor(
  offer: FirstOffer,
  { lowDkk, avgDkk }: { lowDkk: number; avgDkk: number },
  t: OfferTexts,
): string[] {
  const { from, cheaper, total, gone, long, droppedDkk, isFixed } = offer;
  const fixed = isFixed ? [t.fixed] : [];
  const others = [t.similar(cheaper, total), ...(gone > 0 ? [t.gone(gone)] : [])];
  if (from === 'asked') {
    const asked = gapToMarket(offer.dkk, avgDkk) < 0 ? t.below : t.notAbove;
    if (total === 0) return [...fixed, asked];
    return [...fixed, ...(cheaper === 0 ? [t.asked] : [asked, ...others])];
  }
  return [
    ...fixed,
    ...(from === 'similar' ? others : [from === 'capped' ? t.capped : t.value]),
    ...(from === 'similar' && long !== null ? [t.long(long)] : []),
    ...(from === 'similar' && droppedDkk !== null ? [t.dropped(formatKroner(droppedDkk))] : []),
    t.range(formatKroner(toHundreds(lowDkk))),
  ];
}

const tenths = (chance: number) => Math.round(10 * chance);

/** How often ads like it came down in price, and ended before that; null where that is not known. */
function cutsLike(car: WireCarDetail, rows: readonly CutRow[], t: OfferTexts): string | null {
  const { days_listed: daysListed, price, valuation_avg: avgDkk, seller_type: seller } = car;
  if (!car.is_age_known || avgDkk === null) return null;
  const known = chanceOfCut(rows, { daysListed, share: price / avgDkk, seller });
  if (!known) return null;
  return known.end === null
    ? t.cuts(tenths(known.cut), known.ads)
    : t.cutsOrEnds(tenths(known.cut), tenths(known.end), known.ads);
}

/** A figure to begin with, and why; nothing where there is no estimate. */
export default function FirstOfferSection({ car, className }: { car: WireCarDetail; className: string }) {
  const { firstOffer: t } = useCarTexts();
  const { figures, isError } = useRatingFigures();
  const usual = figures?.model_days.find(({ make, model }) => make === car.brand && model === car.model);
  const offer = offerFor(car, {
    usualDays: usual?.days ?? null,
    today: new Date().toISOString().slice(0, 10),
  });
  // The figure depends on how long such cars usually take: it is not shown before that is known, or known to be unknown.
  if (!offer || (!figures && !isError)) return null;
  const cuts = cutsLike(car, figures?.price_cuts ?? [], t);
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.title}</h2>
      {offer === 'heavy' ? (
        <p className="mt-3 max-w-[60ch] text-body">{t.heavy}</p>
      ) : (
        <div className="max-w-[60ch]">
          <p className="mt-3 text-[44px]/12 font-semibold tracking-[-0.045em]">{formatKroner(offer.dkk)}</p>
          <ul className="mt-4 grid gap-1 text-body">
            {reasonsFor(offer, { lowDkk: car.valuation_low!, avgDkk: car.valuation_avg! }, t).map(
              (reason) => (
                <li key={reason}>{reason}</li>
              ),
            )}
          </ul>
          {cuts && <p className="mt-4 text-body">{cuts}</p>}
          {offer.toPay.length > 0 && (
            <>
              <h3 className="mt-5 text-h3">{t.toPayTitle}</h3>
              <ul className="mt-1 grid gap-1 text-body">
                {[...new Set(offer.toPay.map((kind) => t.toPay[kind]))].map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p className="mt-1 text-meta text-ink-2">{t.unknownCost}</p>
            </>
          )}
          <p className="mt-4 text-meta text-ink-3">{t.lead}</p>
        </div>
      )}
    </section>
  );
}
