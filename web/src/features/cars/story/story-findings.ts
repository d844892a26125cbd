import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { formatKroner } from '../../../i18n/format.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';
import { wordOf } from '../../../i18n/word-of.ts';
import { verdictText } from './verdict-text.ts';

export type StoryEvent = WireCarDetail['story']['events'][number];
type Kind = keyof StoryTexts['findings']['kind'];
export type StoryFinding = { kind: Kind; text: string };
type SayDate = (day: string | null) => string;

/** So long before its day an inspection is part of the deal. */
const dueWithinDays = 90;
const hardUse = /taxi|udlejning|skolek|udrykning|flex/i;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** What the register's story adds to what ad and register contradict; `today` as "YYYY-MM-DD". */
export function storyFindings(
  car: WireCarDetail,
  t: StoryTexts,
  date: SayDate,
  today: string,
): StoryFinding[] {
  const events = car.story.events;
  const ofKind = (kind: StoryEvent['kind']) => events.filter((event) => event.kind === kind);
  const found: StoryFinding[] = [];
  const add = (kind: Kind, ...said: (string | false | null | undefined)[]) =>
    found.push({ kind, text: [...said, t.findings.ask[kind]].filter(Boolean).join(' ') });
  const sayWhen = ({ said, date: day }: StoryEvent) =>
    said && day ? t.findings.saidOn(wordOf(t.story.said, said), date(day)) : day && `${date(day)}.`;

  const thefts = ofKind('theft').filter(({ until }) => until === null);
  if (thefts[0]) add('theft', sayWhen(thefts[0]));
  const [bankruptcy] = ofKind('bankruptcy');
  if (bankruptcy) add('bankruptcy', sayWhen(bankruptcy));
  if (car.mileage_verdict.verdict === 'not_logical') add('mileage_not_logical', verdictText(car, t, date));
  else if (ofKind('mileage_noted').length > 0) add('mileage_noted');
  if (ofKind('blocked').length > 0) add('blocked');
  const use = ofKind('use').find(({ said }) => said !== null && hardUse.test(said));
  if (use?.said) add('hard_use', `${wordOf(t.story.said, use.said)}.`);
  const last = ofKind('inspection').findLast((event) => event.date !== null);
  if (last && last.faults.length > 0) add('faults', `${date(last.date)}: ${last.faults.join('; ')}.`);
  const due = car.naeste_syn;
  if (due && due >= today && due <= dayAfter(today, dueWithinDays))
    add('inspection_due', t.findings.inspectionDue(date(due)));
  const gap = ofKind('insurance_gap').at(-1);
  if (gap) add('insurance_gap', t.findings.gap(date(gap.date), date(gap.until)));
  const recall = ofKind('recall').at(-1);
  if (recall) add('recall', sayWhen(recall));
  return found;
}

/** What is owed on the car, where the register names amounts; else nothing. */
export function debtText(car: WireCarDetail, t: StoryTexts): string | null {
  const dkk = car.story.events.reduce(
    (sum, { kind, amount }) => sum + (kind === 'debt' ? (amount ?? 0) : 0),
    0,
  );
  return dkk > 0 ? t.findings.debtOf(formatKroner(dkk)) : null;
}
