import type { WireTold } from '#core/contract/routes/cars.ts';
import { formatMileage } from '../../../i18n/format.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';

/** What was read when, and what else than a turned-back odometer could explain it: no accusation. */
export function verdictText(car: WireTold, t: StoryTexts, date: (day: string | null) => string): string {
  const { verdict, fall, explanations, reading_days, has_slip } = car.mileage_verdict;
  if (verdict === 'too_few') {
    const isUndated = reading_days === 0 && car.story.events.some(({ mileage }) => mileage !== null);
    return isUndated ? t.story.undatedOnly : t.story.tooFew(reading_days);
  }
  if (!fall)
    return has_slip ? t.story.risesButSlip(reading_days) : t.story.rises(reading_days, car.mileage !== null);
  const [from, day, to] = [
    formatMileage(fall.from.mileage),
    date(fall.from.date),
    formatMileage(fall.to.mileage),
  ];
  const fell = fall.is_to_claim
    ? t.story.fellInAd(from, day, to)
    : t.story.fell(from, day, to, date(fall.to.date));
  const reasons = explanations.map((each) => t.story.explanation[each]).join(', ');
  return `${fell} ${t.story.canBe(reasons)}`;
}
