import { bodyIn } from '#core/marketplaces/ad/build-listing.ts';
import {
  namesOf,
  type RegisterStory,
  type StoryEvent,
  type StoryTopic,
  storyEvent,
  tellStory,
} from './story.ts';
import { halfYearlyTax, type Tax } from './tax.ts';
import {
  asDay,
  asFlag,
  asList,
  asObject,
  asPositive,
  asText,
  burnsOf,
  cleanWords,
  firmOf,
  fuelOf,
  horsepowerOfKw,
  type Json,
  litresOf,
  titleCase,
  type Vehicle,
  whPerKmOf,
} from './vehicle.ts';

const mostFaults = 30;

/** A customs inspection ("Toldsyn import / Middel") grades wear at import; it is not a roadworthiness test. */
export const isCustomsInspection = (report: Json): boolean => /toldsyn/i.test(asText(report.kategori) ?? '');

function faultsOf(report: Json, plates: readonly string[]): string[] {
  return asList(report.fejl)
    .map((fault) => {
      const { title, description } = asObject(fault);
      return cleanWords(title, plates) ?? cleanWords(description, plates) ?? cleanWords(fault, plates);
    })
    .filter((fault) => fault !== null)
    .slice(0, mostFaults);
}

/** One event per inspection report, and the last inspection if no report covers it. */
export function inspectionEvents(root: Json, plates: readonly string[]): StoryEvent[] {
  const reports = asList(asObject(root.inspectionData).rapporter).map(asObject);
  const events = reports.map((report) =>
    storyEvent(isCustomsInspection(report) ? 'customs_inspection' : 'inspection', 'inspection_report', {
      date: asDay(report.synsdato),
      said: cleanWords(report.synsresultat, plates),
      mileageKm: asPositive(report.kmstand),
      place: firmOf(report.firma, plates),
      faults: faultsOf(report, plates),
    }),
  );
  const { sidsteSyn, sidsteSynResultat } = asObject(asObject(root.extended).inspection);
  const last = asDay(sidsteSyn);
  if (last && !events.some(({ date }) => date === last))
    events.push(
      storyEvent('inspection', 'vehicle_register', {
        date: last,
        said: cleanWords(sidsteSynResultat, plates),
      }),
    );
  return events;
}

/** Changing the insurer takes days, so only a longer time without insurance is a gap. */
const gapDays = 14;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const isEnded = ({ said }: StoryEvent) => /oph[øo]rt|opsagt|udg[åa]et/i.test(said ?? '');

export function insuranceEvents(extended: Json, plates: readonly string[]): StoryEvent[] {
  const insurance = asObject(extended.insurance);
  const entries = [...asList(insurance.historik), ...(insurance.oprettet ? [insurance] : [])].map(asObject);
  const events = entries.map((entry) =>
    storyEvent('insurance', 'insurance_register', {
      date: asDay(entry.oprettet),
      said: cleanWords(entry.status, plates),
      place: cleanWords(entry.selskab, plates),
    }),
  );
  const dated = events.filter(({ date }) => date !== null).sort((a, b) => (a.date! < b.date! ? -1 : 1));
  const gaps = dated.flatMap((event, place) => {
    const next = dated[place + 1];
    if (!isEnded(event) || !next || isEnded(next) || daysBetween(event.date!, next.date!) <= gapDays)
      return [];
    return storyEvent('insurance_gap', 'insurance_register', { date: event.date, until: next.date });
  });
  return [...events.filter(({ said, place, date }) => said ?? place ?? date), ...gaps];
}

/** The list with a name; null if the answer lacks it. An empty list means that there is nothing. */
export const firstOf = (root: Json, name: string): unknown[] | null =>
  Array.isArray(root[name]) ? (root[name] as unknown[]) : null;

/** Reads the first field whose name matches: the shape of these records is not documented. */
function field<T>(entry: Json, name: RegExp, read: (value: unknown) => T | null): T | null {
  for (const [key, value] of Object.entries(entry))
    if (name.test(key)) {
      const found = read(value);
      if (found !== null) return found;
    }
  return null;
}

const asAmount = (value: unknown): number | null => {
  const amount = asPositive(value);
  return amount === null ? null : Math.round(amount);
};
const dayIn = (entry: Json) => field(entry, /dato|date|tinglyst|oprettet|fra$|at$/i, asDay);

