import { erasedKey, type Key, openIndex, userIdOf, waitingPartitionOf, waitingPartitions } from './keys.ts';
import { check, getItem, readIndex, type TransactItem, update } from './table.ts';

/**
 * The step that makes a transaction fail for an erased account. Everything outside the person's partition is written with
 * it, so that an erasure finds all there is.
 */
export const unlessErased = (userId: string): TransactItem =>
  check(erasedKey(userId), 'attribute_not_exists(pk)');

/** The current count of a guard; a transaction that includes `guardStep` fails if it has changed. */
export const readGuard = async (guard: Key): Promise<number> => Number((await getItem(guard))?.version ?? 0);

/** The step that fails when the guard was changed since it was `seen`. */
export const guardStep = (guard: Key, seen: number): TransactItem =>
  update(guard, {
    set: { kind: 'GUARD', version: seen + 1 },
    condition: seen === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
    values: seen === 0 ? {} : { ':seen': seen },
  });

export const waiting = (userId: string, dueAt: string) => ({
  gsi2pk: waitingPartitionOf(userId),
  gsi2sk: `${dueAt}#${userId}`,
});

/** People with items that have become due, since `from` if it is given; most overdue first. */
export async function listPeopleWaiting(now: string, from: string | null = null): Promise<string[]> {
  const parts = await Promise.all(
    waitingPartitions.map((partition) => readIndex(openIndex, partition, now, from)),
  );
  const items = parts.flat().sort((a, b) => (a.sort < b.sort ? -1 : 1));
  return [...new Set(items.map(userIdOf))];
}
