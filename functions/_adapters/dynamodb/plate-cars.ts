import { createHash } from 'node:crypto';
import { plateCarKey } from './keys.ts';
import { getItem, isConditionFailure, putItem } from './table.ts';

/** The plate is hashed: who reads keys in a log or an export of the table learns none. */
const keyOf = (plate: string) =>
  plateCarKey(createHash('sha256').update(`car\n${plate}`).digest('base64url'));

/**
 * Which car of the catalog a confirmed plate belongs to: the one that it was given first, this one where it was given to none.
 * Of two at once one is first, and both are told the same.
 */
export async function claimPlate(plate: string, carId: string): Promise<string> {
  try {
    await putItem({ ...keyOf(plate), kind: 'PLATECAR', carId }, 'attribute_not_exists(pk)');
    return carId;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const known = await getItem(keyOf(plate), { consistent: true });
    return String(known?.carId ?? carId);
  }
}

/** Gives the plate to another car: the one that had it is no more, or is another car by all that is known of it. */
export async function givePlate(plate: string, carId: string): Promise<void> {
  await putItem({ ...keyOf(plate), kind: 'PLATECAR', carId });
}
