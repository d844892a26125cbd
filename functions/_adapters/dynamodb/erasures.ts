import { erasedKey, erasingPartition, openIndex } from './keys.ts';
import { changeItem, getItems, readIndex } from './table.ts';

/** An account that is being erased or was: the mark that outlives it. */
export type Erasure = { userId: string; customerId: string | null; erasedAt: string };

/** The mark outlives every event and message that could still name the account. */
const markSeconds = 400 * 24 * 3600;

/** Marks an account erased: from now on nothing of it is written outside its partition, and what is written there is deleted by a later look. Marking it again keeps the first mark. */
export async function markErased({ userId, customerId, erasedAt }: Erasure): Promise<void> {
  await changeItem(erasedKey(userId), {
    UpdateExpression: `SET kind = :kind, userId = :user, erasedAt = if_not_exists(erasedAt, :at),
      customerId = if_not_exists(customerId, :customer), gsi2pk = :erasing, gsi2sk = if_not_exists(gsi2sk, :at), #ttl = :ttl`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':kind': 'ERASED',
      ':user': userId,
      ':at': erasedAt,
      ':customer': customerId,
      ':erasing': erasingPartition,
      ':ttl': Math.floor(Date.parse(erasedAt) / 1000) + markSeconds,
    },
  });
}

/** Erasures that have not been looked at for the last time. */
export async function listErasures(): Promise<Erasure[]> {
  const items = await getItems(await readIndex(openIndex, erasingPartition));
  return items
    .sort((a, b) => (String(a.erasedAt) < String(b.erasedAt) ? -1 : 1))
    .map((item) => ({
      userId: String(item.userId),
      customerId: (item.customerId as string | null) ?? null,
      erasedAt: String(item.erasedAt),
    }));
}

/** The last look is over: the mark stays, and names nothing but an id that nobody has any more. */
export async function closeErasure(userId: string): Promise<void> {
  await changeItem(erasedKey(userId), {
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE gsi2pk, gsi2sk, customerId',
  });
}
