import type { Car } from '#core/car/car.ts';
import {
  addDiscovery,
  addRunDiscoveries,
  readDiscoveries,
  trimDiscoveries,
} from '#functions/_adapters/dynamodb/discoveries.ts';

/** A run of one person's automated search. `runId` is the link and the hour. */
export type PersonRun = { userId: string; searchId: string; runId: string; now: string };

/** A car by the ids that it has and had. */
export type KnownCar = Pick<Car, 'id'> & { formerIds: readonly string[] };

const idsOf = (cars: readonly KnownCar[]): string[] =>
  cars.flatMap(({ id, formerIds }) => [id, ...formerIds]);

/** Puts cars among a person's discoveries; answers those that this run was the first to show them. */
async function addDiscoveries(
  { userId, runId, now }: PersonRun,
  cars: readonly KnownCar[],
): Promise<string[]> {
  if (cars.length === 0) return [];
  const known = await readDiscoveries(userId, idsOf(cars));
  const knownIds = new Set(known.map(({ carId }) => carId));
  const missing = cars.filter((car) => !idsOf([car]).some((id) => knownIds.has(id)));
  for (const { id, formerIds } of missing)
    await addDiscovery(userId, { carId: id, jobId: runId, discoveredAt: now }, formerIds);
  // Looked at again: another delivery of this run may have added some, and what one that died had added is this run's too.
  const discoveries = missing.length > 0 ? await readDiscoveries(userId, idsOf(cars)) : known;
  return discoveries
    .filter(({ jobId }) => jobId === runId)
    .map(({ carId }) => carId)
    .sort();
}

/**
 * Gives a person what a run of their search found: among their discoveries, and as what they will be told of (the stream
 * makes an event of it). Answers what was new to them. Safe to repeat.
 */
export async function discover(run: PersonRun, cars: readonly KnownCar[]): Promise<string[]> {
  const found = await addDiscoveries(run, cars);
  if (found.length === 0) return found;
  await addRunDiscoveries(run, found);
  await trimDiscoveries(run.userId, new Date(run.now));
  return found;
}
