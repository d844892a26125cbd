import { canonicalMake, canonicalModel } from '#core/marketplaces/ad/title.ts';
import { titleCase } from './vehicle.ts';

/**
 * The topics that a register can be asked about. A topic missing in an answer was not asked, which differs from "nothing
 * found".
 */
export const storyTopics = [
  'inspections',
  'mileage',
  'owners',
  'leasing',
  'debt',
  'insurance',
  'import',
  'status',
  'theft',
  'recalls',
] as const;
export type StoryTopic = (typeof storyTopics)[number];

export const storyKinds = [
  'first_registration',
  'inspection',
  'customs_inspection',
  'mileage',
  'mileage_noted',
  'owner_change',
  'user_change',
  'leasing',
  'debt',
  'bankruptcy',
  'insurance',
  'insurance_gap',
  'import',
  'status',
  'use',
  'permission',
  'blocked',
  'theft',
  'recall',
] as const;
export type StoryKind = (typeof storyKinds)[number];

/** The register or record that an event comes from. */
export const storySources = [
  'vehicle_register',
  'inspection_report',
  'mileage_log',
  'debt_register',
  'insurance_register',
  'recall_list',
] as const;
export type StorySource = (typeof storySources)[number];

/** An event of a car's history from a register. It contains no name, plate or chassis number. */
export type StoryEvent = {
  kind: StoryKind;
  source: StorySource;
  /** Calendar days "YYYY-MM-DD"; `until` for events that lasted. Null if the register gives none. */
  date: string | null;
  until: string | null;
  /** The register's own words: "Godkendt", "Afmeldt", "Taxi", the title of a recall. */
  said: string | null;
  mileageKm: number | null;
  /** The company that inspected or insured the car. */
  place: string | null;
  faults: string[];
  amountDkk: number | null;
};

export type RegisterStory = { asked: StoryTopic[]; events: StoryEvent[] };

/** For a car that was looked up in no register. */
export const noStory: RegisterStory = { asked: [], events: [] };

/** More than any real car has; from a longer answer the oldest events are dropped. */
const mostEvents = 120;

export const storyEvent = (
  kind: StoryKind,
  source: StorySource,
  fields: Partial<Omit<StoryEvent, 'kind' | 'source'>> = {},
): StoryEvent => ({
  kind,
  source,
  date: null,
  until: null,
  said: null,
  mileageKm: null,
  place: null,
  faults: [],
  amountDkk: null,
  ...fields,
});

export const readingsOf = (
  events: readonly Pick<StoryEvent, 'date' | 'mileageKm'>[],
): { date: string; km: number }[] =>
  events.flatMap(({ date, mileageKm: km }) => (date !== null && km !== null ? [{ date, km }] : []));

/** Whether an inspection was passed: "Godkendt", "Godkendt efter omsyn", but not "Kan godkendes" or "Ikke godkendt". */
export const hasPassed = ({ said }: Pick<StoryEvent, 'said'>): boolean =>
  /^(?!.*\bikke\b).*\bgodkendt\b/i.test(said ?? '');

/**
 * The newest inspection that has a date. Of two on one day the passed one is the later: a car is shown again after it failed,
 * not after it passed.
 */
export function lastInspectionIn<E extends Pick<StoryEvent, 'kind' | 'date' | 'said'>>(
  events: readonly E[],
): E | undefined {
  const dated = events.filter(({ kind, date }) => kind === 'inspection' && date !== null);
  const day = dated
    .map(({ date }) => date!)
    .sort()
    .at(-1);
  const ofDay = dated.filter(({ date }) => date === day);
  return ofDay.findLast(hasPassed) ?? ofDay.at(-1);
}

/** Not passed, or not yet. */
export const hasFailed = ({ said }: Pick<StoryEvent, 'said'>): boolean =>
  /ikke godkendt|kan godkendes/i.test(said ?? '');

/** A report so shortly before another is of a first visit of the same inspection. */
const sameInspectionMs = 60 * 86_400_000;

