import type { Notification, ReadMark } from '#core/notification/notification.ts';
import { isWritten } from './is-written.ts';
import { userKeys } from './keys.ts';
import {
  changeItem,
  failedCondition,
  getItem,
  type Item,
  queryAll,
  remove,
  transact,
  update,
} from './table.ts';

const toNotification = (item: Item): Notification => ({
  id: String(item.id),
  createdAt: String(item.createdAt),
  readAt: (item.readAt as string | undefined) ?? null,
  alert: item.alert as Notification['alert'],
});

/** Newest first. `sinceId`: only from this id on. */
export async function listNotifications(userId: string): Promise<Notification[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.notificationPrefix, {
    newestFirst: true,
  });
  return items.map(toNotification);
}

/** Up to where everything was read at once; null when that was never asked for. */
export async function getReadMark(userId: string): Promise<ReadMark | null> {
  const item = await getItem(userKeys.inbox(userId));
  return (item?.readMark as ReadMark | undefined) ?? null;
}

/** Marks everything up to the newest one as read: one write, however many they are. */
export async function markAllRead(userId: string, at: string): Promise<void> {
  const [newest] = await queryAll(userKeys.partition(userId), userKeys.notificationPrefix, {
    newestFirst: true,
    ProjectionExpression: 'id',
  });
  if (!newest) return;
  const readMark: ReadMark = { upToId: String(newest.id), at };
  await changeItem(userKeys.inbox(userId), {
    UpdateExpression: 'SET kind = :kind, readMark = :mark',
    ExpressionAttributeValues: { ':kind': 'INBOX', ':mark': readMark },
  });
}

/** Marks one as read, keeping the first time. False when there is none. */
export async function markRead(userId: string, id: string, at: string): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.notification(userId, id), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET readAt = if_not_exists(readAt, :at)',
      ExpressionAttributeValues: { ':at': at },
    }),
  );
}

/** Deletes one. False when there is none. What it told is remembered elsewhere, so that it is not told again. */
export async function deleteNotification(userId: string, id: string): Promise<boolean> {
  try {
    await transact([
      remove(userKeys.notification(userId, id), 'attribute_exists(pk)'),
      update(userKeys.inbox(userId), {
        UpdateExpression: 'SET kind = :kind ADD kept :less',
        ExpressionAttributeValues: { ':kind': 'INBOX', ':less': -1 },
      }),
    ]);
    return true;
  } catch (error) {
    if (failedCondition(error) !== null) return false;
    throw error;
  }
}
