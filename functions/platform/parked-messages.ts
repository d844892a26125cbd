import { type ParkedMessage, parkedPartition } from '#core/contract/messages.ts';
import { parkedMessageKey } from './keys.ts';
import { deleteItems, putItem, queryPartition } from './table.ts';

/** As long as SQS would keep it in a dead-letter queue. */
const keptDays = 14;

/** Stores a given-up message, so that an operator can send it again. Idempotent. */
export async function parkMessage({ id, sentAt, body }: ParkedMessage, now: Date): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + keptDays * 24 * 60 * 60;
  await putItem({ ...parkedMessageKey(sentAt, id), kind: 'PARKED', id, sentAt, body, ttl });
}

/** Deletes the parked messages that name an erased person. There are few, usually none. */
export async function forgetParkedOf(userId: string): Promise<void> {
  const parked = await queryPartition(parkedPartition);
  const own = parked.filter(({ body }) => String(body).includes(`"${userId}"`));
  await deleteItems(own.map(({ pk, sk }) => ({ pk, sk })));
}
