import type { ShownCar } from '#core/contract/routes/cars.ts';
import { formatMileage } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';

/** "2019 · 111.000 km", with what has happened to the ad. A line may end with the dot, and begins with none. */
export function CarMeta({ car, isVisited = false }: { car: ShownCar; isVisited?: boolean }) {
  const t = useTexts();
  const state = { live: null, pending: t.card.pending, sold: t.card.sold, gone: t.card.gone }[
    car.availability
  ];
  const parts = [
    car.year,
    car.mileage === null ? null : formatMileage(car.mileage),
    state,
    car.is_private ? t.card.private : null,
    isVisited ? t.card.seen : null,
  ];
  return <>{parts.filter(Boolean).join('\u00a0· ')}</>;
}
