import type { Find } from '#core/notification/find.ts';
import { mostNotifications, type Notification, toDrop } from '#core/notification/notification.ts';
import { erasedKey, openIndex, userIdOf, userKeys, waitingPartitionOf, waitingPartitions } from './keys.ts';
import { getReadMark, listNotifications } from './notifications.ts';
import {
  changeItem,
  check,
  failedCondition,
  getItems,
  type Item,
  pageAll,
  put,
  queryAll,
  remove,
  type TransactItem,
  transact,
  update,
} from './table.ts';

/** A find with its lasting name (core/notification/find.ts). */
export type NamedFind = { key: string; find: Find };

/** Longer than any ad lives. */
const seenSeconds = 365 * 86_400;
/** A transaction holds a hundred items. */
const mostAtOnce = 90;
const attempts = 6;

const waiting = (userId: string, dueAt: string) => ({
  gsi2pk: waitingPartitionOf(userId),
  gsi2sk: `${dueAt}#${userId}`,
});

async function unseen(userId: string, finds: readonly NamedFind[]): Promise<NamedFind[]> {
  const distinct = [...new Map(finds.map((each) => [each.key, each])).values()];
  const items = await getItems(distinct.map(({ key }) => userKeys.seen(userId, key)));
  const known = new Set(items.map((item) => item.sk));
  return distinct.filter(({ key }) => !known.has(userKeys.seen(userId, key).sk));
}

async function rememberSome(
  userId: string,
  finds: readonly NamedFind[],
  dueAt: string,
  newId: () => string,
  nowMs: number,
): Promise<void> {
  const ttl = Math.floor(nowMs / 1000) + seenSeconds;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const fresh = await unseen(userId, finds);
    if (fresh.length === 0) return;
    const pending: Item = {
      ...userKeys.pending(userId, dueAt, newId()),
      ...waiting(userId, dueAt),
      kind: 'PENDING',
      finds: fresh.map(({ find }) => find),
    };
    try {
      await transact([
        check(erasedKey(userId), 'attribute_not_exists(pk)'),
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
  throw new Error('The same finds were remembered again and again.');
}

/**
 * Notes what a person is to be told from `dueAt` on, each find once and for good: that it is known and that it will be
 * told are written together, so that nothing is lost and nothing comes twice.
 */
export async function rememberFinds(
  userId: string,
  finds: readonly NamedFind[],
  dueAt: string,
  newId: () => string,
  nowMs: number,
): Promise<void> {
  for (let from = 0; from < finds.length; from += mostAtOnce)
    await rememberSome(userId, finds.slice(from, from + mostAtOnce), dueAt, newId, nowMs);
}

/** Finds of one person that are due, each with the item that holds them. */
export type DueFinds = { item: Item; finds: Find[] }[];

export async function listDueFinds(userId: string, now: string): Promise<DueFinds> {
  const items = await queryAll(userKeys.partition(userId), userKeys.pendingPrefix);
  const isDue = ({ gsi2sk }: Item) => String(gsi2sk).slice(0, now.length) <= now;
  return items.filter(isDue).map((item) => ({ item, finds: item.finds as Find[] }));
}

export type Telling = {
  userId: string;
  due: DueFinds;
  notifications: Notification[];
};

/** Turns due finds into notifications at once and once. False when somebody else did. */
export async function tell({ userId, due, notifications }: Telling): Promise<boolean> {
  const steps: TransactItem[] = [
    ...due.map(({ item }) => remove({ pk: item.pk, sk: item.sk }, 'attribute_exists(pk)')),
    ...notifications.map(({ id, createdAt, alert }) =>
      put({ ...userKeys.notification(userId, id), kind: 'NOTE', id, createdAt, alert }),
    ),
  ];
  if (notifications.length > 0)
    steps.push(
      update(userKeys.inbox(userId), {
        UpdateExpression: 'SET kind = :kind ADD kept :more',
        ExpressionAttributeValues: { ':kind': 'INBOX', ':more': notifications.length },
      }),
    );
  try {
    await transact(steps);
    return true;
  } catch (error) {
    if (failedCondition(error) !== null) return false;
    throw error;
  }
}

/** Drops what exceeds the most that is kept of a person's notifications. */
export async function trimInbox(userId: string): Promise<void> {
  const [inbox] = await getItems([userKeys.inbox(userId)]);
  if (Number(inbox?.kept ?? 0) <= mostNotifications) return;
  const [all, mark] = await Promise.all([listNotifications(userId), getReadMark(userId)]);
  const dropped = toDrop(all, mark);
  for (let from = 0; from < dropped.length; from += mostAtOnce)
    await transact(
      dropped.slice(from, from + mostAtOnce).map(({ id }) => remove(userKeys.notification(userId, id))),
    );
  await changeItem(userKeys.inbox(userId), {
    UpdateExpression: 'SET kept = :kept',
    ExpressionAttributeValues: { ':kept': all.length - dropped.length },
  });
}

/** People for whom something waits that is due, the most overdue first. */
export async function listPeopleWaiting(now: string): Promise<string[]> {
  const parts = await Promise.all(
    waitingPartitions.map((partition) =>
      pageAll({
        IndexName: openIndex,
        KeyConditionExpression: 'gsi2pk = :p AND gsi2sk <= :now',
        ExpressionAttributeValues: { ':p': partition, ':now': `${now}~` },
      }),
    ),
  );
  const items = parts.flat().sort((a, b) => (String(a.gsi2sk) < String(b.gsi2sk) ? -1 : 1));
  return [...new Set(items.map(userIdOf))];
}
