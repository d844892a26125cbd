import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner, formatMileage } from '../../../i18n/format.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';

type Props = { comparables: NonNullable<WireCarDetail['why']>['comparables'] };

/** The numbers behind the charts: the most similar cars, as links. */
export function ComparablesTable({ comparables }: Props) {
  const t = useCarTexts();
  return (
    <div className="mt-8 overflow-x-auto">
      <table className="w-full text-left text-control">
        <caption className="mb-2 text-left text-h3 font-semibold">{t.why.comparables}</caption>
        <thead>
          <tr className="border-b border-ink">
            <th scope="col" className="py-2.5 pr-4 font-semibold">
              {t.why.comparableTitle}
            </th>
            <th scope="col" className="py-2.5 pr-4 text-right font-semibold max-sm:hidden">
              {t.why.comparableYear}
            </th>
            <th scope="col" className="py-2.5 pr-4 text-right font-semibold">
              {t.why.comparableMileage}
            </th>
            <th scope="col" className="py-2.5 pr-4 text-right font-semibold max-sm:hidden">
              {t.why.comparablePrice}
            </th>
            <th scope="col" className="py-2.5 text-right font-semibold">
              {t.why.adjustedPrice}
            </th>
          </tr>
        </thead>
        <tbody>
          {comparables.map((car) => (
            <tr key={car.id} className="border-b border-rule">
              <td className="py-2.5 pr-4">
                <Link
                  to={paths.car(car.id)}
                  className="underline decoration-rule-2 underline-offset-3 hover:decoration-ink"
                >
                  {car.title}
                </Link>
              </td>
              <td className="py-2.5 pr-4 text-right max-sm:hidden">{car.year ?? '-'}</td>
              <td className="py-2.5 pr-4 text-right whitespace-nowrap">{formatMileage(car.mileage)}</td>
              <td className="py-2.5 pr-4 text-right whitespace-nowrap max-sm:hidden">
                {formatKroner(car.price)}
              </td>
              <td className="py-2.5 text-right font-semibold whitespace-nowrap">
                {formatKroner(car.adjusted_price)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-meta text-ink-3">{t.why.adjustedNote}</p>
    </div>
  );
}
