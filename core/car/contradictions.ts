import type { Listing } from '#core/marketplace/ad/listing.ts';
import { mileageVerdict } from '../register/mileage-verdict.ts';
import { isSameMake, isSameModel } from '../register/same-make.ts';
import { inspectionDays, readingsOf } from '../register/story.ts';
import type { Vehicle } from '../register/vehicle.ts';
import type { CarFact } from './car.ts';

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

/** Model years run ahead of the first registration by up to one: only more than that is a difference. */
const yearTolerance = 1;
/** A seller's rounded figure may lie this far below the inspector's without contradicting it. */
const roundingKm = 1000;

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
  if (ad.fuel && register.fuel && ad.fuel !== register.fuel)
    facts.push(fact('fuel_differs', ad.fuel, register.fuel));
  if (ad.gearbox && register.gearbox && ad.gearbox !== register.gearbox)
    facts.push(fact('gearbox_differs', ad.gearbox, register.gearbox));
  return facts;
}

/** A mileage that lies below an inspector's, unless all readings together bear the ad out. */
function mileageFacts(ad: Listing, register: Vehicle, today: string): CarFact[] {
  const highest = register.inspections.reduce<Vehicle['inspections'][number] | null>(
    (top, each) => ((each.mileageKm ?? 0) > (top?.mileageKm ?? 0) ? each : top),
    null,
  );
  if (!ad.mileage || !highest?.mileageKm || ad.mileage.km + roundingKm >= highest.mileageKm) return [];
  const claim = { date: today, km: ad.mileage.km };
  if (mileageVerdict(readingsOf(register.story.events), claim).verdict === 'logical') return [];
  return [fact('mileage_below_inspection', ad.mileage.km, highest.mileageKm, highest.date)];
}

const hasPassed = /^(?!.*\bikke\b).*\bgodkendt\b/i;

/** What "just inspected" is worth: nothing can be said of it where no register was asked for inspections. */
function freshFacts(register: Vehicle, today: string): CarFact[] {
  const { lastInspection: last } = inspectionDays(
    register.story.events,
    register.inspections.at(-1)?.date ?? null,
    null,
  );
  if (last === null)
    return register.story.asked.includes('inspections') ? [fact('claims_fresh_inspection', null, null)] : [];
  if (last > today || monthsBetween(last, today) > 6)
    return [fact('claims_fresh_inspection', null, last, last)];
  const results = [
    ...register.story.events.flatMap(({ kind, date, said }) =>
      kind === 'inspection' && date === last ? said : [],
    ),
    ...register.inspections.flatMap(({ date, result }) => (date === last ? result : [])),
  ].filter((result) => result !== null);
  const isBorneOut = results.length > 0 && results.every((result) => hasPassed.test(result));
  return [fact(isBorneOut ? 'fresh_inspection_confirmed' : 'claims_fresh_inspection', null, last, last)];
}

function inspectionFacts(ad: Listing, register: Vehicle, today: string): CarFact[] {
  const { nextInspection } = inspectionDays(
    register.story.events,
    register.inspections.at(-1)?.date ?? null,
    register.nextInspection,
  );
  return [
    ...mileageFacts(ad, register, today),
    ...overdueFacts(nextInspection, today),
    ...(ad.flags.includes('fresh_inspection') ? freshFacts(register, today) : []),
  ];
}

const overdueFacts = (next: string | null, today: string): CarFact[] =>
  next !== null && next < today ? [fact('inspection_overdue', null, next, next)] : [];

/** The facts of a car as they stand on a day: whether its inspection is overdue is of that day. */
export const factsOn = (
  facts: readonly CarFact[],
  nextInspection: string | null,
  today: string,
): CarFact[] => [
  ...facts.filter(({ kind }) => kind !== 'inspection_overdue'),
  ...overdueFacts(nextInspection, today),
];

/** A dealer or heir in between, or two entries of one change, contradict nobody. */
const spareOwners = 1;

/** Owners of which the ad names fewer than the register's changes of owner make, the first one apart. */
function ownerFacts(ad: Listing, register: Vehicle): CarFact[] {
  if (ad.previousOwners === null || !register.story.asked.includes('owners')) return [];
  const first = register.firstRegistration ?? '';
  const changes = new Set(
    register.story.events.flatMap(({ kind, date }) =>
      kind === 'owner_change' && date !== null && date > first ? [date] : [],
    ),
  );
  if (changes.size < ad.previousOwners + spareOwners) return [];
  return [fact('owners_differ', ad.previousOwners, changes.size, [...changes].sort().at(-1)!)];
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

/** Whether ad and register, or two places of the ad, tell of two different cars: what such a car is worth depends on which of them is right. */
export function isContradicted(facts: readonly CarFact[]): boolean {
  return facts.some(({ kind }) => identityKinds.includes(kind));
}

/** What the register says that may be why a car is cheap, as an ad's own words may: without plates, without inspection. */
const riskyKinds: readonly string[] = [
  'deregistered',
  'inspection_overdue',
  'claims_fresh_inspection',
  'imported',
  'leasing',
] satisfies CarFact['kind'][];

/** Whether a low price may be the price of what the register knows of the car; of kinds that an older app does not know, none. */
export function isRiskyByRegister(facts: readonly { kind: string }[]): boolean {
  return facts.some(({ kind }) => riskyKinds.includes(kind));
}

/**
 * What the ad says against what the register says: facts with source and date, never accusations. `today` is a calendar day "YYYY-MM-DD".
 */
export function factsOf(ad: Listing, register: Vehicle, today: string): CarFact[] {
  const facts = [
    ...identityFacts(ad, register),
    ...inspectionFacts(ad, register, today),
    ...ownerFacts(ad, register),
  ];
  if (register.status === 'deregistered') facts.push(fact('deregistered', null, null));
  if (register.isLeasing) facts.push(fact('leasing', null, null));
  if (register.hasDebt) facts.push(fact('debt', null, null));
  if (register.isImported) facts.push(fact('imported', null, null));
  return facts;
}
