import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { CarGrid } from '../car-grid.tsx';

type Props = { id: string; className: string; onUpgrade: OpenUpgrade };

/** Up to eight open cars like this one; nothing at all where there are none. */
export function SimilarCars({ id, className, onUpgrade }: Props) {
  const t = useCarTexts();
  const { data } = useQuery({
    queryKey: [...queryKeys.similarCars, id],
    queryFn: ({ signal }) => call('GET /api/cars/{id}/similar', { params: { id }, signal }),
  });
  if (!data || data.cars.length === 0) return null;
  return (
    <section className={`${className} print:hidden`}>
      <h2 className="mb-6 text-h2 tracking-[-0.03em]">{t.car.similarCars}</h2>
      <CarGrid cars={data.cars} mode="grid" isWide onUpgrade={onUpgrade} />
    </section>
  );
}
