import type { Happening } from '#core/notification/happening.ts';
import { unlessErased } from './guards.ts';
import { userKeys } from './keys.ts';
import { failedCondition, getItems, type Item, put, queryAll, transact } from './table.ts';
import { waiting } from './waiting.ts';

/** A happening with its lasting name (core/notification/happening.ts). */
export type NamedHappening = {
  key: string;
  happening: Happening;
  /** Names that the same happening had while its car had other ids. */
  formerKeys?: readonly string[];
};

/** Longer than any ad lives. */
const seenSeconds = 365 * 86_400;
/** A transaction holds a hundred items. */
export const mostAtOnce = 90;
const attempts = 6;

async function unseen(
  userId: string,
  distinct: readonly NamedHappening[],
): Promise<readonly NamedHappening[]> {
  const keysOf = ({ key, formerKeys = [] }: NamedHappening) => [key, ...formerKeys];
  const keys = [...new Set(distinct.flatMap(keysOf))];
  const items = await getItems(keys.map((key) => userKeys.seen(userId, key)));
  const known = new Set(items.map((item) => item.sk));
  return distinct.filter((each) => !keysOf(each).some((key) => known.has(userKeys.seen(userId, key).sk)));
}

/** Whom something is told, from when on (ISO), and what the pending item is called; `nowMs` begins its memory. */
export type Remembering = { userId: string; dueAt: string; newId: () => string; nowMs: number };

async function rememberSome(
  happenings: readonly NamedHappening[],
  { userId, dueAt, newId, nowMs }: Remembering,
): Promise<void> {
  const ttl = Math.floor(nowMs / 1000) + seenSeconds;
  const distinct = [...new Map(happenings.map((each) => [each.key, each])).values()];
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Most happenings come for the first time: looked at only when the write says otherwise, or where it could not.
    const isPlain = !distinct.some(({ formerKeys = [] }) => formerKeys.length > 0);
    const fresh = attempt === 0 && isPlain ? distinct : await unseen(userId, distinct);
    if (fresh.length === 0) return;
    const pending: Item = {
      ...userKeys.pending(userId, dueAt, newId()),
      ...waiting(userId, dueAt),
      kind: 'PENDING',
      finds: fresh.map(({ happening }) => happening),
    };
    try {
      await transact([
        unlessErased(userId),
        ...fresh.map(({ key }) =>
          put({ ...userKeys.seen(userId, key), kind: 'SEEN', ttl }, 'attribute_not_exists(pk)'),
        ),
        put(pending),
      ]);
      return;
    } catch (error) {
      const failed = failedCondition(error);
      if (failed === null) throw error;
      // An erased account is told nothing any more. Else another delivery of the same event was faster: see what is left.
      if (failed === 0) return;
    }
  }
  throw new Error('The same happenings were remembered again and again.');
}

/**
 * Notes what a person is to be told from `dueAt` on, each happening once and for good: that it is known and that it will be
 * told are written together, so that nothing is lost and nothing comes twice.
 */
export async function rememberHappenings(
  happenings: readonly NamedHappening[],
  how: Remembering,
): Promise<void> {
  for (let from = 0; from < happenings.length; from += mostAtOnce)
    await rememberSome(happenings.slice(from, from + mostAtOnce), how);
}

/** Happenings of one person that are due, each with the item that holds them. */
export type DueHappenings = { item: Item; happenings: Happening[] }[];

export async function listDueHappenings(userId: string, now: string): Promise<DueHappenings> {
  const items = await queryAll(userKeys.partition(userId), userKeys.pendingPrefix);
  const isDue = ({ gsi2sk }: Item) => String(gsi2sk).slice(0, now.length) <= now;
  return items.filter(isDue).map((item) => ({ item, happenings: item.finds as Happening[] }));
}
