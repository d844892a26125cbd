import { type Fuel, type Listing, type ListingFlag, listingFlags } from '#core/marketplaces/ad/listing.ts';
import { type MileageVerdict, mileageVerdict } from '#core/register/mileage.ts';
import {
  hasFailed,
  hasPassed,
  lastInspectionIn,
  ownerChangesIn,
  readingsOf,
  type StoryEvent,
} from '#core/register/story.ts';
import { isSameMake, isSameModel, type Vehicle } from '#core/register/vehicle.ts';
import { calendarDay } from '#core/shared.ts';
import { type Car, type CarFact, listedSince, type RegisterState } from './car.ts';

/** `heavy`: may cost the car or much of its price. `light`: only good to know. `medium`: the rest. */
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
  faults_repaired: 'light',
  inspection_due: 'medium',
  insurance_gap: 'light',
  recall: 'medium',
} as const satisfies Record<string, FindingWeight>;
export type StoryFindingKind = keyof typeof storyWeights;
type WarningKind = Exclude<CarFact['kind'], 'fresh_inspection_confirmed'>;
/** All kinds that have a text of their own. */
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

/** Identifies a finding without the data it was found in. */
export type FindingName = { in: 'story' | 'fact'; kind: FindingKind } | { in: 'caution'; kind: ListingFlag };

/** What the register confirms of an ad's claims: shown, but not as a warning. */
const confirmedKinds: readonly string[] = ['fresh_inspection_confirmed'] satisfies CarFact['kind'][];

/** Kinds that weigh less but may still explain a low price. */
const telling: readonly string[] = ['deregistered', 'hard_use', 'mileage_noted'] satisfies FindingKind[];

type Event = Pick<StoryEvent, 'kind' | 'date' | 'until' | 'said' | 'faults'>;

/** What `findingsIn` reads: a car, or a car as sent to the app. The app may be older and not know all kinds. */
export type Findable<E extends Event, F extends { kind: string }> = {
  events: readonly E[];
  facts: readonly F[];
  cautions: readonly string[];
  verdict: MileageVerdict['verdict'];
  nextInspection: string | null;
  registerState: RegisterState;
};

export type Found<E, F> = { weight: FindingWeight } & (
  | { in: 'story'; kind: StoryFindingKind; event: E | null }
  | { in: 'fact'; kind: WarningKind; fact: F }
  | { in: 'caution'; kind: ListingFlag }
);

/** An inspection due within this many days is worth mentioning before buying. */
const dueWithinDays = 90;
const hardUse = /taxi|udlejning|skolek|udrykning|flex/i;
const writtenOff = /total\s?skad|skrot|udrangeret/i;
/** Passed once its faults had been put right. */
const passedLater = /^godkendt efter omsyn/i;

/** Whether the next inspection is due soon; both days "YYYY-MM-DD". */
export function isInspectionDue(nextInspection: string | null, today: string): boolean {
  const last = new Date(Date.parse(today) + dueWithinDays * 86_400_000).toISOString().slice(0, 10);
  return nextInspection !== null && nextInspection >= today && nextInspection <= last;
}

