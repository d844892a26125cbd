import { mayBeSameCar } from '#core/car/join-ads.ts';
import { pointAdTo } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { claimPlate, givePlate } from '#functions/_adapters/dynamodb/plate-cars.ts';
import { log } from '#functions/_runtime/log.ts';

/**
 * The car of the catalog that an ad sells: the one that has its plate already (a second ad for it, on the same marketplace or
 * another), else the one that the ad was given. Only a plate that the register confirmed joins ads, and none whose facts
 * contradict each other. A car that is stored stays itself. Safe to repeat.
 */
export async function findSameCar({ carId, listing, identification }: Draft): Promise<string> {
  if (!identification?.plate || identification.registerState !== 'found') return carId;
  const owner = await claimPlate(identification.plate, carId);
  if (owner === carId || (await getCar(carId, null))) return carId;
  const known = await getCar(owner, null);
  if (!known) {
    await givePlate(identification.plate, carId);
    return carId;
  }
  if (!mayBeSameCar(known.car, listing)) {
    log.warn('two ads have one plate and contradict each other', { carId, otherCarId: owner });
    return carId;
  }
  await pointAdTo(listing, owner);
  return owner;
}
