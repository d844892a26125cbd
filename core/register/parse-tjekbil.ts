import { bodyIn } from '#core/marketplace/ad/body.ts';
import { halfYearlyTax, type Tax } from './half-yearly-tax.ts';
import { namesOf } from './names.ts';
import { asDay, asFlag, asList, asObject, asPositive, asText, type Json } from './read-json.ts';
import { isCustomsInspection } from './tjekbil-inspections.ts';
import { tjekbilStory } from './tjekbil-story.ts';
import { burnsOf, fuelOf, horsepowerOfKw, litresOf, titleCase, whPerKmOf } from './units.ts';
import type { Vehicle } from './vehicle.ts';

function inspectionsOf(answer: Json): Vehicle['inspections'] {
  const reports = asList(asObject(answer.inspectionData).rapporter).map(asObject);
  return reports
    .filter((report) => !isCustomsInspection(report))
    .map((report) => ({
      date: asDay(report.synsdato) ?? '',
      result: asText(report.synsresultat),
      mileageKm: asPositive(report.kmstand),
    }))
    .filter((report) => report.date !== '')
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Equipment names; entries like "Airbags: 0" say what the car does not have. */
function equipmentOf(basic: Json): string[] {
  return asList(basic.koeretoejUdstyrSamling)
    .map(asText)
    .filter((entry): entry is string => entry !== null && !/(?::\s*|\b)0\s*(?:stk\.?)?$/.test(entry));
}

/** The element shape of `opkraevedeAfgifter` is not documented: any positive amount in it is taken, the newest first. */
function chargedTax(extended: Json): Tax | null {
  for (const entry of asList(asObject(extended.taxes).opkraevedeAfgifter).map(asObject))
    for (const [name, value] of Object.entries(entry))
      if (/bel[oø]e?b|amount|afgift/i.test(name) && asPositive(value))
        return { dkk: Math.round(asPositive(value)!), basis: 'charged' };
  return null;
}

type Engine = Pick<Vehicle, 'fuel' | 'kmPerLitre' | 'whPerKm'>;

function taxOf(engine: Engine, firstRegistration: string | null, extended: Json, basic: Json): Tax | null {
  const technical = asObject(extended.techical);
  return (
    chargedTax(extended) ??
    halfYearlyTax({
      ...engine,
      burns: burnsOf(asText(basic.drivkraftTypeNavn) ?? asText(technical.drivkraftTypeNavn)),
      co2GramsPerKm: asPositive(basic.miljoeOplysningCO2Udslip),
      hasParticleFilter: asFlag(basic.miljoeOplysningPartikelFilter),
      firstRegistration,
    })
  );
}

function valuationOf(answer: Json): Vehicle['valuation'] {
  const v = asObject(answer.valuation);
  const [lowDkk, avgDkk, highDkk] = [asPositive(v.low), asPositive(v.averagePrice), asPositive(v.high)];
  if (lowDkk === null || avgDkk === null || highDkk === null) return null;
  return { lowDkk, avgDkk, highDkk, count: asPositive(v.priceCount) ?? 0 };
}

function engineOf(basic: Json, technical: Json) {
  const kw = asPositive(basic.motorStoersteEffekt) ?? asPositive(technical.motorStoersteEffekt);
  const fuel = fuelOf(
    asText(basic.drivkraftTypeNavn) ?? asText(technical.drivkraftTypeNavn),
    asFlag(technical.pluginHybrid),
  );
  return {
    fuel,
    horsepower: asPositive(basic.motorHestekraefter) ?? (kw === null ? null : horsepowerOfKw(kw)),
    engineLitres: litresOf(asPositive(basic.motorStoerrelse) ?? asPositive(basic.motorSlagVolumen)),
    // Electric cars are measured in Wh/km; a km/l figure of theirs is noise.
    kmPerLitre: fuel === 'electric' ? null : asPositive(basic.motorKmPerLiter),
    whPerKm:
      fuel === 'electric'
        ? whPerKmOf(asPositive(basic.motorElektriskForbrug) ?? asPositive(technical.motorElektriskForbrug))
        : null,
  };
}

/**
 * A `dmr/regnr` answer of tjekbil (keyed or open API, or the demo register) as our Vehicle; field by field as
 * vehicle-data describes. Null when the answer names no vehicle.
 */
export function parseTjekbil(plate: string, answer: unknown): Vehicle | null {
  const root = asObject(answer);
  const basic = asObject(root.basic);
  const extended = asObject(root.extended);
  const general = asObject(extended.general);
  const technical = asObject(extended.techical);
  const make = asText(basic.maerkeTypeNavn) ?? asText(general.maerke);
  if (!make && Object.keys(basic).length === 0) return null;
  const engine = engineOf(basic, technical);
  const firstRegistration = asDay(basic.foersteRegistreringDato) ?? asDay(general.firstRegDate);
  const automatic = asFlag(general.automatgear);
  const tax = taxOf(engine, firstRegistration, extended, basic);
  const inspection = asObject(extended.inspection);
  const inspections = inspectionsOf(root);
  const lastDay = asDay(inspection.sidsteSyn);
  if (lastDay && !inspections.some((each) => each.date === lastDay))
    inspections.push({ date: lastDay, result: asText(inspection.sidsteSynResultat), mileageKm: null });
  const status = asText(basic.status) ?? asText(general.status);
  const key = basic.koeretoejId ?? general.kid ?? basic.stelNr;
  return {
    plate,
    vehicleKey: key === undefined || key === null ? null : String(key),
    ...namesOf(make, asText(basic.modelTypeNavn) ?? asText(general.model)),
    variant: asText(basic.variantTypeNavn) ?? asText(general.variant),
    year: asPositive(basic.modelAar) ?? asPositive(general.modelAar),
    firstRegistration,
    color: titleCase(asText(basic.farveTypeNavn) ?? asText(general.farve)),
    gearbox: automatic === null ? null : automatic ? 'automatic' : 'manual',
    body: bodyIn(asText(basic.karrosseriTypeNavn)),
    ...engine,
    halfYearlyTaxDkk: tax?.dkk ?? null,
    taxBasis: tax?.basis ?? null,
    equipment: equipmentOf(basic),
    inspections: inspections.sort((a, b) => (a.date < b.date ? -1 : 1)),
    nextInspection: asDay(inspection.naesteSyn),
    status: status === null ? null : /afmeldt/i.test(status) ? 'deregistered' : 'registered',
    isLeasing: asFlag(basic.bilLeaset) ?? asFlag(asObject(extended.leasing).bilenErLeaset),
    hasDebt: root.debtData ? asList(asObject(root.debtData).laaneDokumenter).length > 0 : null,
    isImported: asText(general.standEfterImport) === null ? null : true,
    story: tjekbilStory(plate, root),
    valuation: valuationOf(root),
  };
}
