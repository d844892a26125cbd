import type { Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { addDays, addYears, daysBetween } from './days.ts';

const danishDay = (day: string) => day.split('-').reverse().join('-');
const stations = ['Bilsyn Demo Odense', 'Bilsyn Demo Aarhus', 'Synshal Demo Vejle', 'Demo Bilsyn ApS, Køge'];
const insurers = ['DEMO FORSIKRING A/S', 'EKSEMPEL FORSIKRING A/S', 'PRØVE FORSIKRING G/S'];
const faults = [
  'Bremserør tæret',
  'Bærekugle, højre forside, slør',
  'Nærlys, venstre, forkert indstillet',
  'Dæk, slidt under 1,6 mm',
  'Udstødning utæt',
  'Støddæmper, bagest, utæt',
];
const recalls = [
  'Kontrol af gasgenerator i airbag',
  'Opdatering af software til bremser',
  'Udskiftning af brændstofpumpe',
];

/** A retried inspection had faults, a passed one sometimes a remark. */
const faultsAt = (result: string | null, random: Random) =>
  result === 'Godkendt' && random.chance(0.85)
    ? []
    : random.sample(faults, random.whole(1, 2)).map((title, number) => ({ number: `${number + 1}`, title }));

/** The reports of a car's inspections, the newest first, as tjekbil lists them. */
export function inspectionReports(car: DemoCar, vehicle: Vehicle): Record<string, unknown>[] {
  const random = createRandom('story', 'inspections', car.plate);
  const reports: Record<string, unknown>[] = [...vehicle.inspections].reverse().map((inspection) => ({
    firma: random.pick(stations),
    synstype: 'Første syn',
    synsresultat: inspection.result,
    synsdato: danishDay(inspection.date),
    kategori: 'Periodisk syn',
    kmstand: inspection.mileageKm,
    fejl: faultsAt(inspection.result, random),
  }));
  const [first] = vehicle.inspections;
  if (vehicle.isImported && first)
    reports.push({ ...reports.at(-1), synsresultat: 'Middel', kategori: 'Toldsyn import', fejl: [] });
  return reports;
}

/** A workshop's reading half-way between two inspections, for every second pair of them. */
export function mileageLogs(car: DemoCar, vehicle: Vehicle): Record<string, unknown>[] {
  const random = createRandom('story', 'log', car.plate);
  return vehicle.inspections.slice(1).flatMap((inspection, place) => {
    const before = vehicle.inspections[place]!;
    if (!random.chance(0.5) || before.mileageKm === null || inspection.mileageKm === null) return [];
    const day = addDays(before.date, Math.round(daysBetween(before.date, inspection.date) / 2));
    const mileage = Math.round((before.mileageKm + inspection.mileageKm) / 2);
    return [{ mileage, mileageAt: `${day}T00:00:00`, origin: 20, isHidden: false }];
  });
}

/** Days between first registration and `today` on which the car changed hands, the newest last. */
export function ownerHistory(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  const random = createRandom('story', 'owners', car.plate);
  const first = vehicle.firstRegistration ?? today;
  const life = daysBetween(first, today);
  // No more than the ad's owners make: an ad that names too few would be a contradiction that nobody planted.
  const changes = Array.from({ length: Math.min(random.whole(0, 3), car.owners - 1) }, () =>
    Math.round(life * random.between(0.1, 0.95)),
  );
  return changes
    .sort((a, b) => a - b)
    .map((days) => ({ type: random.chance(0.85) ? 'Ejer' : 'Bruger', dato: addDays(first, days) }));
}

/** Insured since the first registration; one in eight stood without for a winter. */
export function insuranceHistory(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  const random = createRandom('story', 'insurance', car.plate);
  const first = vehicle.firstRegistration ?? today;
  const history = [{ selskab: random.pick(insurers), status: 'Aktiv', oprettet: danishDay(first) }];
  const ended = addDays(first, Math.round(daysBetween(first, today) * random.between(0.3, 0.7)));
  if (!random.chance(0.125) || ended <= first) return history;
  const again = addDays(ended, random.whole(60, 150));
  return [
    ...(again < today
      ? [{ selskab: random.pick(insurers), status: 'Aktiv', oprettet: danishDay(again) }]
      : []),
    { ...history[0]!, status: 'Ophørt', oprettet: danishDay(ended) },
    ...history,
  ];
}

export function leasingHistory(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  if (!vehicle.isLeasing) return [];
  const from = addYears(today, -createRandom('story', 'leasing', car.plate).whole(1, 2));
  return [{ leasingGyldigFra: `${from}T00:00:00+01:00`, leasingGyldigTil: null }];
}

export function loans(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  if (!vehicle.hasDebt) return [];
  const random = createRandom('story', 'debt', car.plate);
  const day = addDays(today, -random.whole(90, 900));
  return [{ type: 'Ejendomsforbehold', haeftelse: 48_000, tinglyst: day }];
}

export function recallsOf(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  const random = createRandom('story', 'recalls', car.plate);
  if (!random.chance(0.12)) return [];
  const first = vehicle.firstRegistration ?? today;
  const dato = addDays(first, Math.round(daysBetween(first, today) * random.between(0.2, 0.9)));
  return [{ dato, titel: random.pick(recalls) }];
}
