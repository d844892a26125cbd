import { listingFlags } from '#core/marketplace/ad/flag-names.ts';
import type { ListingFlag } from '#core/marketplace/ad/listing.ts';
import type { MileageVerdict } from '../register/mileage-verdict.ts';
import type { StoryEvent } from '../register/story.ts';
import type { CarFact, RegisterState } from './car.ts';

/** What may cost the car itself or much of its price weighs heavily; what is only good to know lightly; the rest between. */
export const findingWeights = ['heavy', 'medium', 'light'] as const;
export type FindingWeight = (typeof findingWeights)[number];

const storyWeights = {
  theft: 'heavy',
  written_off: 'heavy',
  bankruptcy: 'heavy',
  mileage_not_logical: 'heavy',
  mileage_noted: 'medium',
  blocked: 'heavy',
  plate_unknown: 'heavy',
  hard_use: 'medium',
  faults: 'medium',
  inspection_due: 'medium',
  insurance_gap: 'light',
  recall: 'light',
} as const satisfies Record<string, FindingWeight>;
export type StoryFindingKind = keyof typeof storyWeights;
type WarningKind = Exclude<CarFact['kind'], 'fresh_inspection_confirmed'>;
/** All that has a line of its own. */
export type FindingKind = StoryFindingKind | CarFact['kind'];

const factWeights: Readonly<Record<WarningKind, FindingWeight>> = {
  make_differs: 'heavy',
  model_differs: 'medium',
  year_differs: 'medium',
  owners_differ: 'medium',
  fuel_differs: 'medium',
  gearbox_differs: 'light',
  mileage_below_inspection: 'heavy',
  mileage_readings_differ: 'medium',
  mileage_unclear: 'medium',
  year_unclear: 'medium',
  mileage_low_for_age: 'medium',
  inspection_overdue: 'medium',
  claims_fresh_inspection: 'medium',
  deregistered: 'medium',
  leasing: 'heavy',
  debt: 'heavy',
  imported: 'light',
};

/** What an ad claims and the register bears out: good to know, and nothing to look out for. */
const confirmedKinds: readonly string[] = ['fresh_inspection_confirmed'] satisfies CarFact['kind'][];

/** What weighs less and may yet be why a car is cheap. */
const telling: readonly string[] = ['deregistered', 'hard_use', 'mileage_noted'] satisfies FindingKind[];

type Event = Pick<StoryEvent, 'kind' | 'date' | 'until' | 'said' | 'faults'>;

/** What findings are found in: a car, or what of it left for a reader, whose app may be older than the kinds it is told. */
export type Findable<E extends Event, F extends { kind: string }> = {
  events: readonly E[];
  facts: readonly F[];
  cautions: readonly string[];
  verdict: MileageVerdict['verdict'];
  nextInspection: string | null;
  registerState: RegisterState;
};

/** One thing to look out for before buying, with what it was found in. */
export type Found<E, F> = { weight: FindingWeight } & (
  | { in: 'story'; kind: StoryFindingKind; event: E | null }
  | { in: 'fact'; kind: WarningKind; fact: F }
  | { in: 'caution'; kind: ListingFlag }
);

/** So long before its day an inspection is part of the deal. */
const dueWithinDays = 90;
const hardUse = /taxi|udlejning|skolek|udrykning|flex/i;
const writtenOff = /total\s?skad|skrot|udrangeret/i;
const failed = /ikke godkendt|kan godkendes/i;

/** Whether an inspection lies ahead and near; days "YYYY-MM-DD". */
export function isInspectionDue(nextInspection: string | null, today: string): boolean {
  const last = new Date(Date.parse(today) + dueWithinDays * 86_400_000).toISOString().slice(0, 10);
  return nextInspection !== null && nextInspection >= today && nextInspection <= last;
}

