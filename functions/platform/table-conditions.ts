import { erasedKey, type Key, openIndex, userIdOf, waitingPartitionOf, waitingPartitions } from './keys.ts';
import { check, getItem, isConditionFailure, readIndex, type TransactItem, update } from './table.ts';

/**
 * The step that refuses a transaction for an erased account. What lies outside the person's partition is written with it:
 * an erasure that has begun finds everything there is.
 */
export const unlessErased = (userId: string): TransactItem =>
  check(erasedKey(userId), 'attribute_not_exists(pk)');

/** How often what a guard stands for was changed; a change that must find it as it was read takes the next step with it. */
export const readGuard = async (guard: Key): Promise<number> => Number((await getItem(guard))?.version ?? 0);

/** The step of a change that fails when another one was made since the guard was `seen`. */
export const guardStep = (guard: Key, seen: number): TransactItem =>
  update(guard, {
    UpdateExpression: 'SET kind = :kind, version = :next',
    ConditionExpression: seen === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
    ExpressionAttributeValues: { ':kind': 'GUARD', ':next': seen + 1, ...(seen > 0 && { ':seen': seen }) },
  });

/** A change that is not needed when its condition does not hold, since what it changes has gone meanwhile. */
export async function unlessGone(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** True when a change failed because what it changes has gone. */
export const hasGone = (error: unknown): boolean => isConditionFailure(error);

/** False where the condition of the write did not hold. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export const waiting = (userId: string, dueAt: string) => ({
  gsi2pk: waitingPartitionOf(userId),
  gsi2sk: `${dueAt}#${userId}`,
});

/** People for whom something waits that is due, the most overdue first. */
export async function listPeopleWaiting(now: string): Promise<string[]> {
  const parts = await Promise.all(waitingPartitions.map((partition) => readIndex(openIndex, partition, now)));
  const items = parts.flat().sort((a, b) => (a.sort < b.sort ? -1 : 1));
  return [...new Set(items.map(userIdOf))];
}
