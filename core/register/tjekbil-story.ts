import { cleanWords } from './clean-words.ts';
import { asDay, asFlag, asList, asObject, asPositive, asText, type Json } from './read-json.ts';
import { type RegisterStory, type StoryEvent, type StoryTopic, storyEvent, tellStory } from './story.ts';
import { inspectionEvents } from './tjekbil-inspections.ts';
import { insuranceEvents } from './tjekbil-insurance.ts';
import { firstOf, moneyEvents, optionalEvents } from './tjekbil-records.ts';

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
  // The second often repeats the first without its day.
  const [first, second] = states;
  const told = second?.said === first?.said && !second?.date ? [first!] : states;
  const use = cleanWords(basic.koeretoejAnvendelseNavn ?? general.koeretoejAnvendelse, plates);
  return [
    ...(registered ? [storyEvent('first_registration', 'vehicle_register', { date: registered })] : []),
    ...told
      .filter(({ said }) => said !== null)
      .map((state) => storyEvent(isTheft(state.said) ? 'theft' : 'status', 'vehicle_register', state)),
    ...(use ? [storyEvent('use', 'vehicle_register', { said: use })] : []),
    // Why is free text about people.
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
  // The customs inspection tells the day.
  const day = seen.find(({ kind }) => kind === 'customs_inspection')?.date ?? null;
  return grade || day ? [storyEvent('import', 'vehicle_register', { date: day, said: grade })] : [];
}

/** The register keeps a figure of its own, in thousands: told only where it says more than the inspections do. */
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

/** Every event of a `dmr/regnr` answer of tjekbil or the demo register, with those of the optional calls laid beside it. */
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
