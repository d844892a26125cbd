import { formatNumber } from '../../i18n/format.ts';
import { useRatingTexts } from '../../i18n/rating-texts.ts';
import { type FigureRow, nameOf, worstOf } from './figure-names.ts';

export const percentOf = (share: number) => `${formatNumber(share * 100)} %`;

/** How well the cars of each make, or of each band, are valued; the worst row says so. */
export function FiguresTable({ group, rows }: { group: FigureRow['group']; rows: readonly FigureRow[] }) {
  const { howWeRate: t } = useRatingTexts();
  const worst = worstOf(rows);
  return (
    <table className="mt-8 w-full text-left text-control">
      <caption className="mb-2 text-left text-h3 font-semibold">{t.group[group]}</caption>
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="py-2.5 pr-4">
            <span className="sr-only">{t.group[group]}</span>
          </th>
          {[t.cars, t.error, t.coverage].map((title) => (
            <th key={title} scope="col" className="py-2.5 pl-4 text-right font-semibold">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-rule">
            <th scope="row" className="py-2.5 pr-4 font-normal">
              {nameOf(row, t)} {row === worst && <b className="font-semibold">({t.worstMark})</b>}
            </th>
            <td className="py-2.5 pl-4 text-right">{formatNumber(row.cars)}</td>
            <td className="py-2.5 pl-4 text-right font-semibold whitespace-nowrap">{percentOf(row.error)}</td>
            <td className="py-2.5 pl-4 text-right whitespace-nowrap">{percentOf(row.coverage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
