import type { ShownCar } from '#core/contract/routes/cars.ts';
import type { Texts } from '../../i18n/en.ts';
import { formatKroner, formatMileage } from '../../i18n/format.ts';
import { useFormat, useTexts } from '../../i18n/language.tsx';

/** After so many days without a sight of it an ad may well be gone. */
const longUnseenDays = 7;

const isOver = ({ availability }: ShownCar) => availability !== 'live' && availability !== 'pending';

/** "last seen 17 days ago, may be sold", of a car that is offered as far as anybody knows; null where it was seen lately. */
export function mayBeSoldWords(car: ShownCar, t: Texts): string | null {
  const { unseen_days: unseen = 0 } = car;
  return isOver(car) || unseen < longUnseenDays ? null : t.card.mayBeSold(t.card.lastSeen(unseen));
}

/** For how long it was offered when it was seen last; "today" is said of nothing that was not seen today. */
export function ageWords(car: ShownCar, t: Texts): string | null {
  const { days_listed: days, unseen_days: unseen = 0, is_age_known: isKnown = true } = car;
  if (days === undefined || car.availability === 'unseen' || (days === 0 && unseen > 0)) return null;
  return isKnown ? t.card.days(days) : t.card.daysAtLeast(days);
}

/** What is to be known of an ad that is not simply offered. */
export function stateWords(car: ShownCar, t: Texts, dateOf: (instant: string) => string): string | null {
  const { availability, scraped_time: seenAt } = car;
  if (availability === 'unseen') return seenAt ? t.card.unseen(dateOf(seenAt)) : null;
  return { live: null, pending: t.card.pending, sold: t.card.sold, gone: t.card.gone }[availability];
}

/**
 * "2019 · 111.000 km · 12 days", with what has happened to the ad and its price. A line may end with the dot, and begins
 * with none; a number stays with what it counts.
 */
export function CarMeta({ car, isVisited = false }: { car: ShownCar; isVisited?: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const { price_drop: drop, unseen_days: unseen = 0 } = car;
  const lastSeen = unseen > 0 && !isOver(car) ? t.card.lastSeen(unseen) : null;
  const age = mayBeSoldWords(car, t) ?? ageWords(car, t)?.replaceAll(' ', '\u00a0') ?? lastSeen;
  const parts = [
    car.year,
    car.mileage === null ? null : formatMileage(car.mileage),
    age,
    stateWords(car, t, format.date),
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
