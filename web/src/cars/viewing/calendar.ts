import ical, { ICalAlarmType } from 'ical-generator';

type Event = {
  /** Stays the same when the event is downloaded again, so that a calendar moves it instead of adding another. */
  id: string;
  summary: string;
  description: string;
  /** The car's address. */
  url: string;
  where: string | null;
};

const calendar = { prodId: { company: 'Bilfund', product: 'Bilfund', language: 'EN' } };
const hourMs = 3_600_000;

/** A viewing of an hour as an iCalendar file (RFC 5545); reminds an hour before. */
export function viewingCalendar(event: Event, start: Date): string {
  const file = ical(calendar);
  const entry = file.createEvent({
    ...contentOf(event),
    start,
    end: new Date(start.getTime() + hourMs),
  });
  entry.createAlarm({ type: ICalAlarmType.display, trigger: hourMs / 1000, description: event.summary });
  return file.toString();
}

/** The last day for an inspection, "YYYY-MM-DD", as a whole-day event; reminds four weeks before. */
export function inspectionCalendar(event: Event, day: string): string {
  const file = ical(calendar);
  const start = new Date(`${day}T00:00:00Z`);
  const entry = file.createEvent({
    ...contentOf(event),
    start,
    end: new Date(start.getTime() + 24 * hourMs),
    allDay: true,
    timezone: 'UTC',
  });
  entry.createAlarm({
    type: ICalAlarmType.display,
    trigger: (28 * 24 * hourMs) / 1000,
    description: event.summary,
  });
  return file.toString();
}

const contentOf = ({ id, summary, description, url, where }: Event) => ({
  id,
  summary,
  description,
  url,
  ...(where === null ? {} : { location: where }),
});
