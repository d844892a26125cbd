import { bodyIn } from '#core/marketplaces/ad/build-listing.ts';
import { namesOf, type RegisterStory, type StoryTopic, storyEvent, tellStory } from './story.ts';
import { halfYearlyTax } from './tax.ts';
import {
  asDay,
  asFlag,
  asObject,
  asPositive,
  asText,
  burnsOf,
  cleanWords,
  fuelOf,
  horsepowerOfKw,
  type Json,
  litresOf,
  unknownVehicle,
  type Vehicle,
} from './vehicle.ts';

/** The events of motorapi's answer to `vehicles/{plate}`: the last inspection, the status and the running lease. */
export function motorapiStory(plate: string, answer: unknown): RegisterStory {
  const root = asObject(answer);
  const plates = [plate];
  const inspection = asObject(root.mot_info);
  const registered = asDay(root.first_registration);
  const status = cleanWords(root.status, plates);
  const use = cleanWords(root.use, plates);
  const seen = asDay(inspection.date);
  const isLeased = asFlag(root.is_leasing);
  const [leasedFrom, leasedTo] = [asDay(root.leasing_from), asDay(root.leasing_to)];
  const asked: (StoryTopic | false)[] = [
    root.mot_info !== undefined && 'inspections',
    isLeased !== null && 'leasing',
    status !== null && 'status',
  ];
  return tellStory(
    asked.filter((topic) => topic !== false),
    [
      registered && storyEvent('first_registration', 'vehicle_register', { date: registered }),
      status && storyEvent('status', 'vehicle_register', { date: asDay(root.status_date), said: status }),
      use && storyEvent('use', 'vehicle_register', { said: use }),
      seen &&
        storyEvent('inspection', 'inspection_report', {
          date: seen,
          said: cleanWords(inspection.result, plates),
          mileageKm: asPositive(inspection.mileage),
        }),
      (isLeased || leasedFrom || leasedTo) &&
        storyEvent('leasing', 'vehicle_register', { date: leasedFrom, until: leasedTo }),
    ].flatMap((event) => event || []),
  );
}

function fuelIn(root: Json): Vehicle['fuel'] {
  if (asFlag(root.is_hybrid) !== true) return fuelOf(asText(root.fuel_type), null);
  return asText(root.hybrid_type) === 'plugin' ? 'plugin_hybrid' : 'hybrid';
}

/** Parses motorapi's answer to `vehicles/{plate}`. Null if the answer has no vehicle. */
export function parseMotorapi(plate: string, answer: unknown): Vehicle | null {
  const root = asObject(answer);
  const make = asText(root.make);
  if (!make) return null;
  const inspection = asObject(root.mot_info);
  const inspectedOn = asDay(inspection.date);
  const kw = asPositive(root.engine_power);
  const fuel = fuelIn(root);
  const burns = burnsOf(asText(root.fuel_type));
  // The answer has neither consumption nor CO2, so only electric cars' tax can be computed.
  const tax = halfYearlyTax({
    fuel,
    burns,
    ...{ kmPerLitre: null, whPerKm: null, co2GramsPerKm: null, hasParticleFilter: null },
    firstRegistration: asDay(root.first_registration),
  });
  const key = root.vehicle_id ?? root.vin;
  return {
    ...unknownVehicle,
    plate,
    vehicleKey: key === undefined || key === null ? null : String(key),
    ...namesOf(make, asText(root.model)),
    variant: asText(root.variant),
    year: asPositive(root.model_year),
    firstRegistration: asDay(root.first_registration),
    color: asText(root.color),
    fuel,
    burns: fuel === 'hybrid' ? burns : null,
    body: bodyIn(asText(root.chassis_type)),
    horsepower: kw === null ? null : horsepowerOfKw(kw),
    engineLitres: litresOf(asPositive(root.engine_volume)),
    halfYearlyTaxDkk: tax?.dkk ?? null,
    taxBasis: tax?.basis ?? null,
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
    story: motorapiStory(plate, root),
  };
}
