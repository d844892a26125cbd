import { laidAs, type OptionalCall, optionalCalls, type Vehicle } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom } from '#demo/cars/random.ts';
import { spokenFuel } from '#demo/cars/wording.ts';
import { bodyWords } from './body-words.ts';
import { addDays } from './days.ts';
import {
  inspectionReports,
  insuranceHistory,
  leasingHistory,
  loans,
  mileageLogs,
  ownerHistory,
  recallsOf,
} from './story-records.ts';
import { measuredOf } from './vehicle-of.ts';

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
export const optionalAnswer = (call: OptionalCall, car: DemoCar, vehicle: Vehicle, today: string) =>
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
export function tjekbilAnswer(car: DemoCar, vehicle: Vehicle, today: string): Record<string, unknown> {
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
