import { type ParkedMessage, parkedPartition } from '#core/contract/messages.ts';
import { parkedMessageKey } from './keys.ts';
import { deleteItems, putItem, queryPartition } from './table.ts';

/** As long as SQS would have kept it in a queue of dead letters. */
const keptDays = 14;

/** Keeps a message that was given up, so that an operator can send it again. The same message is kept once. */
export async function parkMessage({ id, sentAt, body }: ParkedMessage, now: Date): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + keptDays * 24 * 60 * 60;
  await putItem({ ...parkedMessageKey(sentAt, id), kind: 'PARKED', id, sentAt, body, ttl });
}

/** Forgets the messages that name this person, who was erased. There are few parked ones, and mostly none. */
export async function forgetParkedOf(userId: string): Promise<void> {
  const parked = await queryPartition(parkedPartition);
  const own = parked.filter(({ body }) => String(body).includes(`"${userId}"`));
  await deleteItems(own.map(({ pk, sk }) => ({ pk, sk })));
}