/** Loans in the debt register with their amounts, without creditor or debtor. */
export function moneyEvents(root: Json, plates: readonly string[]): StoryEvent[] {
  const { laaneDokumenter, konkurs } = asObject(root.debtData);
  const loans = asList(laaneDokumenter)
    .map(asObject)
    .map((loan) =>
      storyEvent('debt', 'debt_register', {
        date: dayIn(loan),
        said: field(loan, /^(?:dokument)?type(?:navn)?$/i, (value) => cleanWords(value, plates)),
        amountDkk: field(loan, /h[æa]e?ftelse|hovedstol|bel[øo]e?b|amount|restg[æa]e?ld/i, asAmount),
      }),
    );
  const isBankrupt = konkurs !== null && konkurs !== undefined && konkurs !== false;
  if (!isBankrupt) return loans;
  return [...loans, storyEvent('bankruptcy', 'debt_register', { date: dayIn(asObject(konkurs)) })];
}

/**
 * The answers of optional calls, merged into the main answer: the mileage log (`mileageLogs`, in the shape of tjekbil's
 * call), and lists of changes of owner, thefts and recalls. We have seen no real answer of the last three; fields are
 * matched by their names.
 */
export function optionalEvents(root: Json, plates: readonly string[]): StoryEvent[] {
  const words = (entry: Json) =>
    field(entry, /titel|title|beskriv|descr/i, (value) => cleanWords(value, plates));
  const entries = (name: string) => (firstOf(root, name) ?? []).map(asObject);
  return [
    ...entries('mileageLogs')
      .filter(({ isHidden, mileage }) => isHidden !== true && asPositive(mileage) !== null)
      .map(({ mileage, mileageAt }) =>
        storyEvent('mileage', 'mileage_log', { date: asDay(mileageAt), mileageKm: asPositive(mileage) }),
      ),
    ...entries('ownerHistory').map((entry) =>
      storyEvent(
        /bruger|user/i.test(asText(entry.type) ?? '') ? 'user_change' : 'owner_change',
        'vehicle_register',
        {
          date: dayIn(entry),
        },
      ),
    ),
    ...entries('thefts').map((entry) =>
      storyEvent('theft', 'vehicle_register', {
        date: dayIn(entry),
        until: field(entry, /slut|til$|oph[øo]e?rt|found|end/i, asDay),
      }),
    ),
    ...entries('recalls').map((entry) =>
      storyEvent('recall', 'recall_list', { date: dayIn(entry), said: words(entry) }),
    ),
  ];
}

const isTheft = (words: string | null) => /efterlyst|stj[åa]let|tyveri/i.test(words ?? '');

function statusEvents(basic: Json, general: Json, plates: readonly string[]): StoryEvent[] {
  const registered = asDay(basic.foersteRegistreringDato) ?? asDay(general.firstRegDate);
  const states = [
    [basic.status ?? general.status, basic.statusDato ?? general.statusDato],
    [
      basic.sekundaerStatus ?? general.sekundaerStatus,
      basic.sekundaerStatusDato ?? general.sekundaerStatusDato,
    ],
  ].map(([words, day]) => ({ said: cleanWords(words, plates), date: asDay(day) }));
  // The second state often repeats the first without its date.
  const [first, second] = states;
  const told = second?.said === first?.said && !second?.date ? [first!] : states;
  const use = cleanWords(basic.koeretoejAnvendelseNavn ?? general.koeretoejAnvendelse, plates);
  return [
    ...(registered ? [storyEvent('first_registration', 'vehicle_register', { date: registered })] : []),
    ...told
      .filter(({ said }) => said !== null)
      .map((state) => storyEvent(isTheft(state.said) ? 'theft' : 'status', 'vehicle_register', state)),
    ...(use ? [storyEvent('use', 'vehicle_register', { said: use })] : []),
    // The reason is free text about people and is left out.
    ...(asFlag(general.blockedStatus) ? [storyEvent('blocked', 'vehicle_register')] : []),
    ...asList(basic.permissions)
      .map(asObject)
      .flatMap(({ typeNavn, datoGyldigFra }) => {
        const said = cleanWords(typeNavn, plates);
        return said ? storyEvent('permission', 'vehicle_register', { said, date: asDay(datoGyldigFra) }) : [];
      }),
  ];
}

function leasingEvents(basic: Json, extended: Json): StoryEvent[] {
  const leasing = asObject(extended.leasing);
  const periods = [
    ...asList(basic.leasingHistory).map(asObject),
    basic,
    { leasingGyldigFra: leasing.leasingStart, leasingGyldigTil: leasing.leasingEnd },
  ].map((period) => ({ date: asDay(period.leasingGyldigFra), until: asDay(period.leasingGyldigTil) }));
  const events = new Map(
    periods
      .filter(({ date, until }) => date ?? until)
      .map((period) => [`${period.date} ${period.until}`, storyEvent('leasing', 'vehicle_register', period)]),
  );
  const isLeased = asFlag(basic.bilLeaset) ?? asFlag(leasing.bilenErLeaset);
  if (events.size === 0 && isLeased) return [storyEvent('leasing', 'vehicle_register')];
  return [...events.values()];
}