/** The faults of an inspection that earlier ones named, too, by the days of those reports: oldest first. */
export function faultsNamedBefore(
  last: Pick<StoryEvent, 'date' | 'faults'>,
  events: readonly Pick<StoryEvent, 'kind' | 'date' | 'faults'>[],
): { dates: string[]; faults: string[] }[] {
  const endMs = Date.parse(last.date ?? '') - sameInspectionMs;
  const earlier = events
    .flatMap((event) =>
      event.kind === 'inspection' && event.date !== null && Date.parse(event.date) < endMs
        ? [{ ...event, date: event.date }]
        : [],
    )
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const named = new Map<string, { dates: string[]; faults: string[] }>();
  for (const fault of new Set(last.faults)) {
    const isNamed = (each: string) => each.toLowerCase() === fault.toLowerCase();
    const dates = earlier.filter(({ faults }) => faults.some(isNamed)).map(({ date }) => date);
    if (dates.length === 0) continue;
    const known = named.get(dates.join());
    named.set(dates.join(), { dates, faults: [...(known?.faults ?? []), fault] });
  }
  return [...named.values()];
}

/** The days on which the car got another owner, in order: those after its first registration. */
export function ownerChangesIn(
  events: readonly Pick<StoryEvent, 'kind' | 'date'>[],
  firstRegistration: string | null,
): string[] {
  const days = events.flatMap(({ kind, date }) =>
    kind === 'owner_change' && date !== null && date > (firstRegistration ?? '') ? [date] : [],
  );
  return [...new Set(days)].sort();
}

/** Whether a reading is known to whole thousands only: the register's own figure, unlike those of inspections and logs. */
export const isRoundedReading = ({ kind, source }: Pick<StoryEvent, 'kind' | 'source'>): boolean =>
  kind === 'mileage' && source === 'vehicle_register';

/**
 * The date of the latest known inspection and of the next one. A next date that an inspection has since reached is dropped:
 * the register often keeps it until it receives the new one.
 */
export function inspectionDays(
  events: readonly Pick<StoryEvent, 'kind' | 'date'>[],
  last: string | null,
  next: string | null,
): { lastInspection: string | null; nextInspection: string | null } {
  const days = events.flatMap(({ kind, date }) => (kind === 'inspection' && date !== null ? [date] : []));
  const lastInspection = [...days, ...(last === null ? [] : [last])].sort().at(-1) ?? null;
  const isPast = next !== null && lastInspection !== null && next <= lastInspection;
  return { lastInspection, nextInspection: isPast ? null : next };
}

/** Events without duplicates, oldest first, those without a date last. */
export function tellStory(asked: Iterable<StoryTopic>, events: readonly StoryEvent[]): RegisterStory {
  const told = new Map(events.map((event) => [JSON.stringify(event), event] as const));
  const dayOf = (event: StoryEvent) => event.date ?? '9999';
  const sorted = [...told.values()].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  const wanted = new Set(asked);
  return { asked: storyTopics.filter((topic) => wanted.has(topic)), events: sorted.slice(-mostEvents) };
}

/** The history of a car for which only inspections were stored. */
export function storyOfInspections(
  inspections: readonly { date: string; result: string | null; mileageKm: number | null }[],
): RegisterStory {
  const events = inspections.map(({ date, result, mileageKm }) =>
    storyEvent('inspection', 'inspection_report', { date, said: result, mileageKm }),
  );
  return tellStory(events.length > 0 ? ['inspections'] : [], events);
}

/** Make and model in the product's spelling: the register writes SKODA OCTAVIA COMBI, people search for Škoda Octavia. */
export function namesOf(
  make: string | null,
  model: string | null,
): { make: string | null; model: string | null } {
  const known = make && canonicalMake(make);
  if (!make || !known) return { make: titleCase(make), model: titleCase(model) };
  return { make: known, model: (model && canonicalModel(known, model)?.model) || titleCase(model) };
}
