import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../../api/call.ts';
import { useLiveConnection } from '../../api/live-connection.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLanguage } from '../../i18n/language.tsx';

export type NotificationPage = CallResponse<'GET /api/notifications/{id}'>;
export type Notification = NotificationPage['notifications'][number];
type Stats = CallResponse<'GET /api/notifications/{id}/stats'>;

/** While the live feed is down, news is asked for this often. */
const pollMs = 2_000;

const listsKey = [...queryKeys.notifications, 'list'] as const;
const statsKey = [...queryKeys.notifications, 'stats'] as const;

/** How many there are and how many are unread; zero until it is known, and when it cannot be. */
export function useNotificationStats(userId: string): Stats['stats'] {
  const isLive = useLiveConnection();
  const { data, error } = useQuery({
    queryKey: [...statsKey, userId],
    queryFn: ({ signal }) => call('GET /api/notifications/{id}/stats', { params: { id: userId }, signal }),
    refetchInterval: isLive ? false : pollMs,
  });
  // Only logged (docs/spec.md 8).
  useEffect(() => {
    if (error) console.error('the notifications were not counted', error);
  }, [error]);
  return data?.stats ?? { totalNotifications: 0, unreadNotifications: 0 };
}

export type PageRequest = {
  page?: number;
  pageSize: number;
  unreadOnly?: boolean;
  type?: Notification['type'];
};

/** Thrown where the service answers without success; a request that failed throws `ApiError`. */
export class NotFetched extends Error {}

export function useNotificationPage(userId: string, request: PageRequest) {
  const isLive = useLiveConnection();
  const { language } = useLanguage();
  return useQuery({
    queryKey: [...listsKey, userId, language, request],
    queryFn: async ({ signal }) => {
      const page = await call('GET /api/notifications/{id}', {
        params: { id: userId },
        query: {
          page: request.page === undefined ? undefined : String(request.page),
          pageSize: String(request.pageSize),
          unreadOnly: request.unreadOnly ? 'true' : undefined,
          type: request.type,
          language,
        },
        signal,
      });
      if (page.success !== true) throw new NotFetched();
      return page;
    },
    placeholderData: (previous) => previous,
    refetchInterval: isLive ? false : pollMs,
  });
}

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
