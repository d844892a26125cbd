import type { ReactNode } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';

export function AdFacts({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const format = useFormat();
  const [first] = car.price_history;
  const last = car.price_history.at(-1);
  const hasChanged = first && last && first.price !== last.price;
  const state = car.availability !== 'live' && t.card[car.availability];
  const rows = [
    state && [t.common.status, state],
    car.listed_at && [t.car.listed, format.relative(car.listed_at)],
    [t.car.seenFirst, format.relative(car.scraped_time)],
    hasChanged && [
      t.car.priceHistory,
      <>
        <s className="font-normal text-ink-3">{formatKroner(first.price)}</s>{' '}
        {t.car.since(formatKroner(last.price), format.date(last.at))}
      </>,
    ],
  ].filter(Boolean) as [string, ReactNode][];
  return (
    <dl className="mt-6 border-t border-rule text-control print:mt-3">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.75">
          <dt className="whitespace-nowrap text-ink-2">{name}</dt>
          <dd className="text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
