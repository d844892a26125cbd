import { type Discovery, discoveryTtl, outdatedDiscoveries } from '#core/import/outdated-discoveries.ts';
import { isWritten } from './is-written.ts';
import { userKeys } from './keys.ts';
import { changeItem, deleteItems, getItems, putItem, queryAll } from './table.ts';

/**
 * Adds a car to the discoveries unless it is there or was removed, by this id or one that it had. True when it is new to the
 * person.
 */
export async function addDiscovery(
  userId: string,
  discovery: Discovery,
  formerIds: readonly string[] = [],
): Promise<boolean> {
  if (formerIds.length > 0 && (await readDiscoveries(userId, formerIds)).length > 0) return false;
  const ttl = discoveryTtl(discovery);
  return isWritten(
    putItem(
      {
        ...userKeys.discovery(userId, discovery.carId),
        kind: 'MATCH',
        ...discovery,
        ...(ttl !== null && { ttl }),
      },
      'attribute_not_exists(pk)',
    ),
  );
}

/** Those of these cars that are among the person's discoveries, or were removed from them. */
export async function readDiscoveries(
  userId: string,
  carIds: readonly string[],
): Promise<Pick<Discovery, 'carId' | 'jobId'>[]> {
  const items = await getItems(carIds.map((carId) => userKeys.discovery(userId, carId)));
  return items.map(({ carId, jobId }) => ({ carId: String(carId), jobId: String(jobId) }));
}

/** Forgets what a person keeps no more; cars that they removed count like the others. Answers how many those were. */
export async function trimDiscoveries(userId: string, now: Date): Promise<number> {
  const items = await queryAll(userKeys.partition(userId), userKeys.discoveryPrefix);
  const all = items.map(({ carId, jobId, discoveredAt }) => ({
    carId: String(carId),
    jobId: String(jobId),
    discoveredAt: String(discoveredAt),
  }));
  const outdated = outdatedDiscoveries(all, now);
  await deleteItems(outdated.map(({ carId }) => userKeys.discovery(userId, carId)));
  return outdated.length;
}

const foundKeptSeconds = 7 * 86_400;

/** What a run of a person's automated search was the first to show them; the stream makes an event of it. */
export async function addRunDiscoveries(
  { userId, runId, searchId, now }: { userId: string; runId: string; searchId: string; now: string },
  carIds: readonly string[],
): Promise<void> {
  await putItem({
    ...userKeys.runDiscoveries(userId, runId),
    kind: 'FOUND',
    userId,
    searchId,
    carIds,
    ttl: Math.floor(Date.parse(now) / 1000) + foundKeptSeconds,
  });
}

/** How many of these cars this import was the first to show the person. */
export async function countFirstDiscoveries(
  userId: string,
  jobId: string,
  carIds: readonly string[],
): Promise<number> {
  return (await readDiscoveries(userId, carIds)).filter(({ jobId: by }) => by === jobId).length;
}

/** Removed discoveries stay as a mark, so that the next import does not bring them back. False when there is none. */
export async function setDiscoveryRemoved(
  userId: string,
  carId: string,
  removedAt: string | null,
): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.discovery(userId, carId), {
      ConditionExpression: 'attribute_exists(pk)',
      ...(removedAt === null
        ? { UpdateExpression: 'REMOVE removedAt' }
        : { UpdateExpression: 'SET removedAt = :at', ExpressionAttributeValues: { ':at': removedAt } }),
    }),
  );
}
