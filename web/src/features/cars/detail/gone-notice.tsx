import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** A car that can no longer be bought is said to be so first, with when that was seen. */
export function GoneNotice({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const format = useFormat();
  if (car.availability !== 'sold' && car.availability !== 'gone') return null;
  const isSold = car.availability === 'sold';
  return (
    <div className="mb-5 flex items-start gap-3 rounded-lg border border-rule-2 bg-paper-2 px-4 py-3.5 max-md:mx-5">
      <Icon name="calendar" size={22} className="mt-0.5 text-ink-2" />
      <div>
        <p className="text-body font-semibold">{isSold ? t.car.soldTitle : t.car.goneTitle}</p>
        <p className="mt-0.5 text-control text-ink-2">
          {(isSold ? t.car.soldText : t.car.goneText)(format.date(car.scraped_time))}
        </p>
      </div>
    </div>
  );
}
