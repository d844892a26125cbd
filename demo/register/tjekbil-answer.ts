import type { Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { spokenFuel } from '#demo/cars/wording.ts';

const midnight = (day: string) => `${day}T00:00:00+02:00`;
const danishDay = (day: string) => day.split('-').reverse().join('-');
const kilowatts = (horsepower: number) => Math.round(horsepower / 1.35962);

function registerFuel(vehicle: Vehicle, car: DemoCar): string {
  if (vehicle.fuel === 'plugin_hybrid' || vehicle.fuel === 'hybrid') return 'Benzin';
  return spokenFuel({ fuel: vehicle.fuel ?? car.fuel });
}

function basicPart(car: DemoCar, vehicle: Vehicle): Record<string, unknown> {
  return {
    regNr: vehicle.plate,
    status: vehicle.status === 'deregistered' ? 'Afmeldt' : 'Registreret',
    foersteRegistreringDato: vehicle.firstRegistration && midnight(vehicle.firstRegistration),
    bilLeaset: vehicle.isLeasing,
    koeretoejArtNavn: car.body === 'motorcycle' ? 'Motorcykel' : 'Personbil',
    koeretoejAnvendelseNavn: 'Privat personkørsel',
    maerkeTypeNavn: vehicle.make?.toUpperCase(),
    modelTypeNavn: vehicle.model?.toUpperCase(),
    variantTypeNavn: vehicle.variant,
    farveTypeNavn: vehicle.color,
    modelAar: String(vehicle.year),
    motorSlagVolumen: vehicle.engineLitres === null ? null : vehicle.engineLitres * 1000,
    motorStoerrelse: vehicle.engineLitres,
    // The register often leaves horsepower out and knows the kilowatts only.
    motorHestekraefter:
      vehicle.horsepower !== null && vehicle.horsepower % 3 === 0 ? vehicle.horsepower : null,
    motorStoersteEffekt: vehicle.horsepower === null ? null : kilowatts(vehicle.horsepower),
    motorKmPerLiter: vehicle.kmPerLitre,
    motorKilometerstand: Math.round((vehicle.inspections.at(-1)?.mileageKm ?? car.mileageKm) / 1000),
    drivkraftTypeNavn: registerFuel(vehicle, car),
    koeretoejUdstyrSamling: vehicle.equipment,
    koeretoejId: Number(vehicle.vehicleKey),
  };
}

function extendedPart(vehicle: Vehicle): Record<string, unknown> {
  const last = vehicle.inspections.at(-1);
  return {
    taxes: {
      opkraevedeAfgifter:
        vehicle.halfYearlyTaxDkk === null
          ? []
          : [{ type: 'Grøn ejerafgift', beloeb: vehicle.halfYearlyTaxDkk }],
      afgiftDetaljer: [],
    },
    insurance: { status: 'Aktiv', historik: [] },
    general: {
      regNr: vehicle.plate,
      firstRegDate: vehicle.firstRegistration && midnight(vehicle.firstRegistration),
      automatgear: vehicle.gearbox === 'automatic',
      standEfterImport: vehicle.isImported ? 'Middel' : null,
      blockedStatus: false,
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

function inspectionReports(vehicle: Vehicle): Record<string, unknown>[] {
  const reports: Record<string, unknown>[] = [...vehicle.inspections].reverse().map((inspection) => ({
    firma: 'Bilsyn Demo',
    synstype: 'Første syn',
    synsresultat: inspection.result,
    synsdato: danishDay(inspection.date),
    kategori: 'Periodisk syn',
    kmstand: inspection.mileageKm,
    fejl: [],
  }));
  const [first] = vehicle.inspections;
  if (vehicle.isImported && first)
    reports.push({ ...reports.at(-1), synsresultat: 'Middel', kategori: 'Toldsyn import' });
  return reports;
}

/** The record as `GET /dmr/regnr/{PLATE}` of tjekbil gives it: its field names, its misspelling, its two styles of dates. */
export function tjekbilAnswer(car: DemoCar, vehicle: Vehicle): Record<string, unknown> {
  return {
    basic: basicPart(car, vehicle),
    extended: extendedPart(vehicle),
    inspectionData: {
      mistaenkeligtKmStand: car.twist === 'mileage_above_ad',
      rapporter: inspectionReports(vehicle),
    },
    debtData: {
      laaneDokumenter: vehicle.hasDebt ? [{ type: 'Ejendomsforbehold', haeftelse: 48_000 }] : [],
      konkurs: null,
    },
    valuation: vehicle.valuation && {
      low: vehicle.valuation.lowDkk,
      averagePrice: vehicle.valuation.avgDkk,
      high: vehicle.valuation.highDkk,
      priceCount: vehicle.valuation.count,
    },
  };
}
