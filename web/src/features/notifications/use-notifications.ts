import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../../api/call.ts';
import { useLiveConnection } from '../../api/live-connection.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLanguage } from '../../i18n/language.tsx';

export type NotificationPage = CallResponse<'GET /api/notifications/{id}'>;
export type Notification = NotificationPage['notifications'][number];
export type Stats = CallResponse<'GET /api/notifications/{id}/stats'>;

/** While the live feed is down, news is asked for this often. */
const pollMs = 2_000;

export const listsKey = [...queryKeys.notifications, 'list'] as const;
export const statsKey = [...queryKeys.notifications, 'stats'] as const;

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
