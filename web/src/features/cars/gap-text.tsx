import type { WireCar } from '#core/contract/routes/cars.ts';
import { formatKroner } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { dealColor } from '../../ui/deal-mark.tsx';
import { gapDkk, priceLineOf } from './market-gap.ts';

/** The gap in kroner and words; without an estimate, why there is none. */
export function GapText({ car, className }: { car: WireCar; className: string }) {
  const t = useTexts();
  const line = priceLineOf(car);
  if (!line) {
    const isUnrated = car.deal === 'no_estimate';
    const isThin = car.deal_reason === 'few_comparables' || car.deal_reason === 'small_pool';
    const text = isThin ? t.card.tooFew : t.card.noEstimate;
    return (
      <p className={`${className} font-medium! text-none`}>{isUnrated ? text : t.card.unlockEstimate}</p>
    );
  }
  const gap = gapDkk(line);
  const amount = formatKroner(Math.abs(gap));
  const text = gap === 0 ? t.card.atMarket : gap < 0 ? t.card.below(amount) : t.card.above(amount);
  return <p className={`${className} ${dealColor[car.deal]}`}>{text}</p>;
}
