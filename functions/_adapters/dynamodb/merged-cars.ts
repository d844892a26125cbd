import { isPrivateCarId } from '#core/car/car-id.ts';
import { vinAmong } from '#core/car/same-car.ts';
import { adItem } from './car-ids.ts';
import { type CarSource, getCar, leadToItem, putCarItem, type StoredCar } from './cars.ts';
import { numberItem } from './plate-cars.ts';
import { failedCondition, put, transact } from './table.ts';

/**
 * Makes one car of two, all at once: the one that stays with all that both had; the other one's place, its ads, its plate and
 * chassis number, and what had led to it before, leading there. False when either was changed meanwhile.
 */
export async function storeMerged(
  merged: { car: StoredCar['car']; source: CarSource },
  stays: StoredCar,
  goes: StoredCar,
): Promise<boolean> {
  const { id, updatedAt, plate, registerState } = merged.car;
  const ads = [goes.source.listing, ...(goes.source.others ?? [])];
  const vin = vinAmong([merged.source.listing, ...(merged.source.others ?? [])]);
  try {
    await transact([
      putCarItem(merged.car, merged.source, stays.version),
      leadToItem(goes.car.id, id, goes.version, updatedAt),
      ...goes.car.formerIds.map((former) => leadToItem(former, id, null, updatedAt)),
      ...ads.map((ad) => put(adItem(ad, null, id))),
      // What people typed gives no other car away.
      ...(plate !== null && registerState === 'found' && !merged.source.identification.isTyped
        ? [put(numberItem({ kind: 'PLATECAR', value: plate }, id))]
        : []),
      ...(vin !== null ? [put(numberItem({ kind: 'VINCAR', value: vin }, id))] : []),
    ]);
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/** Every id under which somebody may hold what this id names: the car's own, and those that it had. */
export async function heldIds(id: string): Promise<string[]> {
  const stored = isPrivateCarId(id) ? null : await getCar(id, null);
  return stored ? [...new Set([stored.car.id, id, ...stored.car.formerIds])] : [id];
}
