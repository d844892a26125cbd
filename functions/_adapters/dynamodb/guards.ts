import { erasedKey } from './keys.ts';
import { check, isConditionFailure, type TransactItem } from './table.ts';

/**
 * The step that refuses a transaction for an erased account. What lies outside the person's partition is written with it:
 * an erasure that has begun finds everything there is.
 */
export const unlessErased = (userId: string): TransactItem =>
  check(erasedKey(userId), 'attribute_not_exists(pk)');

/** A change that is not needed when its condition does not hold, since what it changes has gone meanwhile. */
export async function unlessGone(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** True when a change failed because what it changes has gone. */
export const hasGone = (error: unknown): boolean => isConditionFailure(error);
