import { completeVehicle } from '#core/car/stored-car.ts';
import type { VehicleRegister } from '#core/ports.ts';
import { registerKey } from '../dynamodb/keys.ts';
import { getItem, putItem } from '../dynamodb/table.ts';

const keptMs = 24 * 3_600_000;

/** Keeps each answer, "unknown" among them, for a day: a car seen by many costs one look-up. */
export function cacheRegister(register: VehicleRegister, nowMs: () => number): VehicleRegister {
  return {
    async lookup(plate) {
      const item = await getItem(registerKey(plate));
      // Expired items are filtered here: the table deletes late.
      if (item && Number(item.ttl) * 1000 > nowMs()) return completeVehicle(item.vehicle);
      const vehicle = await register.lookup(plate);
      const ttl = Math.floor((nowMs() + keptMs) / 1000);
      await putItem({ ...registerKey(plate), kind: 'REGISTER', vehicle, ttl });
      return vehicle;
    },
  };
}
