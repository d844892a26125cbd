import type { ReaderMarks } from '#core/car/wire.ts';
import { listMatches, listStars } from '#functions/_adapters/dynamodb/people.ts';
import type { Caller } from '#functions/_runtime/caller.ts';

/** The reader's own marks on cars: stars and discoveries. */
export type Marks = { stars: ReadonlySet<string>; discoveredAt: ReadonlyMap<string, string> };

export async function readMarks(caller: Caller | null): Promise<Marks> {
  if (!caller) return { stars: new Set(), discoveredAt: new Map() };
  const [stars, matches] = await Promise.all([listStars(caller.id), listMatches(caller.id)]);
  return { stars, discoveredAt: new Map(matches.map((match) => [match.carId, match.discoveredAt])) };
}

export const marksOf = (marks: Marks, carId: string): ReaderMarks => ({
  isStarred: marks.stars.has(carId),
  discoveredAt: marks.discoveredAt.get(carId) ?? null,
});
