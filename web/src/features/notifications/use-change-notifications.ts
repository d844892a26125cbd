import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import {
  listsKey,
  type Notification,
  type NotificationPage,
  type Stats,
  statsKey,
} from './use-notifications.ts';

function changePages(client: QueryClient, change: (items: Notification[]) => Notification[]): void {
  client.setQueriesData<NotificationPage>({ queryKey: listsKey }, (page) =>
    page ? { ...page, notifications: change(page.notifications) } : page,
  );
}

function changeStats(client: QueryClient, change: (stats: Stats['stats']) => Stats['stats']): void {
  client.setQueriesData<Stats>({ queryKey: statsKey }, (answer) =>
    answer ? { ...answer, stats: change(answer.stats) } : answer,
  );
}

const less = (value: number, by: number) => Math.max(0, value - by);

/**
 * Reading and deleting, shown at once. A request that fails is only logged (docs/spec.md 8); the truth is fetched again
 * either way.
 */
export function useChangeNotifications(userId: string) {
  const client = useQueryClient();
  const settle = (request: Promise<unknown>) =>
    request
      .catch((error: unknown) => console.error('a notification was not changed', error))
      .then(() => client.invalidateQueries({ queryKey: queryKeys.notifications }));

  return {
    markRead(notification: Notification): void {
      if (notification.is_read) return;
      const readAt = new Date().toISOString();
      changePages(client, (items) =>
        items.map((item) =>
          item.id === notification.id ? { ...item, is_read: true, read_at: readAt } : item,
        ),
      );
      changeStats(client, (stats) => ({ ...stats, unreadNotifications: less(stats.unreadNotifications, 1) }));
      void settle(call('PUT /api/notifications/{id}/read', { params: { id: notification.id }, body: {} }));
    },
    markAllRead(): void {
      const readAt = new Date().toISOString();
      changePages(client, (items) =>
        items.map((item) => (item.is_read ? item : { ...item, is_read: true, read_at: readAt })),
      );
      changeStats(client, (stats) => ({ ...stats, unreadNotifications: 0 }));
      void settle(call('PUT /api/notifications/{id}/read-all', { params: { id: userId }, body: {} }));
    },
    remove(notification: Notification): void {
      changePages(client, (items) => items.filter((item) => item.id !== notification.id));
      changeStats(client, (stats) => ({
        totalNotifications: less(stats.totalNotifications, 1),
        unreadNotifications: less(stats.unreadNotifications, notification.is_read ? 0 : 1),
      }));
      void settle(call('DELETE /api/notifications/{id}', { params: { id: notification.id }, body: {} }));
    },
  };
}
