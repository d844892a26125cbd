import { type ParkedMessage, parkedPartition } from '#core/contract/messages.ts';
import { parkedMessageKey } from './keys.ts';
import { changeIf, deleteUnchanged, putItem, queryPartition } from './table.ts';

/** As long as SQS would keep it in a dead-letter queue. */
const keptDays = 14;

/** Stores a given-up message, so that an operator can send it again. Idempotent. */
export async function parkMessage({ id, sentAt, body }: ParkedMessage, now: Date): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + keptDays * 24 * 60 * 60;
  await putItem({ ...parkedMessageKey(sentAt, id), kind: 'PARKED', id, sentAt, body, ttl });
}

/** The message without this person among its people; null when it is of nobody else. */
function withoutPerson(body: string, userId: string): string | null {
  try {
    const content = JSON.parse(body) as { people: string[] };
    const people = content.people.filter((each) => each !== userId);
    const rest = JSON.stringify({ ...content, people });
    return people.length === 0 || rest.includes(`"${userId}"`) ? null : rest;
  } catch {
    return null;
  }
}

/**
 * Takes an erased person out of the parked messages that name them, and deletes those that are of nobody else. There are few, usually
 * none.
 */
export async function forgetParkedOf(userId: string): Promise<void> {
  for (const { pk, sk, body } of await queryPartition(parkedPartition)) {
    if (!String(body).includes(`"${userId}"`)) continue;
    const rest = withoutPerson(String(body), userId);
    const [condition, values] = ['body = :body', { ':body': body }];
    const isDone =
      rest === null
        ? await deleteUnchanged({ pk, sk }, condition, values)
        : await changeIf({ pk, sk }, { set: { body: rest }, condition, values });
    // It was sent again meanwhile, or another of its people was erased.
    if (!isDone) return forgetParkedOf(userId);
  }
}
