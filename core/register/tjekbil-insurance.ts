import { cleanWords } from './clean-words.ts';
import { asDay, asList, asObject, type Json } from './read-json.ts';
import { type StoryEvent, storyEvent } from './story.ts';

/** A change of insurer takes days: only a longer time without one is a gap. */
const gapDays = 14;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const isEnded = ({ said }: StoryEvent) => /oph[øo]rt|opsagt|udg[åa]et/i.test(said ?? '');

/** Every insurance of the answer, and the times between one that ended and the next. */
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
