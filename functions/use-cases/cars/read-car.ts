import type { Car } from '#core/car/car.ts';
import { type PlateTypedBy, withTypedPlate } from '#core/car/typed-plate.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import type { StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { type Marks, readMarks } from '#functions/_adapters/dynamodb/people.ts';
import { findTypedPlate } from '#functions/_adapters/dynamodb/typed-plates.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { noMarks } from './marks.ts';
import { requireCar } from './reach-car.ts';
import { readViewer } from './read-viewer.ts';

/** A car with who looks at it and what they marked. */
export type ReadCar = { car: Car; viewer: Viewer; marks: Marks; plateTypedBy: PlateTypedBy };

/** A car with the plate that its reader typed of it, where they did. */
async function asTyped(
  stored: StoredCar,
  caller: Caller | null,
  viewer: Viewer,
): Promise<Pick<ReadCar, 'car' | 'plateTypedBy'>> {
  const { car, source } = stored;
  const now = clock.now();
  const typed =
    caller && !isLocked(viewer, car.rating)
      ? await findTypedPlate(caller.id, [car.id, ...car.formerIds], now)
      : null;
  if (typed) return { car: withTypedPlate(stored, typed, now.toISOString()), plateTypedBy: 'me' };
  return { car, plateTypedBy: source.identification.isTyped ? 'people' : null };
}

/**
 * The car that an id names, with who looks at it and what they marked.
 * @throws Failure 404, as `requireCar` does.
 */
export async function readCar(id: string, caller: Caller | null): Promise<ReadCar> {
  const reading = readViewer(caller);
  const stored = await requireCar(id, caller, reading);
  const viewer = await reading;
  const { car } = stored;
  const [typed, marks] = await Promise.all([
    asTyped(stored, caller, viewer),
    caller ? readMarks(caller.id, [car.id, ...car.formerIds]) : noMarks,
  ]);
  return { ...typed, viewer, marks };
}
