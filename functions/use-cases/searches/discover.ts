import { addFound, addMatch, readMatches } from '#functions/_adapters/dynamodb/matches.ts';

/** A run of one person's automated search. `runId` is the link and the hour. */
export type PersonRun = { userId: string; searchId: string; runId: string; now: string };

/** Puts cars among a person's discoveries; answers those that this run was the first to show them. */
async function addMatches({ userId, runId, now }: PersonRun, carIds: readonly string[]): Promise<string[]> {
  if (carIds.length === 0) return [];
  const known = await readMatches(userId, carIds);
  const knownIds = new Set(known.map(({ carId }) => carId));
  const missing = carIds.filter((carId) => !knownIds.has(carId));
  for (const carId of missing) await addMatch(userId, { carId, jobId: runId, discoveredAt: now });
  // Looked at again: another delivery of this run may have added some, and what one that died had added is this run's too.
  const matches = missing.length > 0 ? await readMatches(userId, carIds) : known;
  return matches
    .filter(({ jobId }) => jobId === runId)
    .map(({ carId }) => carId)
    .sort();
}

/**
 * Gives a person what a run of their search found: among their discoveries, and as what they will be told of (the stream
 * makes an event of it). Answers what was new to them. Safe to repeat.
 */
export async function discover(run: PersonRun, carIds: readonly string[]): Promise<string[]> {
  const found = await addMatches(run, carIds);
  if (found.length > 0) await addFound(run, found);
  return found;
}
