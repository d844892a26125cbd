import { listingFlags } from '#core/marketplace/ad/flag-names.ts';
import type { ListingFlag } from '#core/marketplace/ad/listing.ts';
import type { MileageVerdict } from '../register/mileage-verdict.ts';
import type { StoryEvent } from '../register/story.ts';
import type { CarFact } from './car.ts';

/** What may cost the car itself or much of its price weighs heavily; what is only good to know lightly; the rest between. */
export const findingWeights = ['heavy', 'medium', 'light'] as const;
export type FindingWeight = (typeof findingWeights)[number];

const storyWeights = {
  theft: 'heavy',
  bankruptcy: 'heavy',
  mileage_not_logical: 'heavy',
  mileage_noted: 'medium',
  blocked: 'heavy',
  hard_use: 'medium',
  faults: 'medium',
  inspection_due: 'medium',
  insurance_gap: 'light',
  recall: 'light',
} as const satisfies Record<string, FindingWeight>;
export type StoryFindingKind = keyof typeof storyWeights;

const factWeights: Readonly<Record<CarFact['kind'], FindingWeight>> = {
  make_differs: 'heavy',
  model_differs: 'medium',
  year_differs: 'medium',
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

type Event = Pick<StoryEvent, 'kind' | 'date' | 'until' | 'said' | 'faults'>;

/** What findings are found in: a car, or what of it left for a reader, whose app may be older than the kinds it is told. */
export type Findable<E extends Event, F extends { kind: string }> = {
  events: readonly E[];
  facts: readonly F[];
  cautions: readonly string[];
  verdict: MileageVerdict['verdict'];
  nextInspection: string | null;
};

/** One thing to look out for before buying, with what it was found in. */
export type Found<E, F> = { weight: FindingWeight } & (
  | { in: 'story'; kind: StoryFindingKind; event: E | null }
  | { in: 'fact'; kind: CarFact['kind']; fact: F }
  | { in: 'caution'; kind: ListingFlag }
);

/** So long before its day an inspection is part of the deal. */
const dueWithinDays = 90;
const hardUse = /taxi|udlejning|skolek|udrykning|flex/i;

/** Whether an inspection lies ahead and near; days "YYYY-MM-DD". */
export function isInspectionDue(nextInspection: string | null, today: string): boolean {
  const last = new Date(Date.parse(today) + dueWithinDays * 86_400_000).toISOString().slice(0, 10);
  return nextInspection !== null && nextInspection >= today && nextInspection <= last;
}

/** What the register's story adds to what ad and register contradict, with the event that says it. */
function foundInStory<E extends Event>(
  { events, verdict, nextInspection }: Pick<Findable<E, never>, 'events' | 'verdict' | 'nextInspection'>,
  today: string | null,
): Found<E, never>[] {
  const ofKind = (kind: StoryEvent['kind']) => events.filter((event) => event.kind === kind);
  const lastInspection = ofKind('inspection').findLast(({ date }) => date !== null);
  const isFall = verdict === 'not_logical';
  /** The event, null where no single one says it; undefined or false: not found. */
  const found: Record<StoryFindingKind, E | null | undefined | false> = {
    theft: ofKind('theft').find(({ until }) => until === null),
    bankruptcy: ofKind('bankruptcy')[0],
    mileage_not_logical: isFall && null,
    mileage_noted: !isFall && ofKind('mileage_noted')[0],
    blocked: ofKind('blocked')[0],
    hard_use: ofKind('use').find(({ said }) => said !== null && hardUse.test(said)),
    faults: lastInspection && lastInspection.faults.length > 0 && lastInspection,
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

const isFactKind = (kind: string): kind is CarFact['kind'] => Object.hasOwn(factWeights, kind);
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
  // The same fall of the mileage is not told twice.
  const isTold = (kind: string) =>
    subject.verdict === 'not_logical' && (kind === 'mileage_below_inspection' || kind === 'doubtful_mileage');
  const facts = subject.facts.flatMap((fact): Found<E, F>[] => {
    const { kind } = fact;
    return isFactKind(kind) && !isTold(kind) ? [{ in: 'fact', kind, fact, weight: factWeights[kind] }] : [];
  });
  // The seller's own words are asked about, whatever they say.
  const cautions = subject.cautions.flatMap((kind): Found<E, F>[] =>
    isFlag(kind) && !isTold(kind) ? [{ in: 'caution', kind, weight: 'medium' }] : [],
  );
  const all = [...foundInStory(subject, today), ...facts, ...cautions];
  return all.sort((a, b) => findingWeights.indexOf(a.weight) - findingWeights.indexOf(b.weight));
}
