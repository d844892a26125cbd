import type { Found } from '#core/car/findings.ts';
import type { WireTold } from '#core/contract/routes/cars.ts';
import { formatKroner } from '../../../i18n/format.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';
import { knownWord } from '../../../i18n/word-of.ts';
import { verdictText } from './verdict-text.ts';

export type StoryEvent = WireTold['story']['events'][number];
type SayDate = (day: string | null) => string;
/** A part of a text: ours, or quoted from a Danish register. */
export type Said = string | { quoted: string };

/** What a register says in the reader's words, where there are such; else as it stands there. */
export const saidWord = (said: string, t: StoryTexts): Said =>
  knownWord(t.story.said, said) ?? { quoted: said };

/** The event's own words and day. */
function saidOn({ said, date: day }: StoryEvent, t: StoryTexts, date: SayDate): Said[] {
  const word = said && saidWord(said, t);
  if (!word) return day ? [`${date(day)}.`] : [];
  if (typeof word === 'string') return [day ? t.findings.saidOn(word, date(day)) : `${word}.`];
  return day ? [t.findings.saysOn(date(day)), word] : [word];
}

/** What the register's story says of a finding, and what to ask about it. */
export function storyText(
  { kind, event }: Extract<Found<StoryEvent, never>, { in: 'story' }>,
  car: WireTold,
  t: StoryTexts,
  date: SayDate,
): Said[] {
  const words = (): Said[] => (event ? saidOn(event, t, date) : []);
  const said: Partial<Record<typeof kind, () => Said[]>> = {
    theft: words,
    written_off: words,
    bankruptcy: words,
    mileage_not_logical: () => [verdictText(car, t, date)],
    hard_use: words,
    faults: () => [
      ...(event!.faults.length === 0 ? words() : [`${date(event!.date)}:`]),
      ...event!.faults.map((fault) => ({ quoted: fault })),
    ],
    inspection_due: () => [t.findings.inspectionDue(date(car.naeste_syn))],
    insurance_gap: () => [t.findings.gap(date(event!.date), date(event!.until))],
    recall: words,
  };
  return [...(said[kind]?.() ?? []), t.findings.ask[kind]];
}

/** What is owed on the car, where the register names amounts; else nothing. */
export function debtText(car: WireTold, t: StoryTexts): string | null {
  const dkk = car.story.events.reduce(
    (sum, { kind, amount }) => sum + (kind === 'debt' ? (amount ?? 0) : 0),
    0,
  );
  return dkk > 0 ? t.findings.debtOf(formatKroner(dkk)) : null;
}
