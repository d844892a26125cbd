import type { Found } from '#core/car/findings.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { formatKroner } from '../../../i18n/format.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';
import { wordOf } from '../../../i18n/word-of.ts';
import { verdictText } from './verdict-text.ts';

export type StoryEvent = WireCarDetail['story']['events'][number];
type SayDate = (day: string | null) => string;

/** What the register's story says of a finding, and what to ask about it. */
export function storyText(
  { kind, event }: Extract<Found<StoryEvent, never>, { in: 'story' }>,
  car: WireCarDetail,
  t: StoryTexts,
  date: SayDate,
): string {
  const day = event?.date ?? null;
  const word = event?.said && wordOf(t.story.said, event.said);
  const when = word && day ? t.findings.saidOn(word, date(day)) : day && `${date(day)}.`;
  const said: Partial<Record<typeof kind, () => string | null>> = {
    theft: () => when,
    bankruptcy: () => when,
    mileage_not_logical: () => verdictText(car, t, date),
    hard_use: () => `${word}.`,
    faults: () => `${date(day)}: ${event!.faults.join('; ')}.`,
    inspection_due: () => t.findings.inspectionDue(date(car.naeste_syn)),
    insurance_gap: () => t.findings.gap(date(day), date(event!.until)),
    recall: () => when,
  };
  return [said[kind]?.(), t.findings.ask[kind]].filter(Boolean).join(' ');
}

/** What is owed on the car, where the register names amounts; else nothing. */
export function debtText(car: WireCarDetail, t: StoryTexts): string | null {
  const dkk = car.story.events.reduce(
    (sum, { kind, amount }) => sum + (kind === 'debt' ? (amount ?? 0) : 0),
    0,
  );
  return dkk > 0 ? t.findings.debtOf(formatKroner(dkk)) : null;
}
