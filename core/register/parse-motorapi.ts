import { bodyIn } from '#core/marketplace/ad/body.ts';
import { halfYearlyTax } from './half-yearly-tax.ts';
import { motorapiStory } from './motorapi-story.ts';
import { namesOf } from './names.ts';
import { asDay, asFlag, asObject, asPositive, asText, type Json } from './read-json.ts';
import { burnsOf, fuelOf, horsepowerOfKw, litresOf } from './units.ts';
import type { Vehicle } from './vehicle.ts';

function fuelIn(root: Json): Vehicle['fuel'] {
  if (asFlag(root.is_hybrid) !== true) return fuelOf(asText(root.fuel_type), null);
  return asText(root.hybrid_type) === 'plugin' ? 'plugin_hybrid' : 'hybrid';
}

/** A `vehicles/{plate}` answer of motorapi as our Vehicle. Null when the answer names no vehicle. */
export function parseMotorapi(plate: string, answer: unknown): Vehicle | null {
  const root = asObject(answer);
  const make = asText(root.make);
  if (!make) return null;
  const inspection = asObject(root.mot_info);
  const inspectedOn = asDay(inspection.date);
  const kw = asPositive(root.engine_power);
  const fuel = fuelIn(root);
  // It tells neither consumption nor CO2: of electric cars alone is it enough.
  const tax = halfYearlyTax({
    fuel,
    burns: burnsOf(asText(root.fuel_type)),
    ...{ kmPerLitre: null, whPerKm: null, co2GramsPerKm: null, hasParticleFilter: null },
    firstRegistration: asDay(root.first_registration),
  });
  const key = root.vehicle_id ?? root.vin;
  return {
    plate,
    vehicleKey: key === undefined || key === null ? null : String(key),
    ...namesOf(make, asText(root.model)),
    variant: asText(root.variant),
    year: asPositive(root.model_year),
    firstRegistration: asDay(root.first_registration),
    color: asText(root.color),
    fuel,
    gearbox: null,
    body: bodyIn(asText(root.chassis_type)),
    horsepower: kw === null ? null : horsepowerOfKw(kw),
    engineLitres: litresOf(asPositive(root.engine_volume)),
    kmPerLitre: null,
    whPerKm: null,
    halfYearlyTaxDkk: tax?.dkk ?? null,
    taxBasis: tax?.basis ?? null,
    equipment: [],
    inspections: inspectedOn
      ? [{ date: inspectedOn, result: asText(inspection.result), mileageKm: asPositive(inspection.mileage) }]
      : [],
    nextInspection: asDay(inspection.next_inspection_date),
    status:
      asText(root.status) === null
        ? null
        : /afmeldt/i.test(String(root.status))
          ? 'deregistered'
          : 'registered',
    isLeasing: asFlag(root.is_leasing),
    hasDebt: null,
    isImported: null,
    story: motorapiStory(plate, root),
    valuation: null,
  };
}
