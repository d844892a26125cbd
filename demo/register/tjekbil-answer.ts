import { laidAs, type OptionalCall, optionalCalls, type Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { spokenFuel } from '#demo/cars/wording.ts';
import { addDays, addYears, bodyWords, daysBetween, measuredOf, vehicleOf } from './vehicle-of.ts';

const danishDay = (day: string) => day.split('-').reverse().join('-');
const stations = ['Bilsyn Demo Odense', 'Bilsyn Demo Aarhus', 'Synshal Demo Vejle', 'Demo Bilsyn ApS, Køge'];
const insurers = ['DEMO FORSIKRING A/S', 'EKSEMPEL FORSIKRING A/S', 'PRØVE FORSIKRING G/S'];
const faults = [
  'Bremserør tæret',
  'Bærekugle, højre forside, slør',
  'Nærlys, venstre, forkert indstillet',
  'Dæk, slidt under 1,6 mm',
  'Støddæmper, bagest, utæt',
];
const recalls = ['Kontrol af gasgenerator i airbag', 'Opdatering af software til bremser'];
const faultOfEngine = 'Udstødning utæt';
const recallOfEngine = 'Udskiftning af brændstofpumpe';
const hasEngine = ({ fuel }: DemoCar) => fuel !== 'electric';

/** A retried inspection had faults, a passed one sometimes a remark. */
const faultsAt = (car: DemoCar, result: string | null, random: Random) =>
  result === 'Godkendt' && random.chance(0.85)
    ? []
    : random
        .sample(hasEngine(car) ? [...faults, faultOfEngine] : faults, random.whole(1, 2))
        .map((title, number) => ({ number: `${number + 1}`, title }));

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
    fejl: faultsAt(car, inspection.result, random),
  }));
  const [first] = vehicle.inspections;
  if (vehicle.isImported && first)
    // Before its first plates: nobody owned or insured it here earlier.
    reports.push({
      ...reports.at(-1),
      synsresultat: 'Middel',
      kategori: 'Toldsyn import',
      synsdato: danishDay(vehicle.firstRegistration ?? first.date),
      kmstand: null,
      fejl: [],
    });
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

/** Days between first registration and `today` on which the car changed hands or got another user, the newest last. */
export function ownerHistory(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  const random = createRandom('story', 'owners', car.plate);
  const first = vehicle.firstRegistration ?? today;
  const life = daysBetween(first, today);
  // As many as the ad makes: another number would be a contradiction that nobody planted.
  const changes = Array.from({ length: car.owners - 1 }, (_, place) => ({
    type: 'Ejer',
    days: Math.round((life * (place + random.between(0.3, 0.95))) / (car.owners - 1)),
  }));
  const users = random.chance(0.15)
    ? [{ type: 'Bruger', days: Math.round(life * random.between(0.1, 0.95)) }]
    : [];
  return [...changes, ...users]
    .sort((a, b) => a.days - b.days)
    .map(({ type, days }) => ({ type, dato: addDays(first, days) }));
}

/** Insured since its last owner has it; one in eight stood without for a winter. */
export function insuranceHistory(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  const random = createRandom('story', 'insurance', car.plate);
  const lastChange = ownerHistory(car, vehicle, today).findLast(({ type }) => type === 'Ejer');
  const first = lastChange ? String(lastChange.dato) : (vehicle.firstRegistration ?? today);
  const history = [{ selskab: random.pick(insurers), status: 'Aktiv', oprettet: danishDay(first) }];
  const ended = addDays(first, Math.round(daysBetween(first, today) * random.between(0.3, 0.7)));
  const again = addDays(ended, random.whole(60, 150));
  if (!random.chance(0.125) || ended <= first || again >= today) return history;
  return [
    { selskab: random.pick(insurers), status: 'Aktiv', oprettet: danishDay(again) },
    { ...history[0]!, status: 'Ophørt', oprettet: danishDay(ended) },
    ...history,
  ];
}

export function leasingHistory(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  if (!vehicle.isLeasing) return [];
  const asked = addYears(today, -createRandom('story', 'leasing', car.plate).whole(1, 2));
  const first = vehicle.firstRegistration ?? asked;
  const from = [asked, first].sort().at(-1);
  return [{ leasingGyldigFra: `${from}T00:00:00+01:00`, leasingGyldigTil: null }];
}

