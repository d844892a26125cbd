import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { marketplaceNames } from '#core/marketplace/marketplace-id.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';

type Step = { at: string; price: number; changeDkk: number; where: string | null };

const stepsOf = (history: WireCarDetail['price_history'], where: string | null): Step[] =>
  history.map(({ at, price }, place) => ({
    at,
    price,
    where,
    changeDkk: price - (history[place - 1]?.price ?? price),
  }));

/** The steps of each of a car's ads by themselves; of a car with one ad those that it was shown with. */
export function priceSteps({ ads, price_history }: Pick<WireCarDetail, 'ads' | 'price_history'>): Step[] {
  if (ads.length < 2) return stepsOf(price_history, null).reverse();
  const steps = ads.flatMap((ad) => stepsOf(ad.price_history, marketplaceNames[ad.source]));
  return steps.filter(({ price }) => price > 0).sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Every price that the car's ads have named, the newest first, with what each step changed. */
export function PriceSteps({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useCarTexts();
  const format = useFormat();
  const steps = priceSteps(car);
  if (steps.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="mb-4 text-h2 tracking-[-0.03em]">{t.car.priceHistory}</h2>
      <ol className="max-w-xl text-control">
        {steps.map(({ at, price, changeDkk, where }) => (
          <li
            key={`${at} ${where} ${price}`}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-rule py-2.75"
          >
            <span className="grow text-ink-2">
              {format.date(at)}
              {where !== null && ` · ${where}`}
            </span>
            {changeDkk !== 0 && (
              <span className={`text-meta ${changeDkk < 0 ? 'text-amazing' : 'text-poor'}`}>
                {changeDkk < 0
                  ? t.car.priceFell(formatKroner(-changeDkk))
                  : t.car.priceRose(formatKroner(changeDkk))}
              </span>
            )}
            <b className="ml-auto font-semibold">{formatKroner(price)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
