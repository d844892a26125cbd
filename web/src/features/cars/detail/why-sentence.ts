import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { CarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { countAround, gapDkk, priceLineOf } from '../market-gap.ts';

/** What is said of a rating: the sentence, and its end in the deal's colour. */
export type WhySentence = { text: string; verdict: string | null };

type Comparables = NonNullable<WireCarDetail['why']>['comparables'];

/** How many of the similar cars, made comparable, ask more than a cheap car or less than a dear one. */
function comparison(comparables: Comparables, price: number, isBelow: boolean, t: CarTexts): string {
  const total = comparables.length;
  if (total === 0) return '';
  const { dearer, cheaper, alike } = countAround(
    comparables.map(({ adjusted_price }) => adjusted_price),
    price,
  );
  return isBelow ? t.why.askMore(dearer, total, alike) : t.why.askLess(cheaper, total, alike);
}

/** One plain sentence for every reason, with numbers where the reader may see them. */
export function whySentence(car: WireCarDetail, t: CarTexts): WhySentence {
  if (car.deal === 'no_estimate')
    return { text: t.why.reason[car.deal_reason] || t.why.reason.uncertain, verdict: null };
  const line = priceLineOf(car);
  if (!car.why || !line) return { text: t.why[car.deal], verdict: null };
  const gap = gapDkk(line);
  // In letters as large as these an amount that ends one line and begins the next is read wrong.
  const amount = formatKroner(Math.abs(gap)).replace(' ', '\u00a0');
  // "This 3" and "this 500" are nothing without the make.
  const model = [car.brand, car.model].filter(Boolean).join(' ') || car.title;
  const verdict =
    gap === 0
      ? t.why.gapNone(model)
      : gap < 0
        ? t.why.gapBelow(model, amount)
        : t.why.gapAbove(model, amount);
  if (car.deal_reason !== 'rated') return { text: t.why.reason[car.deal_reason], verdict };
  if (car.why.source === 'register') return { text: t.why.fromRegister, verdict };
  return { text: comparison(car.why.comparables, car.price, gap < 0, t), verdict };
}
