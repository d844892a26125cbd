import { openIndex, userIdOf, waitingPartitionOf, waitingPartitions } from './keys.ts';
import { readIndex } from './table.ts';

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
