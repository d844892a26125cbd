import { restore } from './collection-deletion.ts';
import {
  alive,
  type Collection,
  type CollectionKind,
  type CollectionResult,
  isAlive,
  kinds,
  tallyStep,
  toCollection,
} from './collection-item.ts';
import { userKeys } from './keys.ts';
import {
  changeItem,
  failedCondition,
  getItem,
  type Item,
  isConditionFailure,
  put,
  queryAll,
  transact,
} from './table.ts';

/** Newest first. */
export async function listCollections(userId: string, of: CollectionKind): Promise<Collection[]> {
  const items = await queryAll(userKeys.partition(userId), kinds[of].prefix);
  return items
    .filter((item) => !item.deletedAt)
    .map(toCollection)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1));
}

/** Null when the person has no such list, or deleted it. */
export async function getCollection(
  userId: string,
  of: CollectionKind,
  id: string,
): Promise<Collection | null> {
  const item = await getItem(kinds[of].keyOf(userId, id));
  return item && !item.deletedAt ? toCollection(item) : null;
}

export async function addCollection(
  userId: string,
  of: CollectionKind,
  fields: Pick<Collection, 'id' | 'name' | 'createdAt'> & { filters?: Record<string, string> },
): Promise<'done' | 'full'> {
  const { kind, keyOf } = kinds[of];
  const item: Item = { ...keyOf(userId, fields.id), kind, ...fields, deletedAt: null };
  try {
    await transact([put(item, 'attribute_not_exists(pk)'), tallyStep(userId, of, 1)]);
    return 'done';
  } catch (error) {
    if (failedCondition(error) === 1) return 'full';
    throw error;
  }
}

/** Gives it a name. What was deleted less than a day ago comes back as it was; it needs room again. */
export async function changeCollection(
  userId: string,
  of: CollectionKind,
  id: string,
  name: string,
  now: Date,
): Promise<CollectionResult> {
  const key = kinds[of].keyOf(userId, id);
  try {
    await changeItem(key, {
      ConditionExpression: isAlive,
      UpdateExpression: 'SET #name = :name',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ...alive, ':name': name },
    });
    return 'done';
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
  return restore(userId, of, key, name, now);
}
