import { electricFactsOf } from '#core/cars/electric.ts';
import type { Body } from '#core/marketplaces/ad/listing.ts';
import { halfYearlyTax } from '#core/register/tax.ts';
import { unknownVehicle, type Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { hiddenYears } from '#demo/cars/offer.ts';
import { createRandom, hashKeys, type Random } from '#demo/cars/random.ts';

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function addYears(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

const bodyNames: Record<DemoCar['body'], Body | null> = {
  small: 'hatchback',
  hatch: 'hatchback',
  estate: 'estate',
  sedan: 'sedan',
  suv: 'suv',
  van: 'mpv',
  coupe: 'coupe',
  motorcycle: null,
};

/** As the register and the form of DBA write them. */
export const bodyWords: Record<Body, string> = {
  hatchback: 'Hatchback',
  sedan: 'Sedan',
  estate: 'Stationcar',
  suv: 'SUV',
  mpv: 'MPV',
  coupe: 'Coupé',
  cabriolet: 'Cabriolet',
  pickup: 'Pick-up',
  van: 'Kassevogn',
};

export const bodyOf = ({ body }: DemoCar): Body | null => bodyNames[body];

export function bodyWordOf(car: DemoCar): string | null {
  const body = bodyOf(car);
  return body && bodyWords[body];
}

const claimsFresh = (car: DemoCar) =>
  car.description.includes('Nysynet') && car.twist !== 'claims_fresh_inspection';

/** How many days ago the car was inspected out of its turn, from which the next two years count; null if it was not. */
function unbiddenDaysAgo(car: DemoCar, random: Random): number | null {
  // Nobody has looked at it since the two years were over.
  if (car.twist === 'overdue_inspection') return 730 + random.whole(20, 120);
  // Claimed to be fresh: the last inspection is most of a year ago, or more.
  if (car.twist === 'claims_fresh_inspection') return random.whole(300, 650);
  return claimsFresh(car) ? random.whole(8, 40) : null;
}

/** An inspection so shortly before the one that a car was taken to out of its turn did not happen. */
const needlessDays = 40;

type Turns = { days: string[]; next: string };

/** Four years after the first registration, then every second year, some weeks before the car is due. */
function inspectionTurns(car: DemoCar, today: string, random: Random): Turns {
  const days: string[] = [];
  let due = addYears(car.firstRegistration, 4);
  for (; due <= today; due = addYears(due, 2)) days.push(addDays(due, -random.whole(3, 50)));
  const daysAgo = unbiddenDaysAgo(car, random);
  if (daysAgo === null) return { days, next: due };
  const unbidden = addDays(today, -daysAgo);
  const before = days.filter((day) => day < addDays(unbidden, -needlessDays));
  return { days: [...before, unbidden], next: addYears(unbidden, 2) };
}

/** Readings grow with the days to the mileage of the ad; an odometer that was wound back had gone farther by the last one. */
function inspectionsOn(
  days: readonly string[],
  car: DemoCar,
  today: string,
  random: Random,
): Vehicle['inspections'] {
  const isWoundBack = car.twist === 'mileage_above_ad';
  const lifeTo = (day: string) => Math.max(1, daysBetween(car.firstRegistration, day));
  const [endKm, life] = isWoundBack
    ? [car.mileageKm * 1.15 + 12_000, lifeTo(days.at(-1) ?? today)]
    : [car.mileageKm, lifeTo(today)];
  // Some are driven more when they are new, some when they are old.
  const curve = random.between(0.85, 1.1);
  return days.map((date) => {
    const mileageKm = Math.floor(endKm * (lifeTo(date) / life) ** curve);
    return { date, result: random.chance(0.9) ? 'Godkendt' : 'Godkendt efter omsyn', mileageKm };
  });
}

/** As much as battery and range of the variant say, with what charging loses; in Wh a kilometre. */
function consumptionOf(car: DemoCar): number {
  const { batteryKwh, rangeKm } = electricFactsOf({
    ...car,
    equipment: [...car.equipment],
    horsepower: car.engine.horsepower,
  });
  const asMeasured = 0.96 + (hashKeys('wh', car.plate) % 9) / 100;
  return Math.round(asMeasured * (batteryKwh && rangeKm ? (1120 * batteryKwh) / rangeKm : 165));
}

/** What the register measured of a car, beside what the car itself says. */
export function measuredOf(car: DemoCar) {
  const { fuel, kmPerLitre, firstRegistration } = car;
  const gramsPerLitre = fuel === 'diesel' ? 2640 : 2390;
  return {
    whPerKm: fuel === 'electric' ? consumptionOf(car) : null,
    co2GramsPerKm: fuel === 'electric' || kmPerLitre === null ? null : Math.round(gramsPerLitre / kmPerLitre),
    hasParticleFilter: fuel === 'diesel' ? firstRegistration >= '2008-01-01' : null,
  };
}

/** For two cars in three; the more cars of the kind there are, the narrower. */
function valuation(car: DemoCar, random: Random): Vehicle['valuation'] {
  if (car.body === 'motorcycle' || random.chance(0.35)) return null;
  const count = random.whole(4, 60);
  const avgDkk = Math.round((car.valueDkk * Math.exp(0.035 * random.normal())) / 100) * 100;
  const halfWidth = 0.09 + 0.25 / count;
  const rounded = (dkk: number) => Math.round(dkk / 100) * 100;
  return {
    lowDkk: rounded(avgDkk * (1 - halfWidth)),
    avgDkk,
    highDkk: rounded(avgDkk * (1 + halfWidth)),
    count,
  };
}

/**
 * The register's record of a car: what the ad says, except where `car.twist` makes the two disagree.
 * `today` is a calendar day "YYYY-MM-DD": inspections have gone on until then. Null for a plate the register does not know.
 */
export function vehicleOf(car: DemoCar, today: string): Vehicle | null {
  if (car.twist === 'absent') return null;
  const random = createRandom('register', car.plate);
  const turns = inspectionTurns(car, today, random);
  const seen = inspectionsOn(turns.days, car, today, random);
  const measured = measuredOf(car);
  const firstRegistration =
    car.twist === 'year_differs' ? addYears(car.firstRegistration, -hiddenYears) : car.firstRegistration;
  const fuel = car.twist === 'fuel_differs' ? (car.fuel === 'diesel' ? 'petrol' : 'diesel') : car.fuel;
  const burns = fuel === 'diesel' ? 'diesel' : 'petrol';
  const tax =
    car.body === 'motorcycle'
      ? null
      : halfYearlyTax({
          ...measured,
          fuel,
          burns,
          kmPerLitre: car.kmPerLitre,
          firstRegistration,
        });
  // The story is told by the answer (`wholeAnswer`), from which the product reads it.
  return {
    ...unknownVehicle,
    plate: car.plate,
    vehicleKey: String(9_000_000_000_000_000 + (hashKeys('vehicle', car.plate) % 1_000_000_000)),
    make: car.make,
    model: car.model,
    variant: car.variant || null,
    year: Number(firstRegistration.slice(0, 4)),
    firstRegistration,
    color: car.paint.danish,
    fuel,
    burns: fuel === 'hybrid' ? burns : null,
    gearbox: car.gearbox,
    body: bodyOf(car),
    horsepower: car.engine.horsepower,
    engineLitres: car.engine.litres,
    kmPerLitre: car.kmPerLitre,
    whPerKm: fuel === 'electric' ? measured.whPerKm : null,
    halfYearlyTaxDkk: tax?.dkk ?? null,
    // Of half of the cars the register tells what is charged.
    taxBasis: tax && (random.chance(0.5) ? 'charged' : tax.basis),
    equipment: [...car.equipment],
    inspections: seen,
    nextInspection: turns.next,
    status: car.twist === 'deregistered' ? 'deregistered' : 'registered',
    isLeasing: car.twist === 'leasing',
    hasDebt: car.twist === 'half_asked' ? null : car.twist === 'debt' || car.twist === 'imported_with_debt',
    isImported: car.twist === 'imported' || car.twist === 'imported_with_debt',
    valuation: valuation(car, random),
  };
}
