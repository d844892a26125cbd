import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { CarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { gapDkk, priceLineOf } from '../market-gap.ts';

/** What is said of a rating: the sentence, and its end in the deal's colour. */
export type WhySentence = { text: string; verdict: string | null };

/** One plain sentence for every reason, with numbers where the reader may see them. */
export function whySentence(car: WireCarDetail, t: CarTexts): WhySentence {
  if (car.deal === 'no_estimate')
    return { text: t.why.reason[car.deal_reason] || t.why.reason.uncertain, verdict: null };
  const line = priceLineOf(car);
  if (!car.why || !line) return { text: t.why[car.deal], verdict: null };
  const gap = gapDkk(line);
  const amount = formatKroner(Math.abs(gap));
  const verdict = gap === 0 ? t.why.gapNone : gap < 0 ? t.why.gapBelow(amount) : t.why.gapAbove(amount);
  const { comparables } = car.why;
  const model = car.model ?? car.brand ?? car.title;
  if (car.why.source === 'register') return { text: t.why.fromRegister, verdict };
  if (comparables.length === 0) return { text: t.why.plain(model), verdict };
  const cheaper = comparables.filter((other) => other.price < car.price).length;
  return { text: t.why.fewer(t.car.similar(comparables.length), model, cheaper), verdict };
}
