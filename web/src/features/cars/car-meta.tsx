import type { ShownCar } from '#core/contract/routes/cars.ts';
import { formatKroner, formatMileage } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';

/**
 * "2019 · 111.000 km · 12 days", with what has happened to the ad and its price. A line may end with the dot, and begins
 * with none; a number stays with what it counts.
 */
export function CarMeta({ car, isVisited = false }: { car: ShownCar; isVisited?: boolean }) {
  const t = useTexts();
  const { availability, days_listed: days, price_drop: drop } = car;
  const state = { live: null, pending: t.card.pending, sold: t.card.sold, gone: t.card.gone }[availability];
  const parts = [
    car.year,
    car.mileage === null ? null : formatMileage(car.mileage),
    days === undefined ? null : t.card.days(days).replaceAll(' ', '\u00a0'),
    state,
    car.is_private ? t.card.private : null,
    isVisited ? t.card.seen : null,
  ];
  return (
    <>
      {parts.filter(Boolean).join('\u00a0· ')}
      {drop && (
        <>
          {'\u00a0· '}
          <b className="font-semibold whitespace-nowrap text-amazing">
            {t.card.dropped(formatKroner(drop.amount))}
          </b>
        </>
      )}
    </>
  );
}
