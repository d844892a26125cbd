import { isPrivateCarId } from '#core/car/car-id.ts';
import { completeVehicle } from '#core/car/stored-car.ts';
import type { TypedPlate } from '#core/car/typed-plate.ts';
import type { Sender } from '#core/import/witness.ts';
import { unlessErased } from './guards.ts';
import { typedPlateOfKey, typedPlatePartition, userKeys } from './keys.ts';
import { deleteItems, failedCondition, getItems, type Item, put, queryPartition, transact } from './table.ts';

/** An ad stands for weeks; what the register said half a year ago says little of today. */
const keptSeconds = 180 * 86_400;
/** A few of those who typed a plate are enough to judge it by. */
const mostJudged = 50;

/** Null for what is no longer kept: the table deletes late. */
function toTypedPlate(item: Item, nowMs: number): TypedPlate | null {
  const vehicle = completeVehicle(item.vehicle);
  if (!vehicle || typeof item.plate !== 'string' || typeof item.typedAt !== 'string') return null;
  if (Date.parse(item.typedAt) + keptSeconds * 1000 <= nowMs) return null;
  const { plate, typedAt } = item;
  return {
    plate,
    typedAt,
    vehicle,
    isOfAd: item.isOfAd === true,
    sender: (item.sender ?? null) as Sender | null,
  };
}

const newest = (a: TypedPlate, b: TypedPlate) => (a.typedAt < b.typedAt ? 1 : -1);

/** The plate that a person typed of a car, under any of the ids that it had; the one typed last. */
export async function findTypedPlate(
  userId: string,
  carIds: readonly string[],
  now: Date,
): Promise<TypedPlate | null> {
  const items = await getItems(carIds.map((id) => userKeys.typedPlate(userId, id)));
  const [typed = null] = items.flatMap((item) => toTypedPlate(item, now.getTime()) ?? []).sort(newest);
  return typed;
}

/**
 * Keeps what a person typed of a car. It lies with them, and goes with them; beside a shared car lies only who they are.
 * False for an account that was erased meanwhile.
 */
export async function keepTypedPlate(userId: string, carId: string, typed: TypedPlate): Promise<boolean> {
  const ttl = Math.floor(Date.parse(typed.typedAt) / 1000) + keptSeconds;
  try {
    await transact([
      unlessErased(userId),
      put({ ...userKeys.typedPlate(userId, carId), kind: 'TYPEDPLATE', carId, ...typed, ttl }),
      ...(isPrivateCarId(carId)
        ? []
        : [put({ ...typedPlateOfKey(carId, userId), kind: 'TYPEDPLATEOF', userId, ttl })]),
    ]);
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/** What everybody typed of a shared car, each person once. */
export async function listTypedPlates(carIds: readonly string[], now: Date): Promise<TypedPlate[]> {
  const named = (await Promise.all(carIds.map((id) => queryPartition(typedPlatePartition(id))))).flat();
  const people = [...new Set(named.map(({ userId }) => String(userId)))].slice(0, mostJudged);
  const typed = await Promise.all(people.map((userId) => findTypedPlate(userId, carIds, now)));
  return typed.filter((each) => each !== null);
}

export const forgetTypedPlate = (userId: string, carIds: readonly string[]): Promise<void> =>
  deleteItems(carIds.flatMap((id) => [typedPlateOfKey(id, userId), userKeys.typedPlate(userId, id)]));
