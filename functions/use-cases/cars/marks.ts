import type { Car } from '#core/car/car.ts';
import { anonymous, type Viewer, viewerOf } from '#core/car/viewer.ts';
import type { ReaderMarks } from '#core/car/wire.ts';
import { type Marks, readReader } from '#functions/_adapters/dynamodb/people.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';

export const noMarks: Marks = { stars: new Set(), discoveredAt: new Map() };

/** What the caller may see and all that they marked. */
export async function readViewerAndMarks(caller: Caller | null): Promise<[Viewer, Marks]> {
  if (!caller) return [anonymous, noMarks];
  const { plan, ...marks } = await readReader(caller.id);
  return [viewerOf(caller.id, plan, clock.now()), marks];
}

/** Also what was marked while the car had other ids. */
export function marksOf(
  marks: Marks,
  { id, formerIds }: Pick<Car, 'id'> & { formerIds: readonly string[] },
): ReaderMarks {
  const ids = [id, ...formerIds];
  const [discoveredAt = null] = ids.flatMap((each) => marks.discoveredAt.get(each) ?? []).sort();
  const isStarred = ids.some((each) => marks.stars.has(each));
  return { isStarred, discoveredAt, lookedAt: clock.now().toISOString() };
}
