import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { isDistant } from '#core/valuation/thresholds.ts';
import { type CarTexts, useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner, formatMileage } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { toHundreds } from '../market-gap.ts';

/** By how much a price was corrected, and whether by so much that it counts half. */
function correctionOf(factor: number, t: CarTexts): string {
  const percent = Math.round((factor - 1) * 100);
  const change = percent === 0 ? t.why.notCorrected : `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
  return isDistant(factor) ? t.why.countsHalf(change) : change;
}

type Props = { comparables: NonNullable<WireCarDetail['why']>['comparables'] };

/** The numbers behind the charts: the most similar cars, as links. */
export function ComparablesTable({ comparables }: Props) {
  const t = useCarTexts();
  const format = useFormat();
  // Two of them are for wide screens.
  const columns = [
    [t.why.comparableTitle, 'pr-4'],
    [t.why.comparableYear, 'pr-4 text-right max-sm:hidden'],
    [t.why.comparableMileage, 'pr-4 text-right'],
    [t.why.comparablePrice, 'pr-4 text-right max-sm:hidden'],
    [t.why.adjustedPrice, 'text-right'],
  ];
  return (
    <div className="mt-8 overflow-x-auto">
      <table className="w-full text-left text-control">
        <caption className="mb-2 text-left text-h3 font-semibold">{t.why.comparables}</caption>
        <thead>
          <tr className="border-b border-ink">
            {columns.map(([name, className]) => (
              <th key={name} scope="col" className={`py-2.5 font-semibold ${className}`}>
                {name}
              </th>
            ))}
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
                {car.gone_after_days !== null && (
                  <span className="block text-meta text-ink-3">
                    {(car.is_age_known ? t.why.goneAfter : t.why.goneAfterAtLeast)(car.gone_after_days)}
                  </span>
                )}
                {/* An answer that was kept from before this field came has none. */}
                {car.last_seen && (
                  <span className="block text-meta text-ink-3">
                    {t.why.lastSeen(format.date(car.last_seen))}
                  </span>
                )}
              </td>
              <td className="py-2.5 pr-4 text-right max-sm:hidden">{car.year ?? '-'}</td>
              <td className="py-2.5 pr-4 text-right whitespace-nowrap">{formatMileage(car.mileage)}</td>
              <td className="py-2.5 pr-4 text-right whitespace-nowrap max-sm:hidden">
                {formatKroner(car.price)}
              </td>
              <td className="py-2.5 text-right font-semibold whitespace-nowrap">
                {formatKroner(toHundreds(car.adjusted_price))}
                <span className="block text-meta font-normal text-ink-3">
                  {correctionOf(car.adjusted_price / car.price, t)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-meta text-ink-3">{t.why.adjustedNote}</p>
    </div>
  );
}
