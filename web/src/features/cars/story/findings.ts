import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';
import type { IconName } from '../../../ui/icon.tsx';
import { factValue } from './fact-value.ts';
import { debtText, storyFindings } from './story-findings.ts';

export const weights = ['heavy', 'medium', 'light'] as const;
export type Weight = (typeof weights)[number];
export type Finding = {
  key: string;
  weight: Weight;
  icon: IconName;
  isGood: boolean;
  title: string;
  text: string;
};
type Fact = WireCarDetail['facts'][number];
type SayDate = (day: string | null) => string;

/** What may cost the car itself or much of its price weighs heavily; what is only good to know lightly; the rest between. */
const weightOf: Readonly<Record<string, Weight>> = {
  ...{ theft: 'heavy', bankruptcy: 'heavy', debt: 'heavy', leasing: 'heavy', make_differs: 'heavy' },
  ...{ mileage_not_logical: 'heavy', mileage_below_inspection: 'heavy', blocked: 'heavy' },
  ...{ imported: 'light', insurance_gap: 'light', recall: 'light', gearbox_differs: 'light' },
};

function lookUp(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const finding = (kind: string, name: string, title: string, text: string): Finding => ({
  key: `${name} ${kind}`,
  weight: (Object.hasOwn(weightOf, kind) && weightOf[kind]) || 'medium',
  icon: kind === 'inspection_overdue' || kind === 'inspection_due' ? 'calendar' : 'warning',
  isGood: false,
  title,
  text,
});

/** A contradiction as a fact with its source and date, and what to do about it; never an accusation. */
function factFinding(fact: Fact, car: WireCarDetail, t: StoryTexts, date: SayDate): Finding | null {
  const title = lookUp(t.facts.kind, fact.kind);
  if (!title) return null;
  // What the register says may be the day itself.
  const registerSays = (value: string, day: string | null) =>
    day !== null && value !== day
      ? t.facts.registerSaysOn(value, date(day))
      : t.facts.registerSays(value === day ? date(day) : value);
  const parts = [
    fact.ad && t.facts.adSays(factValue(fact.kind, fact.ad, t)),
    fact.register && registerSays(factValue(fact.kind, fact.register, t), fact.date),
    !fact.register && fact.date && `${date(fact.date)}.`,
    fact.kind === 'debt' && debtText(car, t),
    lookUp(t.facts.advice, fact.kind),
  ];
  return finding(fact.kind, 'fact', title, parts.filter(Boolean).join(' '));
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
  const told = storyFindings(car, t, date, today);
  // The same fall of the mileage is not told twice.
  const isFall = told.some(({ kind }) => kind === 'mileage_not_logical');
  const isTold = (kind: string) =>
    isFall && (kind === 'mileage_below_inspection' || kind === 'doubtful_mileage');
  const facts = car.facts
    .filter(({ kind }) => !isTold(kind))
    .flatMap((fact) => factFinding(fact, car, t, date) ?? []);
  const cautions = car.cautions
    .filter((flag) => !isTold(flag))
    .flatMap((flag) => {
      const title = lookUp(t.facts.caution, flag);
      return title ? finding(flag, 'caution', title, t.facts.cautionAdvice) : [];
    });
  const fromStory = told.map(({ kind, text }) => finding(kind, 'story', t.findings.kind[kind], text));
  const all = [...fromStory, ...facts, ...cautions.map((each) => ({ ...each, weight: 'medium' as const }))];
  all.sort((a, b) => weights.indexOf(a.weight) - weights.indexOf(b.weight));
  return [...all, ...stateOf(car, facts.length > 0 || told.length > 0, t)];
}
