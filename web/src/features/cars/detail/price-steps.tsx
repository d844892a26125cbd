import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';

/** Every price the ad has named, the newest first, with what each step changed. */
export function PriceSteps({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useCarTexts();
  const format = useFormat();
  const steps = car.price_history.map(({ at, price }, place, all) => ({
    at,
    price,
    changeDkk: price - (all[place - 1]?.price ?? price),
  }));
  if (steps.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="mb-4 text-h2 tracking-[-0.03em]">{t.car.priceHistory}</h2>
      <ol className="max-w-xl text-control">
        {steps.reverse().map(({ at, price, changeDkk }) => (
          <li key={at} className="flex items-baseline gap-4 border-b border-rule py-2.75">
            <span className="grow text-ink-2">{format.date(at)}</span>
            {changeDkk !== 0 && (
              <span className={`text-meta ${changeDkk < 0 ? 'text-amazing' : 'text-poor'}`}>
                {changeDkk < 0
                  ? t.car.priceFell(formatKroner(-changeDkk))
                  : t.car.priceRose(formatKroner(changeDkk))}
              </span>
            )}
            <b className="font-semibold">{formatKroner(price)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
