import { createHash } from 'node:crypto';
import { type Key, plateCarKey, vinCarKey } from './keys.ts';
import { getItem, type Item, isConditionFailure, putItem } from './table.ts';

/** A confirmed plate, or a chassis number: a car has it alone. */
export type CarNumber = { kind: 'PLATECAR' | 'VINCAR'; value: string };

/** Numbers are hashed: who reads keys in a log or an export of the table learns none. */
function keyOf({ kind, value }: CarNumber): Key {
  const salt = kind === 'PLATECAR' ? 'car' : 'vin';
  const hash = createHash('sha256').update(`${salt}\n${value}`).digest('base64url');
  return kind === 'PLATECAR' ? plateCarKey(hash) : vinCarKey(hash);
}

/** The item that says that this car has the number. */
export const numberItem = (number: CarNumber, carId: string): Item =>
  number.kind === 'PLATECAR'
    ? { ...keyOf(number), kind: 'PLATECAR', carId }
    : { ...keyOf(number), kind: 'VINCAR', carId };

/**
 * Which car of the catalog a number belongs to: the one that it was given first, this one where it was given to none.
 * Of two at once one is first, and both are told the same.
 */
export async function claimNumber(number: CarNumber, carId: string): Promise<string> {
  const known = await ownerOfNumber(number);
  if (known !== null) return known;
  try {
    await putItem(numberItem(number, carId), 'attribute_not_exists(pk)');
    return carId;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return (await ownerOfNumber(number)) ?? carId;
  }
}

/** Which car of the catalog has a number; null where none is known to have it. */
export async function ownerOfNumber(number: CarNumber): Promise<string | null> {
  const known = await getItem(keyOf(number));
  return known ? String(known.carId) : null;
}

/** Gives the number to another car: the one that had it is no more, or is another car by all that is known of it. */
export const giveNumber = (number: CarNumber, carId: string): Promise<void> =>
  putItem(numberItem(number, carId));
