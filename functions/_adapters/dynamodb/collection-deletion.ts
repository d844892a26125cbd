import { limits } from '#core/plan/plans.ts';
import {
  alive,
  type CollectionKind,
  type CollectionResult,
  isAlive,
  kinds,
  tallyStep,
} from './collection-item.ts';
import type { Key } from './keys.ts';
import { failedCondition, getItem, transact, update } from './table.ts';

const undoMs = limits.undoHours * 3600_000;

export async function restore(
  userId: string,
  of: CollectionKind,
  key: Key,
  name: string,
  now: Date,
): Promise<CollectionResult> {
  const back = update(key, {
    ConditionExpression: 'deletedAt > :earliest',
    UpdateExpression: 'SET #name = :name, deletedAt = :none REMOVE #ttl',
    ExpressionAttributeNames: { '#name': 'name', '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':name': name,
      ':none': null,
      ':earliest': new Date(now.getTime() - undoMs).toISOString(),
    },
  });
  try {
    await transact([back, tallyStep(userId, of, 1)]);
    return 'done';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    return failed === 0 ? 'absent' : 'full';
  }
}

/** False when there is none; deleting twice is deleting once. */
export async function deleteCollection(
  userId: string,
  of: CollectionKind,
  id: string,
  now: Date,
): Promise<boolean> {
  const key = kinds[of].keyOf(userId, id);
  const mark = update(key, {
    ConditionExpression: isAlive,
    UpdateExpression: 'SET deletedAt = :now, #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ...alive,
      ':now': now.toISOString(),
      ':ttl': Math.ceil((now.getTime() + undoMs) / 1000),
    },
  });
  try {
    await transact([mark, tallyStep(userId, of, -1)]);
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return (await getItem(key)) !== null;
  }
}
