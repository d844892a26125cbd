import { describe, expect, it } from 'vitest';
import type { StoryKind } from '#core/register/story.ts';
import { tjekbilStory } from '#core/register/tjekbil.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { catalogAds, seedCatalog } from '#demo/cars/seed-catalog.ts';
import { createWorld } from '#demo/cars/world.ts';
import { dbaAds } from '#demo/dba/pages.ts';
import { wholeAnswer } from '#demo/register/tjekbil-answer.ts';
import { addYears, daysBetween, vehicleOf } from '#demo/register/vehicle-of.ts';
import { demoSeed } from '#local/demo-marketplace.ts';

const today = '2026-11-28';
const world = createWorld(demoSeed);
const firstAds = world.ads();
const secondAds = dbaAds(demoSeed, world);
const later = createWorld(demoSeed);
later.advance(24 * 14);
const ads = [...catalogAds(demoSeed), ...firstAds, ...later.ads(), ...secondAds];
/** Every car that a reader of a new demo can meet, and those of the next two weeks. */
const cars = [...new Map(ads.map(({ car }) => [car.plate, car])).values()];

const registered = cars.flatMap((car) => {
  const vehicle = vehicleOf(car, today);
  if (!vehicle) return [];
  const { events } = tjekbilStory(vehicle.plate, wholeAnswer(car, vehicle, today));
  return [{ car, vehicle, events }];
});
type Registered = (typeof registered)[number];

const told = (car: DemoCar) => `${car.title} · ${car.firstRegistration} · ${car.mileageKm} km · ${car.twist}`;
/** The cars of which a sentence is not true, told so that a failure can be read. */
const except = (isTrue: (car: DemoCar) => boolean): string[] =>
  cars.filter((car) => !isTrue(car)).map((car) => `${told(car)} · ${car.description}`);
const exceptRegistered = (isTrue: (of: Registered) => boolean): string[] =>
  registered.filter((of) => !isTrue(of)).map(({ car }) => told(car));
const share = <T>(of: readonly T[], isSo: (one: T) => boolean) => of.filter(isSo).length / of.length;

const ageYears = ({ firstRegistration }: DemoCar) => daysBetween(firstRegistration, today) / 365.25;
const says = (words: RegExp) => (car: DemoCar) => words.test(`${car.title}\n${car.description}`);

describe('the ads of the demo', () => {
  it('name a timing belt that was changed only where there is one, and after it was due', () => {
    expect(cars.some(says(/Tandrem/))).toBe(true);
    const mayHaveChanged = (car: DemoCar) =>
      ['petrol', 'diesel'].includes(car.fuel) && car.mileageKm > 120_000 && car.year <= 2017;
    expect(except((car) => !says(/Tandrem/)(car) || mayHaveChanged(car))).toEqual([]);
  });

  it('offer a heat pump in electric cars only', () => {
    const hasHeatPump = (car: DemoCar) => car.equipment.includes('Varmepumpe');
    expect(cars.some(hasHeatPump)).toBe(true);
    expect(except((car) => !hasHeatPump(car) || car.fuel === 'electric')).toEqual([]);
  });

  it('offer leasing and prices without VAT by dealers only, and leasing of cars of six years at most', () => {
    expect(except((car) => !says(/leasing|moms/i)(car) || car.sellerType === 'dealer')).toEqual([]);
    expect(except((car) => car.kind !== 'leasing' || ageYears(car) < 7)).toEqual([]);
  });

  it('leave it to private people to want a car, or to sell one that does not run', () => {
    const ofPrivate = (car: DemoCar) => ['wanted', 'parts', 'defect'].includes(car.kind);
    expect(except((car) => !ofPrivate(car) || car.sellerType === 'private')).toEqual([]);
    expect(except((car) => car.kind !== 'wanted' || !says(/sælge/i)(car))).toEqual([]);
    const runs = says(/Kører rigtig godt|klar til levering|[Vv]elkørende/);
    expect(except((car) => !['parts', 'defect'].includes(car.kind) || !runs(car))).toEqual([]);
  });

  it('speak of no engine or gearbox that an electric car has not', () => {
    const words = says(/motorskade|motoren er solgt|gearkasse|Manuelt gear|5 gear|6 gear|km\/l/);
    expect(except((car) => car.fuel !== 'electric' || !words(car))).toEqual([]);
  });

  it('ask a price in euro near the German border only', () => {
    const isNear = ({ place }: DemoCar) => place.postalCode >= 6000 && place.postalCode < 6500;
    expect(except((car) => car.kind !== 'foreign_price' || isNear(car))).toEqual([]);
  });

  it('claim a new inspection only of cars old enough to be inspected', () => {
    expect(except((car) => !says(/Nysynet/)(car) || ageYears(car) > 4)).toEqual([]);
  });

  it('name no car of a make before there was one', () => {
    expect(except((car) => car.make !== 'DS' || car.year >= 2015)).toEqual([]);
    expect(except((car) => car.make !== 'Cupra' || car.year >= 2018)).toEqual([]);
  });

  it('have driven as far as cars do: 45,000 km a year and 420,000 km in all at most', () => {
    const isPossible = (car: DemoCar) =>
      car.mileageKm <= 420_000 && car.mileageKm <= 45_000 * Math.max(ageYears(car), 0.2);
    expect(except(isPossible)).toEqual([]);
  });

  it('count as many owners as their field can hold', () => {
    expect(except(({ owners }) => owners >= 1 && owners <= 4)).toEqual([]);
    expect(except((car) => car.owners <= Math.ceil(ageYears(car)))).toEqual([]);
  });
});

const mostKmPerDay = 45_000 / 365;
const roundingKm = 50;

