import { userKeys } from '#functions/_adapters/dynamodb/keys.ts';
import { addMatch } from '#functions/_adapters/dynamodb/people.ts';
import { getItems, putItem } from '#functions/_adapters/dynamodb/table.ts';

const foundKeptSeconds = 7 * 86_400;

/** A run of one person's automated search. `runId` is the link and the hour. */
export type PersonRun = { userId: string; searchId: string; runId: string; now: string };

/** Puts cars among a person's discoveries; answers those that this run was the first to show them. */
async function addMatches({ userId, runId, now }: PersonRun, carIds: readonly string[]): Promise<string[]> {
  if (carIds.length === 0) return [];
  const keys = carIds.map((carId) => userKeys.match(userId, carId));
  const known = await getItems(keys);
  const knownIds = new Set(known.map((item) => String(item.carId)));
  const missing = carIds.filter((carId) => !knownIds.has(carId));
  for (const carId of missing) await addMatch(userId, { carId, jobId: runId, discoveredAt: now });
  // Looked at again: another delivery of this run may have added some, and what one that died had added is this run's too.
  const items = missing.length > 0 ? await getItems(keys) : known;
  return items
    .filter((item) => item.jobId === runId)
    .map((item) => String(item.carId))
    .sort();
}

/**
 * Gives a person what a run of their search found: among their discoveries, and as what they will be told of (the stream
 * makes an event of it). Answers what was new to them. Safe to repeat.
 */
export async function discover(run: PersonRun, carIds: readonly string[]): Promise<string[]> {
  const found = await addMatches(run, carIds);
  if (found.length > 0)
    await putItem({
      ...userKeys.found(run.userId, run.runId),
      kind: 'FOUND',
      userId: run.userId,
      searchId: run.searchId,
      carIds: found,
      ttl: Math.floor(Date.parse(run.now) / 1000) + foundKeptSeconds,
    });
  return found;
}
