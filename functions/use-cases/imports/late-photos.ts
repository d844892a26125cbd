import { canPhotosWait } from '#core/import/photos-can-wait.ts';
import { carIdsOf } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { joinCar } from '#functions/use-cases/cars/join-car.ts';
import { copyPhotos } from './copy-photos.ts';

const attempts = 4;

/** Copies the photos of a car that was rated without them. A car that has some keeps them. Safe to repeat. */
export async function addLatePhotos(
  { listing }: Pick<Draft, 'listing'>,
  ownerId: string | null,
  only: ReadonlySet<string> | null,
): Promise<void> {
  if (!canPhotosWait(listing)) return;
  // By its ad: the car may have turned out to be one that was there before.
  const [carId] = (await carIdsOf([listing], ownerId)).values();
  const before = carId && (await getCar(carId, ownerId));
  if (!before || before.car.photos.length > 0) return;
  const { photos } = await copyPhotos(listing, ownerId, only);
  if (photos.length === 0) return;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, ownerId);
    if (!stored || stored.car.photos.length > 0) return;
    const identification = { ...stored.source.identification, photos };
    const car = { ...stored.car, photos, updatedAt: clock.now().toISOString() };
    if (!(await storeCar(car, { ...stored.source, identification }, stored.version))) continue;
    await joinCar(car.id);
    return;
  }
  log.warn('a car was changed faster than its photos could be added', { carId });
}
