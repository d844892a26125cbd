import { setTimeout as pause } from 'node:timers/promises';
import { completeVehicle } from '#core/car/stored-car.ts';
import { RegisterUnavailable, type VehicleRegister } from '#core/ports.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { registerKey } from '../dynamodb/keys.ts';
import { getItem, putItem } from '../dynamodb/table.ts';
import type { CallBudget } from './call-budget.ts';
import { RegisterHeld } from './http-register.ts';

const keptMs = 24 * 3_600_000;
/** How often, and how long apart, the answer is looked for that somebody else is asking for. */
const looks = 20;
const lookAgainMs = 400;

/** Keeps each answer, "unknown" among them, for a day: a car seen by many costs one look-up. */
export function cacheRegister(
  register: VehicleRegister,
  budget: Pick<CallBudget, 'end'>,
  nowMs: () => number,
): VehicleRegister {
  /** Undefined: nothing is kept. */
  async function readKept(plate: string): Promise<Vehicle | null | undefined> {
    const item = await getItem(registerKey(plate));
    // Expired items are filtered here: the table deletes late.
    return item && Number(item.ttl) * 1000 > nowMs() ? completeVehicle(item.vehicle) : undefined;
  }

  async function askAndKeep(plate: string): Promise<Vehicle | null> {
    const vehicle = await register.lookup(plate);
    const ttl = Math.floor((nowMs() + keptMs) / 1000);
    await putItem({ ...registerKey(plate), kind: 'REGISTER', vehicle, ttl });
    await budget.end(plate, 'answered');
    return vehicle;
  }

  /** Between our look and our question somebody else may have asked the last time, and kept the answer. */
  async function giveUp(plate: string, error: unknown): Promise<Vehicle | null> {
    const kept = error instanceof RegisterUnavailable ? await readKept(plate) : undefined;
    if (kept === undefined) throw error;
    return kept;
  }

  return {
    async lookup(plate) {
      for (let look = 1; ; look++) {
        const kept = await readKept(plate);
        if (kept !== undefined) return kept;
        try {
          return await askAndKeep(plate);
        } catch (error) {
          if (!(error instanceof RegisterHeld) || look === looks) return giveUp(plate, error);
          await pause(lookAgainMs);
        }
      }
    },
  };
}
