import type { WireTold } from '#core/contract/routes/cars.ts';
import { formatMileage } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { useStoryTexts } from '../../../i18n/story-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MileageChart } from './mileage-chart.tsx';
import { mileagePoints } from './mileage-points.ts';
import { verdictText } from './verdict-text.ts';

/** The verdict in words, the chart, and its figures as a table for who does not see it. */
export function MileageOverTime({ car }: { car: WireTold }) {
  const t = useStoryTexts();
  const format = useFormat();
  const points = mileagePoints(car);
  const { verdict } = car.mileage_verdict;
  const icon = { logical: 'check', not_logical: 'warning', too_few: 'help' } as const;
  const color = { logical: 'text-amazing', not_logical: 'text-poor', too_few: 'text-ink-3' };
  const hasChart = points.length > 1 && points.some(({ source }) => source !== null);
  return (
    <div className="print:mb-2 print:grid print:grid-cols-2 print:gap-6">
      <div>
        <h3 className="text-h3 font-semibold">{t.story.mileage}</h3>
        <div className="mt-3 flex gap-3">
          <Icon name={icon[verdict]} size={22} className={color[verdict]} />
          <div>
            <p className="text-body/5 font-semibold">{t.story.verdict[verdict]}</p>
            <p className="mt-1 max-w-[60ch] text-meta text-ink-2">{verdictText(car, t, format.date)}</p>
          </div>
        </div>
      </div>
      {hasChart && (
        <div className="mt-6 print:mt-0">
          <MileageChart points={points} />
          <table className="sr-only">
            <caption>{t.story.mileage}</caption>
            <thead>
              <tr>
                <th scope="col">{t.story.day}</th>
                <th scope="col">{t.story.reading}</th>
                <th scope="col">{t.story.readBy}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ date, km, source }) => (
                <tr key={`${date} ${km} ${source}`}>
                  <td>{format.date(date)}</td>
                  <td>{formatMileage(km)}</td>
                  <td>{source ? t.story.source[source] : t.story.ad}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
