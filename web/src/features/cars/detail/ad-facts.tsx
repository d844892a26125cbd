import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';
import { ageWords, mayBeSoldWords, stateWords } from '../car-meta.tsx';

export function AdFacts({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const format = useFormat();
  const [first] = car.price_history;
  const last = car.price_history.at(-1);
  const hasChanged = first && last && first.price !== last.price;
  const state = mayBeSoldWords(car, t) ?? stateWords(car, t, format.date);
  const age = ageWords(car, t);
  const rows: (Fact | false | '' | null | undefined)[] = [
    state && [t.common.status, state],
    car.listed_at && [t.car.listed, format.relative(car.listed_at)],
    age && [t.car.daysListed, age],
    [t.car.firstSeen, format.date(car.first_seen)],
    car.times_reposted > 0 && [t.car.reposted, t.car.repostedTimes(car.times_reposted)],
    [t.car.seenFirst, format.relative(car.scraped_time)],
    hasChanged && [
      t.car.priceHistory,
      <>
        <s className="font-normal text-ink-3">{formatKroner(first.price)}</s>{' '}
        {t.car.since(formatKroner(last.price), format.date(last.at))}
      </>,
    ],
  ];
  // A car that was looked up by its plate has no ad.
  if (car.item_url === '') return null;
  return <FactList rows={rows.filter((row) => !!row)} className="mt-6 border-t border-rule print:mt-3" />;
}
