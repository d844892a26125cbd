import type { Body } from '#core/marketplaces/ad/listing.ts';
import { halfYearlyTax } from '#core/register/tax.ts';
import { unknownVehicle, type Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, hashKeys, type Random } from '#demo/cars/random.ts';

/** Calendar day plus days. */
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

/** Four years after the first registration, then every second year; a freshly inspected car was seen last month. */
function inspectionDays(car: DemoCar, today: string, random: Random): string[] {
  const days: string[] = [];
  // Overdue: the last one is more than two years ago. Claimed to be fresh: no inspection for most of a year.
  const silentDays = { overdue_inspection: 760, claims_fresh_inspection: 300 } as const;
  const lastDay = addDays(today, -(silentDays[car.twist as keyof typeof silentDays] ?? 20));
  for (let day = addYears(car.firstRegistration, 4); day < lastDay; day = addYears(day, 2)) {
    days.push(addDays(day, -random.whole(3, 50)));
  }
  const fresh = addDays(today, -random.whole(8, 40));
  if (claimsFresh(car) && fresh > car.firstRegistration)
    return [...days.filter((day) => day < addDays(fresh, -300)), fresh];
  return days;
}

/** Readings grow evenly to the mileage of the ad; a wound-back odometer stood higher at the last inspection. */
function inspections(car: DemoCar, today: string, random: Random): Vehicle['inspections'] {
  const days = inspectionDays(car, today, random);
  const life = Math.max(1, daysBetween(car.firstRegistration, today));
  return days.map((date, index) => {
    const share = daysBetween(car.firstRegistration, date) / life;
    const isWoundBack = car.twist === 'mileage_above_ad' && index === days.length - 1;
    const mileageKm =
      Math.round(car.mileageKm * Math.min(0.995, share * random.between(0.96, 1.0))) +
      (isWoundBack ? Math.round(car.mileageKm * 0.25 + 18_000) : 0);
    return { date, result: random.chance(0.9) ? 'Godkendt' : 'Godkendt efter omsyn', mileageKm };
  });
}

/** Never in the past unless that is the car's secret: where a date has just passed, the owner has booked a new one. */
function nextInspection(car: DemoCar, days: readonly string[], today: string): string {
  if (car.twist === 'overdue_inspection') return addDays(today, -45);
  const last = days.at(-1);
  const due = last ? addYears(last, 2) : addYears(car.firstRegistration, 4);
  return due > today ? due : addDays(today, 60);
}

/** What the register measured of a car, beside what the car itself says. */
export function measuredOf({ fuel, kmPerLitre, plate, firstRegistration }: DemoCar) {
  const gramsPerLitre = fuel === 'diesel' ? 2640 : 2390;
  return {
    whPerKm: fuel === 'electric' ? 140 + (hashKeys('wh', plate) % 75) : null,
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
  const seen = inspections(car, today, random);
  const measured = measuredOf(car);
  const firstRegistration =
    car.twist === 'year_differs' ? addYears(car.firstRegistration, -3) : car.firstRegistration;
  const fuel = car.twist === 'fuel_differs' ? (car.fuel === 'diesel' ? 'petrol' : 'diesel') : car.fuel;
  const tax =
    car.body === 'motorcycle'
      ? null
      : halfYearlyTax({
          ...measured,
          fuel,
          burns: fuel === 'diesel' ? 'diesel' : 'petrol',
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
    nextInspection: nextInspection(
      car,
      seen.map((one) => one.date),
      today,
    ),
    status: car.twist === 'deregistered' ? 'deregistered' : 'registered',
    isLeasing: car.twist === 'leasing',
    hasDebt: car.twist === 'half_asked' ? null : car.twist === 'debt' || car.twist === 'imported_with_debt',
    isImported: car.twist === 'imported' || car.twist === 'imported_with_debt',
    valuation: valuation(car, random),
  };
}
