import { limits } from '#core/payments/plan.ts';
import { type Key, userKeys } from '#functions/platform/keys.ts';
import {
  changeIf,
  failedCondition,
  failedStep,
  getItem,
  type Item,
  put,
  queryAll,
  transact,
  transactIf,
  update,
} from '#functions/platform/table.ts';

/**
 * Named collections of a person: lists of cars and saved searches. Each is an item under its owner; a tally enforces the
 * limit for concurrent requests. A deleted one can be restored for a day.
 */
export type CollectionKind = 'list' | 'savedSearch';

export const kinds = {
  list: { kind: 'LIST', keyOf: userKeys.list, prefix: userKeys.listPrefix, limit: limits.lists },
  savedSearch: {
    kind: 'SAVED',
    keyOf: userKeys.savedSearch,
    prefix: userKeys.savedSearchPrefix,
    limit: limits.savedSearches,
  },
} as const;

/** `carIds`, `sharedSince` and `partnerId` of a list, `filters` of a saved search. */
export type Collection = {
  id: string;
  /** Empty of a saved search that nobody named. */
  name: string;
  createdAt: string;
  carIds: ReadonlySet<string>;
  filters: Record<string, string>;
  /** Since when a list has a link for a partner. */
  sharedSince: string | null;
  /** Who accepted the link. */
  partnerId: string | null;
};

/** `full`: the limit of the kind (or of the list's cars) is reached. */
export type CollectionResult = 'done' | 'absent' | 'full';

/** The condition that a collection is there and not deleted. */
export const alive = {
  condition: 'attribute_exists(pk) AND attribute_type(deletedAt, :null)',
  values: { ':null': 'NULL' },
};

export const toCollection = (item: Item): Collection => ({
  id: String(item.id),
  name: String(item.name),
  createdAt: String(item.createdAt),
  carIds: (item.carIds as Set<string> | undefined) ?? new Set(),
  filters: (item.filters as Record<string, string> | undefined) ?? {},
  sharedSince: (item.sharedSince as string | undefined) ?? null,
  partnerId: (item.partnerId as string | undefined) ?? null,
});

export function tallyStep(userId: string, of: CollectionKind, by: 1 | -1) {
  const { kind, limit } = kinds[of];
  return update(userKeys.tally(userId, kind), {
    set: { kind: 'TALLY' },
    add: { tally: by },
    ...(by === 1 && {
      condition: 'attribute_not_exists(tally) OR tally < :limit',
      values: { ':limit': limit },
    }),
  });
}

const undoMs = limits.undoHours * 3600_000;

export async function restore(
  userId: string,
  of: CollectionKind,
  key: Key,
  name: string,
  now: Date,
): Promise<CollectionResult> {
  const back = update(key, {
    set: { name, deletedAt: null },
    remove: ['ttl'],
    condition: 'deletedAt > :earliest',
    values: { ':earliest': new Date(now.getTime() - undoMs).toISOString() },
  });
  const failed = await failedStep([back, tallyStep(userId, of, 1)]);
  if (failed === null) return 'done';
  return failed === 0 ? 'absent' : 'full';
}

/** False when there is none. Idempotent. */
export async function deleteCollection(
  userId: string,
  of: CollectionKind,
  id: string,
  now: Date,
): Promise<boolean> {
  const key = kinds[of].keyOf(userId, id);
  const mark = update(key, {
    set: { deletedAt: now.toISOString(), ttl: Math.ceil((now.getTime() + undoMs) / 1000) },
    // What is restored is shared with nobody.
    remove: ['shareHash', 'sharedSince', 'partnerId'],
    ...alive,
  });
  return (await transactIf([mark, tallyStep(userId, of, -1)])) || (await getItem(key)) !== null;
}

/** Newest first. */
export async function listCollections(userId: string, of: CollectionKind): Promise<Collection[]> {
  const items = await queryAll(userKeys.partition(userId), kinds[of].prefix);
  return items
    .filter((item) => !item.deletedAt)
    .map(toCollection)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1));
}

/** Null when the person has no such list or has deleted it. */
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

/** Renames a collection. One deleted less than a day ago is restored, if the limit has room. */
export async function changeCollection(
  userId: string,
  of: CollectionKind,
  id: string,
  name: string,
  now: Date,
): Promise<CollectionResult> {
  const key = kinds[of].keyOf(userId, id);
  const isRenamed = await changeIf(key, { set: { name }, ...alive });
  return isRenamed ? 'done' : restore(userId, of, key, name, now);
}