/** Whether each reading follows from the one before it: no fall, and no more than a car drives in these days. */
function isDriven({ car, events }: Registered): boolean {
  const readings = [
    ...events.flatMap(({ date, mileageKm: km }) => (date && km !== null ? [{ date, km }] : [])),
    { date: today, km: car.mileageKm },
  ];
  return readings.slice(1).every(({ date, km }, place) => {
    const before = readings[place]!;
    const driven = km - before.km;
    // The register's own note is in thousands of kilometres.
    return (
      driven >= -1000 && driven <= mostKmPerDay * 1.6 * daysBetween(before.date, date) + 1000 + roundingKm
    );
  });
}

/** What a person would do with a car's dates; each is of the past and after the first registration. */
const pastKinds: readonly StoryKind[] = [
  ...(['inspection', 'customs_inspection', 'mileage', 'owner_change', 'user_change', 'debt'] as const),
  ...(['insurance_gap', 'recall', 'leasing', 'theft', 'bankruptcy'] as const),
];

describe('the register’s story of the demo’s cars', () => {
  it('has readings that a car can have driven, unless the mileage is planted as wound back', () => {
    const isPlanted = ({ car }: Registered) => car.twist === 'mileage_above_ad';
    expect(exceptRegistered((of) => isPlanted(of) || isDriven(of))).toEqual([]);
  });

  it('has no event before the first registration or after today', () => {
    const isInOrder = ({ vehicle, events }: Registered) =>
      events
        .filter(({ kind }) => pastKinds.includes(kind))
        .every(({ date }) => date === null || (date >= vehicle.firstRegistration! && date <= today));
    expect(exceptRegistered(isInOrder)).toEqual([]);
  });

  it('inspects a car after four years and then every second one, at most three months late', () => {
    const isOnTime = ({ car, vehicle: { inspections } }: Registered) =>
      inspections.every(({ date }, place) => {
        const before = inspections[place - 1]?.date;
        const due = before ? addYears(before, 2) : addYears(car.firstRegistration, 4);
        return daysBetween(due, date) < 92;
      });
    expect(exceptRegistered(isOnTime)).toEqual([]);
  });

  const daysToNext = ({ vehicle }: { vehicle: Vehicle }) => daysBetween(today, vehicle.nextInspection!);

  it('calls a car to the next inspection two years after the last one, or four after its first day', () => {
    const isDue = ({ car, vehicle }: Registered) => {
      const last = vehicle.inspections.at(-1)?.date;
      const due = last ? addYears(last, 2) : addYears(car.firstRegistration, 4);
      return Math.abs(daysBetween(due, vehicle.nextInspection!)) <= 60;
    };
    expect(exceptRegistered(isDue)).toEqual([]);
    expect(exceptRegistered((of) => of.car.twist === 'overdue_inspection' || daysToNext(of) > 0)).toEqual([]);
  });

  it('calls no two in a hundred cars on the same day', () => {
    const days = Map.groupBy(registered, daysToNext);
    expect(Math.max(...[...days.values()].map(({ length }) => length))).toBeLessThan(
      0.02 * registered.length,
    );
  });

  it('counts the owners of the ad', () => {
    const isSame = ({ car, events }: Registered) =>
      new Set(events.flatMap(({ kind, date }) => (kind === 'owner_change' ? [date] : []))).size ===
      car.owners - 1;
    expect(exceptRegistered(isSame)).toEqual([]);
  });

  it('finds no fault at an electric car that only an engine has', () => {
    const hasExhaust = ({ events }: Registered) =>
      events.some(({ faults, said }) => /udstødning|brændstof/i.test([...faults, said].join()));
    expect(exceptRegistered((of) => of.car.fuel !== 'electric' || !hasExhaust(of))).toEqual([]);
  });

  it('mistakes petrol for diesel only, and the year only of engines that were sold before', () => {
    const isPossible = ({ car, vehicle }: Registered) =>
      (car.twist !== 'fuel_differs' || ['petrol', 'diesel'].includes(car.fuel)) &&
      (car.twist !== 'year_differs' || vehicle.year! >= car.engine.from);
    expect(exceptRegistered(isPossible)).toEqual([]);
  });
});

describe('what is planted in the demo', () => {
  const entries = seedCatalog(demoSeed, {
    origin: 'http://127.0.0.1:1',
    now: new Date(`${today}T12:00:00Z`),
  });

  it('is there, in at most one of twenty cars each', () => {
    const planted: Record<string, (entry: (typeof entries)[number]) => boolean> = {
      stolen: ({ car }) => car.twist === 'stolen',
      blocked: ({ car }) => car.twist === 'blocked',
      bankrupt: ({ car }) => car.twist === 'bankrupt',
      'not asked': ({ car }) => car.twist === 'half_asked',
      'unknown to the register': ({ car }) => car.twist === 'absent',
      'without a date': ({ listing }) => listing.listedAt === null,
      'another price before': ({ formerPricesDkk }) => formerPricesDkk.length > 0,
      'wound back': ({ car }) => car.twist === 'mileage_above_ad',
      'claims an inspection': ({ car }) => car.twist === 'claims_fresh_inspection',
      overdue: ({ car }) => car.twist === 'overdue_inspection',
    };
    for (const [name, isPlanted] of Object.entries(planted)) {
      expect(share(entries, isPlanted), name).toBeGreaterThan(0);
      expect(share(entries, isPlanted), name).toBeLessThanOrEqual(0.05);
    }
    const mistyped = share(firstAds, ({ car, price }) =>
      [0.1, 10].includes(price.amount / car.askingPrice.amount),
    );
    expect(mistyped).toBeGreaterThan(0);
    expect(mistyped).toBeLessThanOrEqual(0.05);
  });
});
