import { confirmedIn, type FindingWeight, type Found, findingsIn } from '#core/car/findings.ts';
import type { WireTold } from '#core/contract/routes/cars.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';
import type { IconName } from '../../../ui/icon.tsx';
import { findableOf } from '../detail/heavy-findings.tsx';
import { factValue } from './fact-value.ts';
import { debtText, type Said, type StoryEvent, storyText } from './story-findings.ts';
import { storyTopicsOf } from './story-topics.ts';

export type Finding = {
  key: string;
  weight: FindingWeight;
  icon: IconName;
  isGood: boolean;
  title: string;
  text: Said[];
};
type Fact = WireTold['facts'][number];
type FoundHere = Found<StoryEvent, Fact>;
type SayDate = (day: string | null) => string;

/** What ad and register say, each by its name, where a plain value says too little. */
function factSaid(
  { kind, fact }: Extract<FoundHere, { in: 'fact' }>,
  t: StoryTexts,
  date: SayDate,
): string[] {
  const { ad, register, date: day } = fact;
  if (kind === 'claims_fresh_inspection')
    return [day ? t.facts.lastInspectedOn(date(day)) : t.facts.neverInspected];
  if (kind === 'inspection_overdue') return day ? [t.facts.wasDueOn(date(day))] : [];
  const registerSays = (value: string) =>
    day !== null && value !== day
      ? t.facts.registerSaysOn(value, date(day))
      : t.facts.registerSays(value === day ? date(day) : value);
  return [
    ...(ad ? [t.facts.adSays(factValue(kind, ad, 'ad', t))] : []),
    ...(register ? [registerSays(factValue(kind, register, 'register', t))] : []),
    ...(!register && day ? [`${date(day)}.`] : []),
  ];
}

/** A contradiction as a fact with its source and date, and what to do about it; never an accusation. */
function factText(
  found: Extract<FoundHere, { in: 'fact' }>,
  car: WireTold,
  t: StoryTexts,
  date: SayDate,
): Said[] {
  const debt = found.kind === 'debt' ? debtText(car, t) : null;
  return [...factSaid(found, t, date), ...(debt ? [debt] : []), t.facts.advice[found.kind]];
}

/** The seller's words are asked about, beside what the register says of the same. */
function cautionText(kind: string, car: WireTold, t: StoryTexts, date: SayDate): Said[] {
  const isAgainst = kind === 'no_inspection' && car.naeste_syn !== null;
  return [t.facts.cautionAdvice, ...(isAgainst ? [t.facts.validUntil(date(car.naeste_syn))] : [])];
}

function wordsOf(found: FoundHere, car: WireTold, t: StoryTexts, date: SayDate): [string, Said[]] {
  if (found.in === 'fact') return [t.facts.kind[found.kind], factText(found, car, t, date)];
  if (found.in === 'caution') return [t.facts.caution[found.kind], cautionText(found.kind, car, t, date)];
  return [t.facts.kind[found.kind], storyText(found, car, t, date)];
}

/** What was asked is counted: nothing is said of the rest. */
function stateOf(car: WireTold, hasFacts: boolean, t: StoryTexts): Finding[] {
  const topics = storyTopicsOf(t);
  const asked = topics.filter(([topic]) => car.story.asked.includes(topic)).map(([, name]) => name);
  const about: Record<WireTold['register_state'], string | null> = {
    found: hasFacts ? null : t.facts.nothing(asked.length, topics.length),
    pending: t.facts.pending,
    // It is a finding of its own.
    absent: null,
    no_plate: t.facts.noPlate,
  };
  const title = about[car.register_state];
  const isGood = car.register_state === 'found' && asked.length > 0;
  if (!title) return [];
  const text = isGood ? [t.facts.askedAbout(asked.join(', '))] : [];
  return [{ key: 'register', weight: 'light', icon: isGood ? 'check' : 'help', isGood, title, text }];
}

/** What to look out for, the weightiest first, each with what to ask the seller; `today` as "YYYY-MM-DD". */
export function findingsOf(car: WireTold, t: StoryTexts, date: SayDate, today: string): Finding[] {
  const all = findingsIn(findableOf(car), today);
  const told = all.map((found): Finding => {
    const [title, text] = wordsOf(found, car, t, date);
    const isDay = found.kind === 'inspection_overdue' || found.kind === 'inspection_due';
    const icon = isDay ? 'calendar' : 'warning';
    return { key: `${found.in} ${found.kind}`, weight: found.weight, icon, isGood: false, title, text };
  });
  const confirmed = confirmedIn(car.facts).map(({ kind, date: day }): Finding => {
    const title = t.facts.kind.fresh_inspection_confirmed;
    return {
      key: kind,
      weight: 'light',
      icon: 'check',
      isGood: true,
      title,
      text: [t.facts.inspectedOn(date(day))],
    };
  });
  const hasFacts = all.some((found) => found.in !== 'caution');
  return [...told, ...confirmed, ...stateOf(car, hasFacts, t)];
}