function importEvents(general: Json, seen: readonly StoryEvent[], plates: readonly string[]): StoryEvent[] {
  const grade = cleanWords(general.standEfterImport, plates);
  // The customs inspection has the date.
  const day = seen.find(({ kind }) => kind === 'customs_inspection')?.date ?? null;
  return grade || day ? [storyEvent('import', 'vehicle_register', { date: day, said: grade })] : [];
}

/** The register's own mileage, in thousands; included only if it says more than the inspections do. */
function ownReading(basic: Json, seen: readonly StoryEvent[]): StoryEvent[] {
  const thousands = asPositive(basic.motorKilometerstand);
  if (thousands === null || seen.some(({ mileageKm }) => mileageKm !== null)) return [];
  return [storyEvent('mileage', 'vehicle_register', { mileageKm: Math.round(thousands * 1000) })];
}

function topicsOf(root: Json, basic: Json, extended: Json): StoryTopic[] {
  const general = asObject(extended.general);
  const isThere: Record<StoryTopic, unknown> = {
    inspections: root.inspectionData ?? extended.inspection,
    mileage: root.mileageLogs,
    owners: firstOf(root, 'ownerHistory'),
    leasing: basic.leasingHistory ?? asFlag(basic.bilLeaset) ?? extended.leasing,
    debt: root.debtData,
    insurance: extended.insurance,
    import: 'standEfterImport' in general ? true : null,
    status: asText(basic.status) ?? asText(general.status),
    theft: firstOf(root, 'thefts'),
    recalls: firstOf(root, 'recalls'),
  };
  return (Object.keys(isThere) as StoryTopic[]).filter((topic) => (isThere[topic] ?? null) !== null);
}

/** All events of an answer to `dmr/regnr` from tjekbil or the demo register, with those of the optional calls. */
export function tjekbilStory(plate: string, answer: unknown): RegisterStory {
  const root = asObject(answer);
  const basic = asObject(root.basic);
  const extended = asObject(root.extended);
  const general = asObject(extended.general);
  const reports = asList(asObject(root.inspectionData).rapporter).map(asObject);
  const named = [basic, general, asObject(root.inspectionData), ...reports]
    .flatMap((part) => [asText(part.regNr), asText(part.senesteRegNr)])
    .filter((each) => each !== null);
  const plates = [...new Set([plate, ...named])];
  const inspections = inspectionEvents(root, plates);
  const isNoted = asFlag(asObject(root.inspectionData).mistaenkeligtKmStand) === true;
  return tellStory(topicsOf(root, basic, extended), [
    ...inspections,
    ...(isNoted ? [storyEvent('mileage_noted', 'inspection_report')] : []),
    ...statusEvents(basic, general, plates),
    ...leasingEvents(basic, extended),
    ...importEvents(general, inspections, plates),
    ...ownReading(basic, inspections),
    ...insuranceEvents(extended, plates),
    ...moneyEvents(root, plates),
    ...optionalEvents(root, plates),
  ]);
}

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

/** Names of the equipment. Entries such as "Airbags: 0" mean that the car lacks it. */
function equipmentOf(basic: Json): string[] {
  return asList(basic.koeretoejUdstyrSamling)
    .map(asText)
    .filter((entry): entry is string => entry !== null && !/(?::\s*|\b)0\s*(?:stk\.?)?$/.test(entry));
}

/** The shape of `opkraevedeAfgifter` is not documented: the newest positive amount is taken. */
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
  const name = asText(basic.drivkraftTypeNavn) ?? asText(technical.drivkraftTypeNavn);
  const fuel = fuelOf(name, asFlag(technical.pluginHybrid));
  return {
    fuel,
    burns: fuel === 'hybrid' ? burnsOf(name) : null,
    horsepower: asPositive(basic.motorHestekraefter) ?? (kw === null ? null : horsepowerOfKw(kw)),
    engineLitres: litresOf(asPositive(basic.motorStoerrelse) ?? asPositive(basic.motorSlagVolumen)),
    // Electric cars are measured in Wh/km; a km/l value of theirs is meaningless.
    kmPerLitre: fuel === 'electric' ? null : asPositive(basic.motorKmPerLiter),
    whPerKm:
      fuel === 'electric'
        ? whPerKmOf(asPositive(basic.motorElektriskForbrug) ?? asPositive(technical.motorElektriskForbrug))
        : null,
  };
}

/**
 * Parses an answer to `dmr/regnr` of tjekbil (keyed or open API) or the demo register. Null if the answer has no vehicle.
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
    previousOwners: null,
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
