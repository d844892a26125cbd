import { mostNotifications, type Notification, toDrop } from '#core/notification/notification.ts';
import { unlessGone } from './guards.ts';
import { userKeys } from './keys.ts';
import { getReadMark, listNotifications } from './notifications.ts';
import { type Outgoing, outgoingItem } from './outgoing.ts';
import { type DueHappenings, mostAtOnce } from './pending-happenings.ts';
import {
  changeItem,
  failedCondition,
  getItems,
  put,
  remove,
  type TransactItem,
  transact,
  update,
} from './table.ts';

export type Telling = {
  userId: string;
  due: DueHappenings;
  notifications: Notification[];
  outgoing: Outgoing | null;
};

/** Turns due happenings into notifications at once and once. False when somebody else did. */
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
