import type { Car } from '#core/car/car.ts';
import type { Viewer } from '#core/car/viewer.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { type Marks, readViewerAndMarks } from './marks.ts';
import { requireCar } from './reach-car.ts';

/**
 * The car that an id names, with who looks at it and what they marked.
 * @throws Failure 404, as `requireCar` does.
 */
export async function readCar(
  id: string,
  caller: Caller | null,
): Promise<{ car: Car; viewer: Viewer; marks: Marks }> {
  const reading = readViewerAndMarks(caller);
  const { car } = await requireCar(
    id,
    caller,
    reading.then(([viewer]) => viewer),
  );
  const [viewer, marks] = await reading;
  return { car, viewer, marks };
}
