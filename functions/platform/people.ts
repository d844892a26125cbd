import { type PeopleMessage, peopleAtOnce } from '#core/contract/messages.ts';
import { queues } from './queues.ts';

type Work = PeopleMessage extends infer Message
  ? Message extends object
    ? Omit<Message, 'people'>
    : never
  : never;

/**
 * The people whom the caller serves itself: all, up to a hundred. Of more it is none, and a message for each hundred goes to the queue
 * of alerts, so that no function's time limits how many there are.
 */
export async function servedHere(people: readonly string[], work: Work): Promise<readonly string[]> {
  if (people.length <= peopleAtOnce) return people;
  const messages: PeopleMessage[] = [];
  for (let from = 0; from < people.length; from += peopleAtOnce)
    messages.push({ ...work, people: people.slice(from, from + peopleAtOnce) });
  await queues.notify(messages);
  return [];
}

/** Each takes several reads. */
export const peopleSideBySide = 8;

/** Serves each person, some side by side. @throws the first failure, after all others had their turn */
export async function forEachPerson<Person>(
  people: readonly Person[],
  serve: (person: Person) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let from = 0; from < people.length; from += peopleSideBySide) {
    const settled = await Promise.allSettled(people.slice(from, from + peopleSideBySide).map(serve));
    failures.push(...settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
  }
  if (failures.length > 0) throw failures[0];
}
