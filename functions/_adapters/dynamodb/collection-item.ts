import { limits } from '#core/plan/plans.ts';
import { userKeys } from './keys.ts';
import { type Item, update } from './table.ts';

/**
 * What people name and keep: lists of cars and saved searches. Each is an item under its owner; a tally beside them makes
 * the limit hold when two are made at once. What was deleted stays restorable for a day.
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

/** `carIds` of a list, `filters` of a saved search. */
export type Collection = {
  id: string;
  name: string;
  createdAt: string;
  carIds: ReadonlySet<string>;
  filters: Record<string, string>;
};

/** `full`: the limit of the kind (or of the list's cars) is reached. */
export type CollectionResult = 'done' | 'absent' | 'full';

export const isAlive = 'attribute_exists(pk) AND attribute_type(deletedAt, :null)';
export const alive = { ':null': 'NULL' };

export const toCollection = (item: Item): Collection => ({
  id: String(item.id),
  name: String(item.name),
  createdAt: String(item.createdAt),
  carIds: (item.carIds as Set<string> | undefined) ?? new Set(),
  filters: (item.filters as Record<string, string> | undefined) ?? {},
});

export function tallyStep(userId: string, of: CollectionKind, by: 1 | -1) {
  const { kind, limit } = kinds[of];
  return update(userKeys.tally(userId, kind), {
    UpdateExpression: 'SET kind = :kind ADD tally :by',
    ...(by === 1 && { ConditionExpression: 'attribute_not_exists(tally) OR tally < :limit' }),
    ExpressionAttributeValues: { ':kind': 'TALLY', ':by': by, ...(by === 1 && { ':limit': limit }) },
  });
}
