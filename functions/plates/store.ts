import { isPrivateCarId } from '#core/cars/car.ts';
import { completeVehicle } from '#core/cars/stored-car.ts';
import type { TypedPlate } from '#core/cars/typed-car.ts';
import type { Sender } from '#core/imports/witness.ts';
import { type Charge, chargeStep } from '#functions/accounts/store.ts';
import { typedPlateOfKey, typedPlatePartition, userKeys } from '#functions/platform/keys.ts';
import {
  changeIf,
  deleteItems,
  failedStep,
  getItem,
  getItems,
  type Item,
  put,
  queryPartition,
  transactIf,
} from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';

/** A paid plate check is valid for a day. */
const paidSeconds = 86_400;

/** One question about a plate (price and mileage as text), and how many questions a payment covers. */
export type Question = { asked: string; most: number };

const lastPayment = (now: Date) => new Date(now.getTime() - paidSeconds * 1000).toISOString();

/** Payments stored before questions were counted have none. */
const askedOf = ({ asked }: Item): ReadonlySet<unknown> => (asked instanceof Set ? asked : new Set());

/** Whether the person has paid for this plate within the last day and has questions left, or asks the same again. */
export async function isPaidPlate(
  userId: string,
  plate: string,
  { asked, most }: Question,
  now: Date,
): Promise<boolean> {
  const item = await getItem(userKeys.checkedPlate(userId, plate));
  // The table deletes expired items late.
  if (item === null || String(item.paidAt) <= lastPayment(now)) return false;
  return askedOf(item).has(asked) || askedOf(item).size < most;
}

/**
 * Uses a paid check for a question. False when nothing was paid or it is used up. Conditional, so concurrent questions
 * cannot exceed what was paid for.
 */
export async function askPaidPlate(
  userId: string,
  plate: string,
  { asked, most }: Question,
  now: Date,
): Promise<boolean> {
  return changeIf(userKeys.checkedPlate(userId, plate), {
    add: { asked: new Set([asked]) },
    condition:
      'paidAt > :before AND (attribute_not_exists(asked) OR contains(asked, :one) OR size(asked) < :most)',
    values: { ':one': asked, ':most': most, ':before': lastPayment(now) },
  });
}

/**
 * Charges a person for a plate and uses the payment for this question. 'outrun': a concurrent request paid; its payment may
 * cover this one.
 */
export async function payForPlate(
  userId: string,
  plate: string,
  { asked, most }: Question,
  { charge, now }: { charge: Charge; now: Date },
): Promise<'paid' | 'erased' | 'limit reached' | 'outrun'> {
  const ttl = Math.floor(now.getTime() / 1000) + paidSeconds;
  const paid = { plate, paidAt: now.toISOString(), asked: new Set([asked]), ttl };
  const failed = await failedStep([
    unlessErased(userId),
    chargeStep(userId, charge),
    put(
      { ...userKeys.checkedPlate(userId, plate), kind: 'CHECKED', ...paid },
      'attribute_not_exists(pk) OR paidAt <= :before OR (size(asked) >= :most AND NOT contains(asked, :one))',
      { ':before': lastPayment(now), ':most': most, ':one': asked },
    ),
  ]);
  if (failed === null) return 'paid';
  return failed === 0 ? 'erased' : failed === 1 ? 'limit reached' : 'outrun';
}

/** Counts a price that one car is rated at. False when the day's limit of prices is reached. */
export async function askPrice(
  userId: string,
  car: string,
  { asked, most }: Question,
  now: Date,
): Promise<boolean> {
  const key = userKeys.askedPrices(userId, now.toISOString().slice(0, 10), car);
  return changeIf(key, {
    set: { kind: 'ASKED', car, ttl: Math.floor(now.getTime() / 1000) + 2 * paidSeconds },
    add: { asked: new Set([asked]) },
    condition: 'attribute_not_exists(asked) OR contains(asked, :one) OR size(asked) < :most',
    values: { ':one': asked, ':most': most },
  });
}

/** An ad stays up for weeks; what the register said half a year ago is outdated. */
const keptSeconds = 180 * 86_400;
/** This many people's typed plates are enough to judge by. */
const mostJudged = 50;

/** Null for an expired item: the table deletes late. */
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

/** The plate that a person typed for a car, under any of its ids; the newest one. */
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
 * Stores the plate that a person typed for a car. The item is stored under the person and erased with them; under a shared car
 * stands only their id. False for an account that was erased meanwhile.
 */
export async function keepTypedPlate(userId: string, carId: string, typed: TypedPlate): Promise<boolean> {
  const ttl = Math.floor(Date.parse(typed.typedAt) / 1000) + keptSeconds;
  return transactIf([
    unlessErased(userId),
    put({ ...userKeys.typedPlate(userId, carId), kind: 'TYPEDPLATE', carId, ...typed, ttl }),
    ...(isPrivateCarId(carId)
      ? []
      : [put({ ...typedPlateOfKey(carId, userId), kind: 'TYPEDPLATEOF', userId, ttl })]),
  ]);
}

/** What everybody typed for a shared car, each person once. */
export async function listTypedPlates(carIds: readonly string[], now: Date): Promise<TypedPlate[]> {
  const named = (await Promise.all(carIds.map((id) => queryPartition(typedPlatePartition(id))))).flat();
  const people = [...new Set(named.map(({ userId }) => String(userId)))].slice(0, mostJudged);
  const typed = await Promise.all(people.map((userId) => findTypedPlate(userId, carIds, now)));
  return typed.filter((each) => each !== null);
}

export const forgetTypedPlate = (userId: string, carIds: readonly string[]): Promise<void> =>
  deleteItems(carIds.flatMap((id) => [typedPlateOfKey(id, userId), userKeys.typedPlate(userId, id)]));
