import { cleanWords } from './clean-words.ts';
import { asDay, asFlag, asObject, asPositive } from './read-json.ts';
import { type RegisterStory, type StoryTopic, storyEvent, tellStory } from './story.ts';

/** The events of a `vehicles/{plate}` answer of motorapi: it knows the last inspection, the status and the running lease. */
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
