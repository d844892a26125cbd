import { type FindingWeight, type Found, findingsIn } from '#core/car/findings.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';
import type { IconName } from '../../../ui/icon.tsx';
import { factValue } from './fact-value.ts';
import { debtText, type StoryEvent, storyText } from './story-findings.ts';

export type Finding = {
  key: string;
  weight: FindingWeight;
  icon: IconName;
  isGood: boolean;
  title: string;
  text: string;
};
type Fact = WireCarDetail['facts'][number];
type FoundHere = Found<StoryEvent, Fact>;
type SayDate = (day: string | null) => string;

/** A contradiction as a fact with its source and date, and what to do about it; never an accusation. */
function factText(
  { kind, fact }: Extract<FoundHere, { in: 'fact' }>,
  car: WireCarDetail,
  t: StoryTexts,
  date: SayDate,
): string {
  // What the register says may be the day itself.
  const registerSays = (value: string, day: string | null) =>
    day !== null && value !== day
      ? t.facts.registerSaysOn(value, date(day))
      : t.facts.registerSays(value === day ? date(day) : value);
  const parts = [
    fact.ad && t.facts.adSays(factValue(kind, fact.ad, t)),
    fact.register && registerSays(factValue(kind, fact.register, t), fact.date),
    !fact.register && fact.date && `${date(fact.date)}.`,
    kind === 'debt' && debtText(car, t),
    t.facts.advice[kind],
  ];
  return parts.filter(Boolean).join(' ');
}

function wordsOf(found: FoundHere, car: WireCarDetail, t: StoryTexts, date: SayDate): [string, string] {
  if (found.in === 'fact') return [t.facts.kind[found.kind], factText(found, car, t, date)];
  if (found.in === 'caution') return [t.facts.caution[found.kind], t.facts.cautionAdvice];
  return [t.findings.kind[found.kind], storyText(found, car, t, date)];
}

function stateOf(car: WireCarDetail, hasFacts: boolean, t: StoryTexts): Finding[] {
  const about: Record<WireCarDetail['register_state'], string | null> = {
    found: hasFacts ? null : t.facts.nothing,
    pending: t.facts.pending,
    absent: t.facts.absent,
    no_plate: t.facts.noPlate,
  };
  const title = about[car.register_state];
  const isGood = car.register_state === 'found';
  if (!title) return [];
  return [{ key: 'register', weight: 'light', icon: isGood ? 'check' : 'help', isGood, title, text: '' }];
}

/** What to look out for, the weightiest first, each with what to ask the seller; `today` as "YYYY-MM-DD". */
export function findingsOf(car: WireCarDetail, t: StoryTexts, date: SayDate, today: string): Finding[] {
  const { facts, cautions, naeste_syn: nextInspection } = car;
  const { verdict } = car.mileage_verdict;
  const all = findingsIn({ events: car.story.events, facts, cautions, verdict, nextInspection }, today);
  const told = all.map((found): Finding => {
    const [title, text] = wordsOf(found, car, t, date);
    const isDay = found.kind === 'inspection_overdue' || found.kind === 'inspection_due';
    const icon = isDay ? 'calendar' : 'warning';
    return { key: `${found.in} ${found.kind}`, weight: found.weight, icon, isGood: false, title, text };
  });
  const hasFacts = all.some((found) => found.in !== 'caution');
  return [...told, ...stateOf(car, hasFacts, t)];
}
