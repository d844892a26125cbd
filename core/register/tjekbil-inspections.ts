import { cleanWords, firmOf } from './clean-words.ts';
import { asDay, asList, asObject, asPositive, asText, type Json } from './read-json.ts';
import { type StoryEvent, storyEvent } from './story.ts';

const mostFaults = 30;

/** A customs grade ("Toldsyn import / Middel") judges wear at import; it is no inspection of roadworthiness. */
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

/** Each report of an inspection, and the last inspection where no report tells of it. */
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
