import type { Find } from '#core/notification/find.ts';
import { type Alert, mostNotifications, type Notification, toDrop } from '#core/notification/notification.ts';
import { unlessErased, unlessGone } from './guards.ts';
import { openIndex, userIdOf, userKeys, waitingPartitionOf, waitingPartitions } from './keys.ts';
import { getReadMark, listNotifications } from './notifications.ts';
import {
  changeItem,
  deleteItem,
  failedCondition,
  getItems,
  type Item,
  isConditionFailure,
  put,
  queryAll,
  readIndex,
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

async function unseen(userId: string, distinct: readonly NamedFind[]): Promise<readonly NamedFind[]> {
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
  const distinct = [...new Map(finds.map((each) => [each.key, each])).values()];
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Most finds come for the first time: looked at only when the write says otherwise.
    const fresh = attempt === 0 ? distinct : await unseen(userId, distinct);
    if (fresh.length === 0) return;
    const pending: Item = {
      ...userKeys.pending(userId, dueAt, newId()),
      ...waiting(userId, dueAt),
      kind: 'PENDING',
      finds: fresh.map(({ find }) => find),
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

/** What is to be sent by mail, push and webhook: the alerts themselves, because their notification may be deleted. */
export type Outgoing = {
  userId: string;
  id: string;
  alerts: { id: string; at: string; alert: Alert }[];
  dueAt: string;
  /** Channels that have been served. */
  done: string[];
  attempts: number;
};

function outgoingItem({ userId, id, alerts, dueAt, done, attempts: tried }: Outgoing): Item {
  return {
    ...userKeys.outgoing(userId, id),
    ...waiting(userId, dueAt),
    kind: 'OUTGOING',
    ...{ id, alerts, dueAt, done, attempts: tried },
  };
}

export type Telling = {
  userId: string;
  due: DueFinds;
  notifications: Notification[];
  outgoing: Outgoing | null;
};

/** Turns due finds into notifications at once and once. False when somebody else did. */
export async function tell({ userId, due, notifications, outgoing }: Telling): Promise<boolean> {
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
  if (outgoing) steps.push(put(outgoingItem(outgoing)));
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
  await unlessGone(
    changeItem(userKeys.inbox(userId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET kept = :kept',
      ExpressionAttributeValues: { ':kept': all.length - dropped.length },
    }),
  );
}

/** People for whom something waits that is due, the most overdue first. */
export async function listPeopleWaiting(now: string): Promise<string[]> {
  const parts = await Promise.all(waitingPartitions.map((partition) => readIndex(openIndex, partition, now)));
  const items = parts.flat().sort((a, b) => (a.sort < b.sort ? -1 : 1));
  return [...new Set(items.map(userIdOf))];
}

/**
 * Takes what is due to be sent to a person, each for as long as a delivery may take: who dies while sending leaves it to
 * the next look.
 */
export async function takeDueOutgoing(userId: string, now: Date, leaseMs: number): Promise<Outgoing[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.outgoingPrefix);
  const due = items.filter(({ dueAt }) => String(dueAt) <= now.toISOString());
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const taken = await Promise.all(due.map((item) => takeOutgoing(userId, item, until)));
  return taken.filter((each) => each !== null);
}

async function takeOutgoing(userId: string, item: Item, until: string): Promise<Outgoing | null> {
  const outgoing: Outgoing = {
    userId,
    id: String(item.id),
    alerts: item.alerts as Outgoing['alerts'],
    dueAt: String(item.dueAt),
    done: item.done as string[],
    attempts: Number(item.attempts) + 1,
  };
  const isTaken = await changeOutgoing(outgoing, until, 'dueAt = :seen', { ':seen': outgoing.dueAt });
  return isTaken ? outgoing : null;
}

/** Notes what was served and when the rest is due. False when the condition does not hold (any more). */
export async function changeOutgoing(
  { userId, id, done, attempts: tried }: Outgoing,
  dueAt: string,
  condition = 'attribute_exists(pk)',
  values: Record<string, unknown> = {},
): Promise<boolean> {
  try {
    await changeItem(userKeys.outgoing(userId, id), {
      ConditionExpression: condition,
      UpdateExpression: 'SET dueAt = :due, gsi2sk = :sort, done = :done, attempts = :tried',
      ExpressionAttributeValues: {
        ...values,
        ':due': dueAt,
        ':sort': waiting(userId, dueAt).gsi2sk,
        ':done': done,
        ':tried': tried,
      },
    });
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export const dropOutgoing = ({ userId, id }: Outgoing): Promise<void> =>
  deleteItem(userKeys.outgoing(userId, id));
