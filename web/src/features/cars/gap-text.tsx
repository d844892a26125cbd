import type { ShownCar } from '#core/contract/routes/cars.ts';
import type { Texts } from '../../i18n/en.ts';
import { formatKroner } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { dealColor } from '../../ui/deal-mark.tsx';
import { gapDkk, priceLineOf } from './market-gap.ts';

/** The gap in kroner; for readers without estimates what the rating says in words; without a rating, why there is none. */
export function gapWords(car: ShownCar, t: Texts): string {
  if (car.deal === 'no_estimate') {
    const isThin = car.deal_reason === 'few_comparables' || car.deal_reason === 'small_pool';
    return isThin ? t.card.tooFew : t.card.noEstimate;
  }
  const line = priceLineOf(car);
  if (!line) return { amazing: t.card.openAmazing, fair: t.card.openFair, poor: t.card.openPoor }[car.deal];
  const gap = gapDkk(line);
  const amount = formatKroner(Math.abs(gap));
  if (gap === 0) return t.card.atMarket;
  return gap < 0 ? t.card.below(amount) : t.card.above(amount);
}

/** Why a car is called fair at a gap that would earn another word; null where gap and label agree. */
function labelWords(car: ShownCar, t: Texts): string | null {
  const words: Partial<Record<ShownCar['deal_reason'], string>> = {
    thin_evidence: t.card.wouldBeButFew,
    mixed_evidence: t.card.wouldBeButMixed,
    risky: t.card.wouldBeButRisky,
    conditions_unread: t.card.wouldBeButUnread,
    version_untold: t.card.wouldBePoor,
  };
  return car.deal === 'fair' ? (words[car.deal_reason] ?? null) : null;
}

export function GapText({ car, className }: { car: ShownCar; className: string }) {
  const t = useTexts();
  const because = labelWords(car, t);
  return (
    <>
      <p className={`${className} ${dealColor[car.deal]}`}>{gapWords(car, t)}</p>
      {because && <p className="mt-0.5 text-meta text-ink-2">{because}</p>}
    </>
  );
}
