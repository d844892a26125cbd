import { isForSale } from '#core/car/for-sale.ts';
import { canHoldBoth, mergeCars, survivorOf } from '#core/car/merge-cars.ts';
import { getCar, type StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { storeMerged } from '#functions/_adapters/dynamodb/merged-cars.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { findTwin, traitsOfStored } from './find-twin.ts';

const attempts = 4;

/** Two stored cars become one. Null when either was changed meanwhile. */
async function mergeStored(one: StoredCar, other: StoredCar): Promise<StoredCar | null> {
  const now = clock.now().toISOString();
  const [stays, goes] = survivorOf(one, other);
  const after = mergeCars(stays, goes, now);
  if (!(await storeMerged(after, stays, goes))) return null;
  log.info('two cars turned out to be one', { carId: goes.car.id, otherCarId: stays.car.id });
  return { ...after, version: stays.version + 1 };
}

/**
 * Looks whether a stored car of the catalog is one that was stored before under another id (its plate or its photos came late,
 * or two imports met it at once), and makes one of both. Answers the car as it stands then. Safe to repeat: a merger is one
 * write, and whoever died before it is found again.
 */
export async function joinCar(carId: string): Promise<StoredCar | null> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, null);
    // What witnesses brought joins no car: no two people change one.
    if (!stored || stored.source.isWitnessed || !isForSale(stored.car)) return stored;
    const twin = await findTwin(stored.car.id, traitsOfStored(stored));
    if (!twin || !isForSale(twin.car) || !canHoldBoth(stored.car, twin.car)) return stored;
    const merged = await mergeStored(stored, twin);
    // A third one may be the same as well.
    if (merged) carId = merged.car.id;
  }
  return getCar(carId, null);
}