/** What the register's story adds to what ad and register contradict, with the event that says it. */
function foundInStory<E extends Event>(
  { events, verdict, nextInspection, registerState }: Omit<Findable<E, never>, 'facts' | 'cautions'>,
  today: string | null,
): Found<E, never>[] {
  const ofKind = (kind: StoryEvent['kind']) => events.filter((event) => event.kind === kind);
  const lastInspection = ofKind('inspection').findLast(({ date }) => date !== null);
  const isFall = verdict === 'not_logical';
  /** The event, null where no single one says it; undefined or false: not found. */
  const found: Record<StoryFindingKind, E | null | undefined | false> = {
    theft: ofKind('theft').find(({ until }) => until === null),
    written_off: events.find(({ kind, said }) => kind === 'status' && said !== null && writtenOff.test(said)),
    bankruptcy: ofKind('bankruptcy')[0],
    mileage_not_logical: isFall && null,
    mileage_noted: !isFall && ofKind('mileage_noted')[0],
    blocked: ofKind('blocked')[0],
    plate_unknown: registerState === 'absent' && null,
    hard_use: ofKind('use').find(({ said }) => said !== null && hardUse.test(said)),
    faults:
      lastInspection &&
      (lastInspection.faults.length > 0 || failed.test(lastInspection.said ?? '')) &&
      lastInspection,
    inspection_due: today !== null && isInspectionDue(nextInspection, today) && null,
    insurance_gap: ofKind('insurance_gap').at(-1),
    recall: ofKind('recall').at(-1),
  };
  return (Object.keys(storyWeights) as StoryFindingKind[]).flatMap((kind) => {
    const event = found[kind];
    return event === undefined || event === false
      ? []
      : [{ in: 'story', kind, event, weight: storyWeights[kind] }];
  });
}

const isFactKind = (kind: string): kind is WarningKind => Object.hasOwn(factWeights, kind);
const isFlag = (caution: string): caution is ListingFlag =>
  (listingFlags as readonly string[]).includes(caution);

/**
 * All that there is to look out for, the weightiest first. `today`: "YYYY-MM-DD"; null leaves out what the day decides, so
 * that the rest holds until the car changes.
 */
export function findingsIn<E extends Event, F extends { kind: string }>(
  subject: Findable<E, F>,
  today: string | null,
): Found<E, F>[] {
  const { verdict } = subject;
  const facts = subject.facts.flatMap((fact): Found<E, F>[] => {
    const { kind } = fact;
    // The same fall of the mileage is not told twice, and one that the readings explain is none.
    const isTold = kind === 'mileage_below_inspection' && verdict !== 'too_few';
    return isFactKind(kind) && !isTold ? [{ in: 'fact', kind, fact, weight: factWeights[kind] }] : [];
  });
  const has = (...kinds: CarFact['kind'][]) =>
    subject.facts.some(({ kind }) => kinds.some((one) => one === kind));
  /** Of the seller's words those that the register bears out or contradicts, which is told instead. */
  const isToldAsFact: Partial<Record<ListingFlag, boolean>> = {
    fresh_inspection: has('claims_fresh_inspection', 'fresh_inspection_confirmed'),
    no_plates: has('deregistered'),
    imported: has('imported'),
    leasing: has('leasing'),
    doubtful_mileage:
      verdict === 'not_logical' ||
      has('mileage_below_inspection', 'mileage_readings_differ', 'mileage_low_for_age'),
  };
  const cautions = subject.cautions.flatMap((kind): Found<E, F>[] =>
    isFlag(kind) && !isToldAsFact[kind] ? [{ in: 'caution', kind, weight: 'medium' }] : [],
  );
  const all = [...foundInStory(subject, today), ...facts, ...cautions];
  return all.sort((a, b) => findingWeights.indexOf(a.weight) - findingWeights.indexOf(b.weight));
}

/** What of an ad the register bears out. */
export const confirmedIn = <F extends { kind: string }>(facts: readonly F[]): F[] =>
  facts.filter(({ kind }) => confirmedKinds.includes(kind));

/** Whether one of these may be why a car is cheap, so that no price of it is called amazing. */
export const mayBeWhyCheap = (found: readonly { kind: string; weight: FindingWeight }[]): boolean =>
  found.some(({ kind, weight }) => weight === 'heavy' || telling.includes(kind));