export function loans(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  if (!vehicle.hasDebt) return [];
  const random = createRandom('story', 'debt', car.plate);
  const life = daysBetween(vehicle.firstRegistration ?? today, today);
  const day = addDays(today, -Math.min(random.whole(90, 900), life));
  return [{ type: 'Ejendomsforbehold', haeftelse: 48_000, tinglyst: day }];
}

export function recallsOf(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown>[] {
  const random = createRandom('story', 'recalls', car.plate);
  if (!random.chance(0.12)) return [];
  const first = vehicle.firstRegistration ?? today;
  const dato = addDays(first, Math.round(daysBetween(first, today) * random.between(0.2, 0.9)));
  return [{ dato, titel: random.pick(hasEngine(car) ? [...recalls, recallOfEngine] : recalls) }];
}

const midnight = (day: string) => `${day}T00:00:00+02:00`;
const kilowatts = (horsepower: number) => Math.round(horsepower / 1.35962);

function registerFuel(vehicle: Vehicle, car: DemoCar): string {
  if (vehicle.fuel === 'plugin_hybrid' || vehicle.fuel === 'hybrid') return 'Benzin';
  return spokenFuel({ fuel: vehicle.fuel ?? car.fuel });
}

function basicPart(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown> {
  const measured = measuredOf(car);
  return {
    regNr: vehicle.plate,
    status: vehicle.status === 'deregistered' ? 'Afmeldt' : 'Registreret',
    ...(car.twist === 'stolen' && {
      sekundaerStatus: 'Efterlyst',
      sekundaerStatusDato: midnight(
        addDays(today, -createRandom('story', 'stolen', car.plate).whole(3, 200)),
      ),
    }),
    foersteRegistreringDato: vehicle.firstRegistration && midnight(vehicle.firstRegistration),
    bilLeaset: vehicle.isLeasing,
    leasingHistory: leasingHistory(car, vehicle, today),
    koeretoejArtNavn: car.body === 'motorcycle' ? 'Motorcykel' : 'Personbil',
    koeretoejAnvendelseNavn: 'Privat personkørsel',
    maerkeTypeNavn: vehicle.make?.toUpperCase(),
    modelTypeNavn: vehicle.model?.toUpperCase(),
    variantTypeNavn: vehicle.variant,
    farveTypeNavn: vehicle.color,
    modelAar: String(vehicle.year),
    karrosseriTypeNavn: vehicle.body && bodyWords[vehicle.body],
    motorSlagVolumen: vehicle.engineLitres === null ? null : vehicle.engineLitres * 1000,
    motorStoerrelse: vehicle.engineLitres,
    // The register often leaves horsepower out and knows the kilowatts only.
    motorHestekraefter:
      vehicle.horsepower !== null && vehicle.horsepower % 3 === 0 ? vehicle.horsepower : null,
    motorStoersteEffekt: vehicle.horsepower === null ? null : kilowatts(vehicle.horsepower),
    motorKmPerLiter: vehicle.kmPerLitre,
    motorKilometerstand: Math.round((vehicle.inspections.at(-1)?.mileageKm ?? car.mileageKm) / 1000),
    motorElektriskForbrug: vehicle.whPerKm,
    miljoeOplysningCO2Udslip: measured.co2GramsPerKm,
    miljoeOplysningPartikelFilter: measured.hasParticleFilter,
    drivkraftTypeNavn: registerFuel(vehicle, car),
    koeretoejUdstyrSamling: vehicle.equipment,
    koeretoejId: Number(vehicle.vehicleKey),
  };
}

function extendedPart(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown> {
  const last = vehicle.inspections.at(-1);
  return {
    taxes: {
      opkraevedeAfgifter:
        vehicle.taxBasis !== 'charged' ? [] : [{ type: 'Grøn ejerafgift', beloeb: vehicle.halfYearlyTaxDkk }],
      afgiftDetaljer: [],
    },
    ...(car.twist !== 'half_asked' && {
      insurance: { status: 'Aktiv', historik: insuranceHistory(car, vehicle, today) },
    }),
    general: {
      regNr: vehicle.plate,
      firstRegDate: vehicle.firstRegistration && midnight(vehicle.firstRegistration),
      automatgear: vehicle.gearbox === 'automatic',
      standEfterImport: vehicle.isImported ? 'Middel' : null,
      blockedStatus: car.twist === 'blocked',
    },
    leasing: { bilenErLeaset: vehicle.isLeasing },
    techical: { pluginHybrid: vehicle.fuel === 'plugin_hybrid' },
    inspection: {
      naesteSyn: vehicle.nextInspection && midnight(vehicle.nextInspection),
      sidsteSyn: last ? `${last.date}T00:00:00` : null,
      sidsteSynResultat: last?.result ?? null,
    },
  };
}

/** What the register answers to a call beside the main one. `today`: calendar day "YYYY-MM-DD". */
const optionalAnswer = (call: OptionalCall, car: DemoCar, vehicle: Vehicle, today: string) =>
  ({ mileage: mileageLogs, owners: ownerHistory, recalls: recallsOf })[call](car, vehicle, today);

/** The main answer with those of the optional calls laid beside it, as the product reads them. */
export function wholeAnswer(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown> {
  const laid = optionalCalls.map((call) => [laidAs[call], optionalAnswer(call, car, vehicle, today)]);
  return { ...tjekbilAnswer(car, vehicle, today), ...Object.fromEntries(laid) };
}

/**
 * The record as `GET /dmr/regnr/{PLATE}` of tjekbil gives it: its field names, its misspelling, its two styles of dates.
 * `today`: calendar day "YYYY-MM-DD".
 */
function tjekbilAnswer(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown> {
  return {
    basic: basicPart(car, vehicle, today),
    extended: extendedPart(car, vehicle, today),
    inspectionData: {
      mistaenkeligtKmStand: car.twist === 'mileage_above_ad',
      rapporter: inspectionReports(car, vehicle),
    },
    debtData:
      car.twist === 'half_asked'
        ? null
        : {
            laaneDokumenter: loans(car, vehicle, today),
            konkurs:
              car.twist === 'bankrupt'
                ? { dato: addDays(today, -createRandom('story', 'bankrupt', car.plate).whole(20, 300)) }
                : null,
          },
    valuation: vehicle.valuation && {
      low: vehicle.valuation.lowDkk,
      averagePrice: vehicle.valuation.avgDkk,
      high: vehicle.valuation.highDkk,
      priceCount: vehicle.valuation.count,
    },
  };
}

type Asked = { call: 'dmr' | OptionalCall; plate: string };

const address = new RegExp(`^/register/(dmr|${optionalCalls.join('|')})/([A-Za-z0-9]{2,8})$`);

function readAddress(pathname: string): Asked | null {
  const [, call, plate] = address.exec(pathname) ?? [];
  return call && plate ? { call: call as Asked['call'], plate: plate.toUpperCase() } : null;
}

/** How often each plate was asked about on each day (UTC), whatever was answered: "AB12345 2026-11-21" → 3. */
export type CallCounts = Map<string, number>;

/** The register of the demo: what it answers to an address, null when the address is none of its own. */
export function answerRegister(
  pathname: string,
  register: {
    findPlate: (plate: string) => DemoCar | null;
    isOut: boolean;
    now: Date;
    counts: CallCounts;
  },
): { status: number; value: unknown } | null {
  const asked = readAddress(pathname);
  if (!asked) return null;
  const today = register.now.toISOString().slice(0, 10);
  const counted = `${asked.plate} ${today}`;
  register.counts.set(counted, (register.counts.get(counted) ?? 0) + 1);
  if (register.isOut) return { status: 503, value: { message: 'Service unavailable' } };
  const car = register.findPlate(asked.plate);
  const vehicle = car && vehicleOf(car, today);
  if (!car || !vehicle) return { status: 404, value: { message: 'Not found' } };
  const value =
    asked.call === 'dmr'
      ? tjekbilAnswer(car, vehicle, today)
      : optionalAnswer(asked.call, car, vehicle, today);
  return { status: 200, value };
}
