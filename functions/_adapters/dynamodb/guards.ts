import { erasedKey, type Key } from './keys.ts';
import { check, getItem, isConditionFailure, type TransactItem, update } from './table.ts';

/**
 * The step that refuses a transaction for an erased account. What lies outside the person's partition is written with it:
 * an erasure that has begun finds everything there is.
 */
export const unlessErased = (userId: string): TransactItem =>
  check(erasedKey(userId), 'attribute_not_exists(pk)');

/** How often what a guard stands for was changed; a change that must find it as it was read takes the next step with it. */
export const readGuard = async (guard: Key): Promise<number> => Number((await getItem(guard))?.version ?? 0);

/** The step of a change that fails when another one was made since the guard was `seen`. */
export const guardStep = (guard: Key, seen: number): TransactItem =>
  update(guard, {
    UpdateExpression: 'SET kind = :kind, version = :next',
    ConditionExpression: seen === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
    ExpressionAttributeValues: { ':kind': 'GUARD', ':next': seen + 1, ...(seen > 0 && { ':seen': seen }) },
  });

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
