import { limits } from '#core/plan/plans.ts';
import { alive, type CollectionResult, isAlive } from './collection-item.ts';
import { getCollection } from './collections.ts';
import { isWritten } from './is-written.ts';
import { userKeys } from './keys.ts';
import { changeItem, isConditionFailure } from './table.ts';

/** Puts a car on a list. A car that is on it stays on it, full or not. */
export async function addToList(userId: string, id: string, carId: string): Promise<CollectionResult> {
  try {
    await changeItem(userKeys.list(userId, id), {
      ConditionExpression: `${isAlive} AND (attribute_not_exists(carIds) OR size(carIds) < :limit OR contains(carIds, :car))`,
      UpdateExpression: 'ADD carIds :cars',
      ExpressionAttributeValues: {
        ...alive,
        ':limit': limits.carsPerList,
        ':car': carId,
        ':cars': new Set([carId]),
      },
    });
    return 'done';
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return (await getCollection(userId, 'list', id)) ? 'full' : 'absent';
  }
}

/** Takes a car off by every id that it may stand there with. False when there is no such list. */
export async function removeFromList(
  userId: string,
  id: string,
  carIds: readonly string[],
): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.list(userId, id), {
      ConditionExpression: isAlive,
      UpdateExpression: 'DELETE carIds :cars',
      ExpressionAttributeValues: { ...alive, ':cars': new Set(carIds) },
    }),
  );
}