/** Findings in the register's history, with the event that shows each, beyond the contradictions between ad and register. */
function foundInStory<E extends Event>(
  { events, verdict, nextInspection, registerState }: Omit<Findable<E, never>, 'facts' | 'cautions'>,
  today: string | null,
): Found<E, never>[] {
  const ofKind = (kind: StoryEvent['kind']) => events.filter((event) => event.kind === kind);
  const lastInspection = lastInspectionIn(events);
  const said = lastInspection?.said ?? '';
  const hasFaults =
    lastInspection !== undefined && (lastInspection.faults.length > 0 || hasFailed(lastInspection));
  const isRepaired = passedLater.test(said);
  const isFall = verdict === 'not_logical';
  /** The event; null if no single event shows it; undefined or false if not found. */
  const found: Record<StoryFindingKind, E | null | undefined | false> = {
    theft: ofKind('theft').find(({ until }) => until === null),
    written_off: events.find(({ kind, said }) => kind === 'status' && said !== null && writtenOff.test(said)),
    bankruptcy: ofKind('bankruptcy')[0],
    mileage_not_logical: isFall && null,
    mileage_noted: !isFall && ofKind('mileage_noted')[0],
    blocked: ofKind('blocked')[0],
    plate_unknown: registerState === 'absent' && null,
    hard_use: ofKind('use').find(({ said }) => said !== null && hardUse.test(said)),
    faults: hasFaults && !isRepaired && lastInspection,
    faults_repaired: hasFaults && isRepaired && lastInspection,
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
 * All findings, heaviest first. `today`: "YYYY-MM-DD"; null leaves out findings that depend on the day, so that the rest
 * stays valid until the car changes.
 */
export function findingsIn<E extends Event, F extends { kind: string }>(
  subject: Findable<E, F>,
  today: string | null,
): Found<E, F>[] {
  const { verdict } = subject;
  const facts = subject.facts.flatMap((fact): Found<E, F>[] => {
    const { kind } = fact;
    // A fall of the mileage is not reported twice, and not at all if the readings explain it.
    const isTold = kind === 'mileage_below_inspection' && verdict !== 'too_few';
    return isFactKind(kind) && !isTold ? [{ in: 'fact', kind, fact, weight: factWeights[kind] }] : [];
  });
  const has = (...kinds: CarFact['kind'][]) =>
    subject.facts.some(({ kind }) => kinds.some((one) => one === kind));
  /** Claims of the seller that the register confirms or contradicts; the fact is shown instead. */
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

const weightOf = ({ in: where, kind }: FindingName): FindingWeight =>
  where === 'caution'
    ? 'medium'
    : ({ ...factWeights, ...storyWeights } as Record<string, FindingWeight>)[kind]!;

/** Removes duplicates and sorts by weight, heaviest first. */
export function distinctFindings(names: readonly FindingName[]): FindingName[] {
  const distinct = new Map(names.map((name) => [`${name.in} ${name.kind}`, name]));
  return [...distinct.values()].sort(
    (a, b) => findingWeights.indexOf(weightOf(a)) - findingWeights.indexOf(weightOf(b)),
  );
}

export const confirmedIn = <F extends { kind: string }>(facts: readonly F[]): F[] =>
  facts.filter(({ kind }) => confirmedKinds.includes(kind));

/** Whether a finding may explain a low price, in which case the price is never called amazing. */
export const mayBeWhyCheap = (found: readonly { kind: string; weight: FindingWeight }[]): boolean =>
  found.some(({ kind, weight }) => weight === 'heavy' || telling.includes(kind));

const fact = (
  kind: CarFact['kind'],
  ad: string | number | null,
  register: string | number | null,
  date: string | null = null,
): CarFact => ({
  kind,
  ad: ad === null ? null : String(ad),
  register: register === null ? null : String(register),
  date,
});

/** Model years run up to one year ahead of the first registration; a larger gap is a difference. */
const yearTolerance = 1;
/** A rounded mileage may lie this far below an inspection's reading without contradicting it. */
const roundingKm = 1000;

/** Whether two fuels can be of one car: the register names what a hybrid burns, and ads call a plug-in car a hybrid. */
function mayBeSameFuel(a: Fuel, b: Fuel): boolean {
  const ofHybrids: readonly Fuel[] = ['petrol', 'diesel', 'plugin_hybrid'];
  return a === b || (a === 'hybrid' && ofHybrids.includes(b)) || (b === 'hybrid' && ofHybrids.includes(a));
}

function identityFacts(ad: Listing, register: Vehicle): CarFact[] {
  const facts: CarFact[] = [];
  const makeDiffers = ad.make && register.make && !isSameMake(ad.make, register.make);
  if (makeDiffers) facts.push(fact('make_differs', ad.make, register.make));
  else if (ad.model && register.model && !isSameModel(ad.model, register.model))
    facts.push(fact('model_differs', ad.model, register.model));
  const registered = register.firstRegistration
    ? Number(register.firstRegistration.slice(0, 4))
    : register.year;
  if (ad.year && registered && Math.abs(ad.year - registered) > yearTolerance)
    facts.push(fact('year_differs', ad.year, registered, register.firstRegistration));
  if (ad.fuel && register.fuel && !mayBeSameFuel(ad.fuel, register.fuel))
    facts.push(fact('fuel_differs', ad.fuel, register.fuel));
  if (ad.gearbox && register.gearbox && ad.gearbox !== register.gearbox)
    facts.push(fact('gearbox_differs', ad.gearbox, register.gearbox));
  return facts;
}

/**
 * Facts about a mileage below the reading of an inspection before the ad named it (`claimedOn`), unless all readings together
 * support the ad.
 */
function mileageFacts(ad: Listing, register: Vehicle, claimedOn: string): CarFact[] {
  const highest = register.inspections
    .filter(({ date }) => date <= claimedOn)
    .reduce<Vehicle['inspections'][number] | null>(
      (top, each) => ((each.mileageKm ?? 0) > (top?.mileageKm ?? 0) ? each : top),
      null,
    );
  if (!ad.mileage || !highest?.mileageKm || ad.mileage.km + roundingKm >= highest.mileageKm) return [];
  const claim = { date: claimedOn, km: ad.mileage.km };
  if (mileageVerdict(readingsOf(register.story.events), claim).verdict === 'logical') return [];
  return [fact('mileage_below_inspection', ad.mileage.km, highest.mileageKm, highest.date)];
}

/** A passed inspection of at most so many months before the ad was seen bears out that the car is just inspected. */
const freshMonths = 6;

type InspectedCar = Pick<
  Car,
  'flags' | 'story' | 'lastInspection' | 'nextInspection' | 'scrapedAt' | 'listedAt' | 'firstSeenAt'
>;

/**
 * Whether the register bears out the ad's claim of a recent inspection, as of the last visit to the ad. No fact if the
 * register was not asked for inspections, or does not tell how the last one ended. If the ad appeared before that inspection,
 * the confirming fact names the ad's day.
 */
function freshFacts(car: InspectedCar): CarFact[] {
  const { flags, story, lastInspection: day, scrapedAt } = car;
  if (!flags.includes('fresh_inspection')) return [];
  if (day === null)
    return story.asked.includes('inspections') ? [fact('claims_fresh_inspection', null, null)] : [];
  if (monthsBetween(day, scrapedAt) > freshMonths) return [fact('claims_fresh_inspection', null, day, day)];
  const last = lastInspectionIn(story.events);
  if (!last?.said || last.date !== day) return [];
  if (!hasPassed(last)) return [fact('claims_fresh_inspection', null, day, day)];
  const since = calendarDay(listedSince(car));
  return [fact('fresh_inspection_confirmed', since < day ? since : null, day, day)];
}

const ofInspection: readonly CarFact['kind'][] = [
  'inspection_overdue',
  'claims_fresh_inspection',
  'fresh_inspection_confirmed',
];

/**
 * A car's facts on a given day "YYYY-MM-DD". Those about inspections follow from the register's events as the car has them
 * now, so that none outlives the answer or the day that it was found with.
 */
export function factsOn(car: Pick<Car, 'facts'> & InspectedCar, today: string): CarFact[] {
  const { facts, nextInspection: next } = car;
  const isOverdue = next !== null && next < today;
  return [
    ...facts.filter(({ kind }) => !ofInspection.includes(kind)),
    ...(isOverdue ? [fact('inspection_overdue', null, next, next)] : []),
    ...freshFacts(car),
  ];
}

/** One owner more than the ad says is tolerated: a dealer, an heir, or one change entered twice. */
const spareOwners = 1;

/** The fact that the ad names fewer owners than the register's changes of owner (without the first) imply. */
function ownerFacts(ad: Listing, register: Vehicle): CarFact[] {
  if (ad.previousOwners === null || !register.story.asked.includes('owners')) return [];
  const changes = ownerChangesIn(register.story.events, register.firstRegistration);
  if (changes.length < ad.previousOwners + spareOwners) return [];
  return [fact('owners_differ', ad.previousOwners, changes.length, changes.at(-1)!)];
}

function monthsBetween(from: string, to: string): number {
  const [a, b] = [from.split('-').map(Number), to.split('-').map(Number)];
  return (b[0]! - a[0]!) * 12 + (b[1]! - a[1]!);
}

const identityKinds: readonly CarFact['kind'][] = [
  'make_differs',
  'model_differs',
  'year_differs',
  'fuel_differs',
  'year_unclear',
];

/** Whether ad and register, or two parts of the ad, describe different cars, so that the value is uncertain. */
export function isContradicted(facts: readonly CarFact[]): boolean {
  return facts.some(({ kind }) => identityKinds.includes(kind));
}

/** Facts of the register that may explain a low price, such as no plates or no valid inspection. */
const riskyKinds: readonly string[] = [
  'deregistered',
  'inspection_overdue',
  'claims_fresh_inspection',
  'imported',
  'leasing',
] satisfies CarFact['kind'][];

/** Whether a fact of the register may explain a low price. Kinds that an older app does not know count as no. */
export function isRiskyByRegister(facts: readonly { kind: string }[]): boolean {
  return facts.some(({ kind }) => riskyKinds.includes(kind));
}

/**
 * Compares the ad with the register: facts with source and date, never accusations. `claimedOn`: the calendar day
 * "YYYY-MM-DD" on which the ad was first seen with its mileage. `factsOn` adds what follows from inspections.
 */
export function factsOf(ad: Listing, register: Vehicle, claimedOn: string): CarFact[] {
  const facts = [
    ...identityFacts(ad, register),
    ...mileageFacts(ad, register, claimedOn),
    ...ownerFacts(ad, register),
  ];
  if (register.status === 'deregistered') facts.push(fact('deregistered', null, null));
  if (register.isLeasing) facts.push(fact('leasing', null, null));
  if (register.hasDebt) facts.push(fact('debt', null, null));
  if (register.isImported) facts.push(fact('imported', null, null));
  return facts;
}

/** Whether all readings and the ad's mileage are consistent. */
export function mileageVerdictOf({
  story,
  mileageKm,
  mileageSeenAt,
  scrapedAt,
}: Pick<Car, 'story' | 'mileageKm' | 'mileageSeenAt' | 'scrapedAt'>): MileageVerdict {
  const claim = mileageKm === null ? null : { date: calendarDay(mileageSeenAt ?? scrapedAt), km: mileageKm };
  return mileageVerdict(readingsOf(story.events), claim);
}

export type FindingCount = {
  findingCount: number;
  heavyFindingCount: number;
  heaviestFinding: FindingName | null;
};

/** A car's data for `findingsIn`, on the day of its last visit if `today` is null. `cautions` come from its rating. */
export const findableOf = (
  car: Omit<Car, 'rating'>,
  cautions: readonly string[],
  today: string | null,
): Findable<Car['story']['events'][number], Car['facts'][number]> => ({
  events: car.story.events,
  facts: factsOn(car, today ?? car.scrapedAt.slice(0, 10)),
  cautions,
  verdict: mileageVerdictOf(car).verdict,
  nextInspection: car.nextInspection,
  registerState: car.registerState,
});

const nameOf = (found: Found<unknown, unknown> | undefined): FindingName | null =>
  found ? ({ in: found.in, kind: found.kind } as FindingName) : null;

/** The heaviest finding, or null; `today` as in `findingsIn`. */
export const heaviestFinding = (car: Car, today: string | null): FindingName | null =>
  nameOf(findingsIn(findableOf(car, car.rating.cautions, today), today)[0]);

/** Counts the findings that do not depend on the day; valid until the car is written again. */
export function countFindings(car: Car): FindingCount {
  const found = findingsIn(findableOf(car, car.rating.cautions, null), null);
  return {
    findingCount: found.length,
    heavyFindingCount: found.filter(({ weight }) => weight === 'heavy').length,
    heaviestFinding: nameOf(found[0]),
  };
}
